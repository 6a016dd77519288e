-- What operators write about deposits, withdrawals, their steps and papers is read by operators alone. Before, it went to the member
-- beside the code. A role of the member's side reads every column but the note, and but the bank's reference that they typed: a column that is added later is granted by name.
do $$
declare
  target record;
begin
  for target in select * from (values ('deposit', 'candor_http'), ('deposit', 'candor_worker'), ('withdrawal', 'candor_http'),
      ('cashier_step', 'candor_http'), ('verification', 'candor_http')) t (relation, reader)
  loop
    execute format('revoke select on %I from %I', target.relation, target.reader);
    execute format('grant select (%s) on %I to %I', (select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = target.relation::regclass and a.attnum > 0 and not a.attisdropped and a.attname not in ('note', 'bank_ref')),
      target.relation, target.reader);
  end loop;
end $$;

comment on column deposit.note is 'The note of the operator. It stays inside: the roles of the member''s side cannot read it.';
comment on column withdrawal.note is 'As deposit.note.';
comment on column cashier_step.note is 'As deposit.note.';
comment on column verification.note is 'As deposit.note.';

-- An adjustment has a code for the member, who reads it in the statement. The words of maker and checker stay between them.
alter table adjustment
  add column code text not null default 'OTHER',
  add constraint adjustment_code_check check (case kind
    when 'add' then code in ('CORRECTION', 'PAYMENT_FOUND', 'GOODWILL', 'PROMOTION', 'OTHER')
    else code in ('CORRECTION', 'BOOKED_TWICE', 'PAYMENT_RECALLED', 'OTHER') end);
comment on column adjustment.code is 'What the member reads, as a code of packages/contract/src/reasons.ts.';
comment on column adjustment.reason is 'What the maker wrote to the checker. It stays inside.';
comment on column adjustment.note is 'What the checker wrote. It stays inside.';
grant insert (code) on adjustment to candor_console;
grant select (id, code) on adjustment to candor_http;
