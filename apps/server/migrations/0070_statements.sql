-- Statements of banks and chains, and which of their entries are which deposits, withdrawals and returns. Nothing here moves money: a match
-- says that what was booked did happen (decision 178).

create table statement_account (
  code text primary key check (code ~ '^[a-z0-9-]{2,32}$'),
  name text not null check (length(name) between 1 and 60),
  number text not null default '' check (length(number) <= 80),
  currency text not null check (currency ~ '^[A-Z]{3,5}$'),
  decimals smallint not null check (decimals between 0 and 8),
  channels text[] not null default '{}',
  pays_out boolean not null default false,
  columns jsonb,
  operator_id bigint not null references operator,
  changed_at timestamptz not null default clock_timestamp()
);
comment on table statement_account is 'An account at a bank or on a chain, as operators described it.';
comment on column statement_account.number is 'IBAN, number or address. Empty: a file of any account is taken.';
comment on column statement_account.channels is 'Deposits by these channels arrive here. A channel has one account.';
comment on column statement_account.pays_out is 'Withdrawals may be paid from here, and come back to it.';
comment on column statement_account.columns is 'What the columns of its tables mean.';

create function keep_statement_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A channel has one account, also when two operators describe two at once.
  perform pg_advisory_xact_lock(727064, 1);
  if exists (select from statement_account a where a.code <> new.code and a.channels && new.channels)
    or exists (select from unnest(new.channels) c (code) where not exists (
      select from deposit_channel d where d.code = c.code and d.asset = new.currency and d.asset_decimals = new.decimals
        and d.kind = 'usdt' or d.code = c.code and d.kind <> 'usdt' and new.currency = (select s.currency from site s)))
    or exists (select from site s where s.currency = new.currency and s.currency_decimals <> new.decimals)
    or new.pays_out and new.currency <> (select s.currency from site s) then
    raise exception 'STATEMENT_REFUSED: CHANNELS' using errcode = 'CD360';
  end if;
  if tg_op = 'UPDATE' and (new.code, new.currency, new.decimals) is distinct from (old.code, old.currency, old.decimals) then
    raise exception 'STATEMENT_REFUSED: CURRENCY' using errcode = 'CD360';
  end if;
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger keep_statement_account before insert or update on statement_account
  for each row execute function keep_statement_account();
create trigger name_who_acts after insert or update on statement_account for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert or update on statement_account deferrable initially deferred
  for each row execute function require_entry('statementAccount', 'code', 'operator_id');

create table statement_file (
  id uuid primary key default uuidv7(),
  account text not null references statement_account,
  sha256 bytea not null check (length(sha256) = 32),
  bytes integer not null check (bytes between 1 and 8388608),
  operator_id bigint not null references operator,
  imported_at timestamptz not null default clock_timestamp(),
  erased_at timestamptz,
  constraint statement_file_once unique (account, sha256)
);
create index statement_file_kept on statement_file (imported_at) where erased_at is null;
comment on table statement_file is 'A file that was imported, once. Its bytes are sealed among the files of the site.';
comment on column statement_file.erased_at is 'When its bytes were erased, and the words of its entries with them.';
create trigger name_who_acts after insert on statement_file for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on statement_file deferrable initially deferred
  for each row execute function require_entry('statementFile', 'id', 'operator_id');

create table statement (
  id uuid primary key default uuidv7(),
  file_id uuid not null references statement_file,
  account text not null references statement_account,
  number text not null check (length(number) <= 140),
  opening bigint,
  closing bigint,
  first_on date,
  last_on date,
  entries integer not null check (entries >= 0),
  constraint statement_balances_check check ((opening is null) = (closing is null)),
  constraint statement_days_check check ((first_on is null) = (entries = 0) and (last_on is null) = (entries = 0) and first_on <= last_on)
);
create unique index statement_once on statement (account, number, opening, closing, last_on) nulls not distinct where number <> '';
create index statement_of_file on statement (file_id);
create index statement_of_account on statement (account, last_on, id);
create trigger need_operator after insert on statement for each statement execute function need_operator();
comment on table statement is 'Insert-only. What a file says of one stretch of time.';

create table statement_match (
  id uuid primary key default uuidv7(),
  account text not null references statement_account,
  kind text not null check (kind in ('deposit', 'withdrawal', 'return', 'explained')),
  deposit_id uuid references deposit,
  withdrawal_id uuid references withdrawal,
  code text check (code in ('bankFee', 'ownTransfer', 'interest', 'other')),
  note text check (length(note) between 1 and 500),
  operator_id bigint references operator,
  made_at timestamptz not null default clock_timestamp(),
  undone_by bigint references operator,
  undone_at timestamptz,
  constraint statement_match_subject_check check ((deposit_id is not null) = (kind = 'deposit')
    and (withdrawal_id is not null) = (kind in ('withdrawal', 'return')) and (code is not null) = (kind = 'explained')),
  constraint statement_match_explained_check check (kind <> 'explained' or operator_id is not null and (code <> 'other' or note is not null)),
  constraint statement_match_undone_check check ((undone_by is null) = (undone_at is null))
);
create unique index statement_match_deposit on statement_match (deposit_id) where undone_at is null;
create unique index statement_match_withdrawal on statement_match (withdrawal_id, kind) where undone_at is null;
comment on table statement_match is 'What entries are: one deposit, withdrawal or return, or an explanation.';
comment on column statement_match.operator_id is 'Null: it was certain.';

create table statement_entry (
  id uuid primary key default uuidv7(),
  statement_id uuid not null references statement,
  account text not null references statement_account,
  position integer not null check (position >= 0),
  booked_on date not null,
  valued_on date,
  amount bigint not null check (amount <> 0),
  is_reversal boolean not null,
  bank_ref text not null check (length(bank_ref) <= 140),
  end_to_end_id text not null check (length(end_to_end_id) <= 140),
  counterparty text check (length(counterparty) <= 140),
  words text check (length(words) <= 1000),
  mark bytea not null check (length(mark) = 32),
  match_id uuid references statement_match,
  constraint statement_entry_place unique (statement_id, position)
);
create index statement_entry_listed on statement_entry (account, booked_on, id);
create index statement_entry_open on statement_entry (account, booked_on, id) where match_id is null;
create index statement_entry_match on statement_entry (match_id) where match_id is not null;
create index statement_entry_mark on statement_entry (account, mark);
comment on table statement_entry is 'What a statement says, as it says it. Only what it was matched with changes.';
comment on column statement_entry.counterparty is 'Null once its file was erased, or its member forgotten.';
comment on column statement_entry.mark is 'SHA-256 of what it says: the same line in another file has the same.';

-- What a match stands for, in units of its account; null where it may not stand there. A deposit on a chain is what the chain found.
create function statement_match_amount(of_account text, of_kind text, of_deposit uuid, of_withdrawal uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select case when of_kind = 'deposit' then (
      select case when d.kind = 'usdt' then coalesce((select f.units::bigint from chain_finding f where f.deposit_id = d.id and f.found), d.asset_amount)
        else coalesce(d.credited, d.amount) end
      from deposit d join statement_account a on a.code = of_account and d.channel = any (a.channels)
      where d.id = of_deposit and d.status in ('pending', 'reviewing', 'seconding', 'approved'))
    when of_kind in ('withdrawal', 'return') then (
      select case of_kind when 'withdrawal' then w.fee - w.amount else w.amount - w.fee end
      from withdrawal w join statement_account a on a.code = of_account and a.pays_out and a.currency = w.currency
      where w.id = of_withdrawal and w.status = 'approved' and (of_kind = 'withdrawal' or w.paid_out in ('returning', 'returned')))
  end
$$;

-- At the end of a transaction each match has entries of its account that add up to what it stands for, and one that was undone has none.
create function check_statement_match() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids uuid[] := case when tg_table_name = 'statement_match' then array[(to_jsonb(new) ->> 'id')::uuid]
    else array_remove(array[(to_jsonb(new) ->> 'match_id')::uuid, (to_jsonb(old) ->> 'match_id')::uuid], null) end;
  m statement_match%rowtype;
  e record;
begin
  for m in select * from statement_match x where x.id = any (ids) loop
    select count(*) as entries, coalesce(sum(s.amount), 0) as amount, count(*) filter (where s.account <> m.account) as elsewhere
      into e from statement_entry s where s.match_id = m.id;
    if m.undone_at is not null and e.entries > 0
      or m.undone_at is null and (e.entries = 0 or e.elsewhere > 0 or m.kind <> 'explained'
        and statement_match_amount(m.account, m.kind, m.deposit_id, m.withdrawal_id) is distinct from e.amount) then
      raise exception 'STATEMENT_REFUSED: AMOUNT' using errcode = 'CD361', detail = m.id::text;
    end if;
  end loop;
  return null;
end $$;
create constraint trigger check_statement_match after insert or update on statement_match deferrable initially deferred
  for each row execute function check_statement_match();
create constraint trigger check_statement_match after insert or update of match_id on statement_entry deferrable initially deferred
  for each row when (new.match_id is not null) execute function check_statement_match();
-- An entry that left its match is looked at as well: what stays there would no longer add up.
create constraint trigger check_statement_match_left after update of match_id on statement_entry deferrable initially deferred
  for each row when (old.match_id is not null) execute function check_statement_match();

create function keep_statement_match() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.undone_by is not null then
      raise exception 'STATEMENT_REFUSED: UNDONE' using errcode = 'CD362';
    end if;
    new.made_at := clock_timestamp();
    new.undone_at := null;
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
create trigger keep_statement_match before insert or update on statement_match for each row execute function keep_statement_match();
create trigger need_operator after insert or update on statement_match for each statement execute function need_operator();
create trigger name_who_acts after insert or update on statement_match for each row execute function name_who_acts('operator_id', 'undone_by');
create constraint trigger require_entry after insert or update on statement_match deferrable initially deferred
  for each row when (new.operator_id is not null or new.undone_by is not null)
  execute function require_entry('statementMatch', 'id', 'operator_id', 'undone_by');

create trigger need_operator after insert or update on statement_entry for each statement execute function need_operator();

-- An entry takes a match only while it has none; a match is left by undoing it.
create function keep_statement_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.match_id is not null and old.match_id is distinct from new.match_id
    and (old.match_id is not null or exists (select from statement_match m where m.id = new.match_id and m.undone_at is not null)) then
    raise exception 'STATEMENT_REFUSED: MATCHED' using errcode = 'CD363';
  end if;
  return new;
end $$;
create trigger keep_statement_entry before update of match_id on statement_entry for each row execute function keep_statement_entry();

-- A file that was kept for its time goes, and with it the words that name people. What it proved stays.
create function erase_statement_file(of_file uuid, days int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update statement_file set erased_at = clock_timestamp() where id = of_file and erased_at is null
    and imported_at < clock_timestamp() - make_interval(days => days);
  if not found then return false; end if;
  update statement_entry e set counterparty = null, words = null from statement s where s.file_id = of_file and e.statement_id = s.id;
  return true;
end $$;

-- With who a member was goes what banks wrote about their payments.
create function forget_statement_words() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update statement_entry e set counterparty = null, words = null from statement_match m
    where e.match_id = m.id and (m.deposit_id in (select d.id from deposit d where d.member_id = new.member_id)
      or m.withdrawal_id in (select w.id from withdrawal w where w.member_id = new.member_id));
  return null;
end $$;
create trigger forget_statement_words after update of forgotten_at on member_closing for each row
  when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_statement_words();

revoke execute on function keep_statement_account(), statement_match_amount(text, text, uuid, uuid), check_statement_match(), keep_statement_match(),
  keep_statement_entry(), erase_statement_file(uuid, int), forget_statement_words() from public;
grant execute on function statement_match_amount(text, text, uuid, uuid) to candor_console;
grant execute on function erase_statement_file(uuid, int) to candor_worker;
grant select on statement_account, statement_file, statement, statement_match, statement_entry to candor_console;
grant insert (code, name, number, currency, decimals, channels, pays_out, columns, operator_id),
  update (name, number, channels, pays_out, columns, operator_id) on statement_account to candor_console;
grant insert (id, account, sha256, bytes, operator_id) on statement_file to candor_console;
grant insert (id, file_id, account, number, opening, closing, first_on, last_on, entries) on statement to candor_console;
grant insert (id, statement_id, account, position, booked_on, valued_on, amount, is_reversal, bank_ref, end_to_end_id, counterparty, words, mark),
  update (match_id) on statement_entry to candor_console;
grant insert (id, account, kind, deposit_id, withdrawal_id, code, note, operator_id), update (undone_by) on statement_match to candor_console;
grant select (id, imported_at, erased_at) on statement_file to candor_worker;
