/** For each check of files of own data and of closings: what to set in the rows of its table. See database-constraints.test.ts. */
export const OWN_DATA_CHECKS: Readonly<Record<string, string>> = {
  data_request_bytes_check: 'bytes = 0',
  data_request_check: 'until = ready_at',
  data_request_link_check: 'link_until = null',
  data_request_link_hash_check: `link_hash = 'short'`,
  data_request_ready_check: 'bytes = null',
  data_request_sha256_check: `sha256 = 'short'`,
  data_request_status_check: `status = 'lost', ready_at = null, until = null, bytes = null, sha256 = null`,
  data_request_pieces_check: 'pieces = -1',
  data_request_tries_check: 'tries = -1',
  member_closing_end_check: 'stopped_at = now()',
  member_closing_order_check: `due_at = asked_at - interval '1 day'`,
};
