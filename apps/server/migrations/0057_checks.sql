-- Checks of the books: statements that find nothing while all is right (services/checks). The worker asks them, those that cost little every
-- minute and all of them once a business day. What one finds stands here. While a check of money finds something, no money leaves: not by a
-- second approval, and not by a payment to the bank. That ends by itself when the same check finds nothing again, and in no other way.

create table integrity_check (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{2,60}$'),
  halts boolean not null,
  begun_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  failing_since timestamptz,
  found integer not null default 0 check (found >= 0),
  sample text[] not null default '{}' check (cardinality(sample) <= 20),
  error text check (length(error) between 1 and 500),
  took_ms integer check (took_ms >= 0)
);
comment on table integrity_check is 'One row a check of the books that was asked: its newest answer.';
comment on column integrity_check.halts is 'While it finds something, no money leaves.';
comment on column integrity_check.begun_at is 'When it was asked last. Not answered while ended_at is older or null.';
comment on column integrity_check.found is 'How many rows it found; it looks no further than a few.';
comment on column integrity_check.sample is 'The first of them, as text: ids and amounts.';
comment on column integrity_check.error is 'Why the database did not answer. What it found before still holds.';

-- Nobody but the checks ends it, so that no operator can hurry a payment past them.
create function halt_money_out() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.status = 'approved' and old.status <> 'approved' or new.paid_out = 'sent' and old.paid_out = 'none')
    and exists (select from integrity_check c where c.halts and c.failing_since is not null) then
    raise exception 'WITHDRAWAL_REFUSED: HALTED' using errcode = 'CD330';
  end if;
  return new;
end $$;
create trigger halt_money_out before update on withdrawal for each row execute function halt_money_out();
revoke execute on function halt_money_out() from public;

grant select, insert (name, halts), update (halts, begun_at, ended_at, failing_since, found, sample, error, took_ms)
  on integrity_check to candor_worker;
grant select on integrity_check to candor_console;

-- What the checks compare, and no more: states, dates and amounts. No note, no name and no card is among it.
grant select (id, member_id, wallet, kind, amount, status) on adjustment to candor_worker;
grant select (wallet, hold, fee_hold, first_by, second_by) on withdrawal to candor_worker;
grant select (id, member_id, wallet, project_id, version, principal, annual_rate, interest, starts_on, matures_on, status, paid, earned)
  on holding to candor_worker;
grant select (business_date, holding_id, amount) on holding_accrual to candor_worker;
grant select (id, version, sold) on project to candor_worker;
grant select (project_id, version, term_days, annual_rate, interest) on project_terms to candor_worker;
grant select (member_id, wallet, business_date, amount, posted_at) on savings_accrual to candor_worker;
grant select (id, n, member_id, wallet, direction, amount, net) on savings_transfer to candor_worker;
grant select (id, author, order_id, answers, last_word) on support_message to candor_worker;
grant select (id, seq, prev_hash, hash) on audit to candor_worker;
grant select on audit_head to candor_worker;
grant execute on function terms_document(terms), price_text(bigint, smallint) to candor_worker;
