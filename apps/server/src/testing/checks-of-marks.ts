/** For each check of marks: what to set in the rows of its table. See database-constraints.test.ts. */
export const MARK_CHECKS: Readonly<Record<string, string>> = {
  bank_card_number_mark_check: `number_mark = 'short'`,
  member_mark_check: `state = 'seen' where kind = 'card'`,
  member_mark_check1: `last_at = first_at - interval '1 second'`,
  member_mark_kind_check: `kind = 'phone' where kind = 'card'`,
  member_mark_mark_check: `mark = 'short'`,
  member_mark_state_check: `state = 'lost' where kind = 'card'`,
};
