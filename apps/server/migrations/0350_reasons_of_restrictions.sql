-- A reason has three parts: a code that the site knows, a note that stays inside, and a text for the member that belongs to the
-- code. Before, a frozen member read the operator's own words. What was written so far becomes the note of the code OTHER.

alter table member_restriction
  add column code text not null default 'OTHER',
  alter column reason drop not null,
  drop constraint member_restriction_reason_check,
  add constraint member_restriction_reason_check check (length(reason) <= 500 and reason ~ '\S'),
  add constraint member_restriction_code_check check (case when restricted
    then code in ('SECURITY_CHECK', 'PAYMENT_CHECK', 'PAPERS_NEEDED', 'LEGAL_DUTY', 'MEMBER_ASKED', 'OTHER')
    else code in ('CHECK_DONE', 'PAPERS_RECEIVED', 'MEMBER_ASKED', 'MISTAKE', 'OTHER') end),
  -- OTHER says nothing to a colleague.
  add constraint member_restriction_note_check check (code <> 'OTHER' or reason is not null);
comment on column member_restriction.code is 'What the member reads, as a code of packages/contract/src/reasons.ts.';
comment on column member_restriction.reason is 'The note of the operator. It stays inside: candor_http cannot read it.';

revoke select (reason) on member_restriction from candor_http;
grant select (code) on member_restriction to candor_http;
grant insert (code) on member_restriction to candor_console;
