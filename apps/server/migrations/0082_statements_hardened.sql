-- Statements: what fell when they were attacked, and matches that are certain only after the import (decision 178).

-- What a thing comes to now, in units of the account where it would stand; null where nothing of it stands anywhere.
create function statement_thing_amount(of_kind text, of_deposit uuid, of_withdrawal uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select case when of_kind = 'deposit' then (
      select case when d.kind = 'usdt' then (
          select case when f.found is not true then d.asset_amount when f.units < 2::numeric ^ 63 then f.units::bigint end
          from (values (d.id)) v (id) left join chain_finding f on f.deposit_id = v.id)
        else coalesce(d.credited, d.amount) end
      from deposit d where d.id = of_deposit and d.status in ('pending', 'reviewing', 'seconding', 'approved'))
    when of_kind in ('withdrawal', 'return') then (
      select case of_kind when 'withdrawal' then w.fee - w.amount else w.amount - w.fee end
      from withdrawal w where w.id = of_withdrawal and w.status = 'approved' and (of_kind = 'withdrawal' or w.paid_out in ('returning', 'returned')))
  end
$$;

create or replace function statement_match_amount(of_account text, of_kind text, of_deposit uuid, of_withdrawal uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when of_kind = 'deposit' and exists (select from deposit d join statement_account a on a.code = of_account and d.channel = any (a.channels)
        where d.id = of_deposit)
      or of_kind in ('withdrawal', 'return') and exists (select from withdrawal w join statement_account a on a.code = of_account and a.pays_out
        and a.currency = w.currency where w.id = of_withdrawal)
    then statement_thing_amount(of_kind, of_deposit, of_withdrawal) end
$$;

-- A match that no longer says what the books say, because they changed after it.
alter table statement_match add differs_since timestamptz;
comment on column statement_match.differs_since is 'Since its thing comes to another amount than its entries; null while they agree.';

create function compare_statement_match() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_deposit uuid := case tg_table_name when 'deposit' then (to_jsonb(new) ->> 'id')::uuid when 'chain_finding' then (to_jsonb(new) ->> 'deposit_id')::uuid end;
  of_withdrawal uuid := case tg_table_name when 'withdrawal' then (to_jsonb(new) ->> 'id')::uuid end;
begin
  update statement_match m set differs_since = case when c.agrees then null else coalesce(m.differs_since, clock_timestamp()) end
    from (select x.id, coalesce((select sum(e.amount) from statement_entry e where e.match_id = x.id)
        = statement_thing_amount(x.kind, x.deposit_id, x.withdrawal_id), false) as agrees
      from statement_match x where x.undone_at is null and (x.deposit_id = of_deposit or x.withdrawal_id = of_withdrawal)) c
    where m.id = c.id and (m.differs_since is null) <> c.agrees;
  return null;
end $$;
create trigger compare_statement_match after update of status, credited on deposit for each row
  when ((old.status, old.credited) is distinct from (new.status, new.credited)) execute function compare_statement_match();
create trigger compare_statement_match after update of status, paid_out on withdrawal for each row
  when ((old.status, old.paid_out) is distinct from (new.status, new.paid_out)) execute function compare_statement_match();
create trigger compare_statement_match after insert or update on chain_finding for each row execute function compare_statement_match();

-- What is compared when a match is made or left, and whose act it is: not when the books change beneath it.
drop trigger check_statement_match on statement_match;
create constraint trigger check_statement_match after insert or update of undone_by on statement_match deferrable initially deferred
  for each row execute function check_statement_match();
drop trigger require_entry on statement_match;
create constraint trigger require_entry after insert or update of undone_by on statement_match deferrable initially deferred
  for each row when (new.operator_id is not null or new.undone_by is not null)
  execute function require_entry('statementMatch', 'id', 'operator_id', 'undone_by');

-- What is certain is found while a file is taken in, or by the worker. Nobody writes at the console that something is, and no entry of the audit.
create function check_certain_match() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' and not exists (select from audit a where a.subject_type = 'statementFile'
    and a.command = 'console/statements/import' and a.actor_id = current_operator() and a.at >= transaction_timestamp()
    and a.xmin = pg_current_xact_id()::xid) then
    raise exception 'STATEMENT_REFUSED: NOT_CERTAIN' using errcode = 'CD364';
  end if;
  return null;
end $$;
create constraint trigger check_certain_match after insert on statement_match deferrable initially deferred
  for each row when (new.operator_id is null) execute function check_certain_match();

-- A match waits for whoever changes its thing, and holds for whoever would.
create or replace function keep_statement_match() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.undone_by is not null then
      raise exception 'STATEMENT_REFUSED: UNDONE' using errcode = 'CD362';
    end if;
    perform from deposit d where d.id = new.deposit_id for share;
    perform from withdrawal w where w.id = new.withdrawal_id for share;
    new.made_at := clock_timestamp();
    new.undone_at := null;
    new.differs_since := null;
    return new;
  end if;
  if old.undone_by is not null or (new.id, new.account, new.kind, new.deposit_id, new.withdrawal_id, new.code, new.note, new.operator_id, new.made_at)
    is distinct from (old.id, old.account, old.kind, old.deposit_id, old.withdrawal_id, old.code, old.note, old.operator_id, old.made_at) then
    raise exception 'STATEMENT_REFUSED: UNDONE' using errcode = 'CD362';
  end if;
  if new.undone_by is not null then
    new.undone_at := clock_timestamp();
    update statement_entry set match_id = null where match_id = new.id;
  end if;
  return new;
end $$;

-- A statement is written with its file, and its entries with it, all at once: nobody adds a line later.
create function keep_statement() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from statement_file f where f.id = new.file_id and f.account = new.account and f.xmin = pg_current_xact_id()::xid) then
    raise exception 'STATEMENT_REFUSED: FILE' using errcode = 'CD365';
  end if;
  return new;
end $$;
create trigger keep_statement before insert on statement for each row execute function keep_statement();

create function check_statement_entries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (select n.statement_id from added n group by 1) a join statement s on s.id = a.statement_id
      cross join lateral (select count(*) as entries, sum(e.amount) as amount, min(e.booked_on) as first_on, max(e.booked_on) as last_on,
        bool_or(e.account <> s.account) as is_elsewhere from statement_entry e where e.statement_id = s.id) e
    where e.is_elsewhere or e.entries <> s.entries or (e.first_on, e.last_on) is distinct from (s.first_on, s.last_on)
      or s.opening is not null and s.opening + e.amount <> s.closing) then
    raise exception 'STATEMENT_REFUSED: ENTRIES' using errcode = 'CD365';
  end if;
  return null;
end $$;
create trigger check_statement_entries after insert on statement_entry referencing new table as added
  for each statement execute function check_statement_entries();

-- Things of an account without a match, that one of these words names: the number in capitals, the hash in small letters, the reference of the bank.
-- `undone`: an operator took such a match back, so that it is never certain again.
create function statement_named_things(of_account text, words text[])
  returns table (kind text, id uuid, amount bigint, names text[], undone boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  with w as (select upper(x) as capital, lower(x) as small from unnest(words) x),
  found as (
    select 'deposit' as kind, d.id, array_remove(array[d.reference, d.txid], null) as names
    from deposit d join statement_account a on a.code = of_account and d.channel = any (a.channels)
    where d.status in ('pending', 'reviewing', 'seconding', 'approved')
      and (d.reference in (select capital from w) or lower(d.txid) in (select small from w))
    union all
    select k.kind, p.id, array_remove(array[p.reference, p.bank_ref], null)
    from withdrawal p join statement_account a on a.code = of_account and a.pays_out and a.currency = p.currency
      cross join (values ('withdrawal'), ('return')) k (kind)
    where p.status = 'approved' and (k.kind = 'withdrawal' or p.paid_out in ('returning', 'returned'))
      and (p.reference in (select capital from w)
        or p.id in (select r.withdrawal_id from payout_reference r where r.ref_key in (select payout_ref_key(w.small) from w))))
  select f.kind, f.id, statement_thing_amount(f.kind, case f.kind when 'deposit' then f.id end, case when f.kind <> 'deposit' then f.id end), f.names,
    exists (select from statement_match m where m.kind = f.kind and f.id in (m.deposit_id, m.withdrawal_id) and m.undone_at is not null)
  from found f
  where not exists (select from statement_match m where m.kind = f.kind and f.id in (m.deposit_id, m.withdrawal_id) and m.undone_at is null)
$$;

-- The worker found that these open entries are certainly this thing. The database looks again whether each names it; the sums are compared at
-- the end of the transaction. Null: it is not so, or no longer.
create function match_certain(of_account text, of_kind text, of_thing uuid, of_entries uuid[]) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  thing record;
  total numeric;
  found_entries int;
  match uuid := uuidv7();
begin
  perform wait_turn('statements');
  select n.* into thing from statement_named_things(of_account, array(
    select distinct x from statement_entry e, regexp_split_to_table(concat_ws(' ', e.bank_ref, e.end_to_end_id, e.words), '[^[:alnum:]]+') x
    where e.id = any (of_entries))) n where n.kind = of_kind and n.id = of_thing and not n.undone;
  if not found then return null; end if;
  perform from statement_entry e where e.id = any (of_entries) for update;
  select count(*), sum(e.amount) into found_entries, total from statement_entry e
    where e.id = any (of_entries) and e.account = of_account and e.match_id is null and exists (select from unnest(thing.names) n (name)
      where length(name) >= 6 and position(regexp_replace(lower(name), '^0x|[^[:alnum:]]', '', 'g')
        in regexp_replace(lower(concat_ws(' ', e.bank_ref, e.end_to_end_id, e.words)), '[^[:alnum:]]', '', 'g')) > 0);
  if found_entries <> cardinality(of_entries) or total is distinct from thing.amount then return null; end if;
  insert into statement_match (id, account, kind, deposit_id, withdrawal_id)
    values (match, of_account, of_kind, case of_kind when 'deposit' then of_thing end, case when of_kind <> 'deposit' then of_thing end);
  update statement_entry set match_id = match where id = any (of_entries);
  return match;
end $$;

revoke execute on function statement_thing_amount(text, uuid, uuid), compare_statement_match(), check_certain_match(), keep_statement(),
  check_statement_entries(), statement_named_things(text, text[]), match_certain(text, text, uuid, uuid[]) from public;
grant execute on function statement_thing_amount(text, uuid, uuid) to candor_console;
grant execute on function statement_named_things(text, text[]) to candor_console, candor_worker;
grant execute on function match_certain(text, text, uuid, uuid[]) to candor_worker;
grant select (code) on statement_account to candor_worker;
grant select (id, account, booked_on, amount, bank_ref, end_to_end_id, words, match_id) on statement_entry to candor_worker;
