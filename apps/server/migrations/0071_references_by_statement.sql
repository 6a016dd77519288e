-- What every order writes refers to members, terms, orders and accounts. A check row by row was half of the cost of writing
-- it. These references are now checked once a statement, by the functions that write the rows, which are the only way in:
-- accept_orders looks up members and terms, accept_settlements the orders, write_transfers the accounts. The constraints
-- stay declared, so that the schema says what refers to what, and a table that is referred to cannot be truncated.
--
-- The other side is stricter than before: keys that are referred to never change, and rows that are referred to are never
-- deleted. No role can do either; only the owner could.

alter table trade_order
  alter constraint trade_order_member_id_fkey not enforced,
  alter constraint trade_order_product_terms_version_fkey not enforced;
alter table position alter constraint position_order_id_fkey not enforced;
alter table settlement alter constraint settlement_order_id_fkey not enforced;
alter table transfer
  alter constraint transfer_debit_account_wallet_currency_fkey not enforced,
  alter constraint transfer_credit_account_wallet_currency_fkey not enforced,
  alter constraint transfer_pending_id_fkey not enforced;

create function refuse_key_change() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'KEY_FIXED: %', tg_table_name using errcode = '23503', table = tg_table_name;
end $$;
create trigger keep_key before update of id on member for each statement execute function refuse_key_change();
create trigger keep_key before update of product, version on terms for each statement execute function refuse_key_change();
create trigger keep_key before update of id, wallet, currency on account for each statement execute function refuse_key_change();
create trigger keep_key before update of id, member_id, wallet, product, terms_version on trade_order
  for each statement execute function refuse_key_change();
create trigger keep_key before update of order_id, member_id, wallet, product on position
  for each statement execute function refuse_key_change();
create trigger keep_key before update of order_id, member_id on settlement for each statement execute function refuse_key_change();
create trigger keep_key before update of id, debit_account, credit_account, wallet, currency, pending_id on transfer
  for each statement execute function refuse_key_change();

-- The lock waits for every transaction that wrote a row which may refer to one of these, and lets no other begin.
create function refuse_orphans() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  orphan text;
begin
  if tg_table_name in ('member', 'terms') then lock table trade_order in share row exclusive mode;
  elsif tg_table_name = 'trade_order' then lock table position, settlement in share row exclusive mode;
  else lock table transfer in share row exclusive mode;
  end if;
  case tg_table_name
    when 'member' then
      select 'trade_order' into orphan from gone g join trade_order o on o.member_id = g.id limit 1;
    when 'terms' then
      select 'trade_order' into orphan from gone g join trade_order o on o.product = g.product and o.terms_version = g.version limit 1;
    when 'trade_order' then
      select t.name into orphan from gone g cross join lateral (
        select 'position' as name from position p where p.order_id = g.id
        union all select 'settlement' from settlement s where s.order_id = g.id) t limit 1;
    when 'account' then
      select 'transfer' into orphan from gone g join transfer t on g.id in (t.debit_account, t.credit_account) limit 1;
    when 'transfer' then
      select 'transfer' into orphan from gone g join transfer t on t.pending_id = g.id limit 1;
  end case;
  if orphan is not null then
    raise exception 'STILL_REFERENCED: % from %', tg_table_name, orphan using errcode = '23503', table = tg_table_name;
  end if;
  return null;
end $$;
create trigger keep_parent after delete on member referencing old table as gone for each statement execute function refuse_orphans();
create trigger keep_parent after delete on terms referencing old table as gone for each statement execute function refuse_orphans();
create trigger keep_parent after delete on trade_order referencing old table as gone for each statement execute function refuse_orphans();
create trigger keep_parent after delete on account referencing old table as gone for each statement execute function refuse_orphans();
create trigger keep_parent after delete on transfer referencing old table as gone for each statement execute function refuse_orphans();

-- Rows that come another way than through a trigger of ours: transfers from write_transfers, and what the owner writes.
-- A position is that of its order, in every column.
create function check_positions() returns trigger
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from written w
    left join lateral (select x.member_id, x.wallet, x.product, x.closes_at from trade_order x where x.id = w.order_id offset 0) o on true
    where (w.member_id, w.wallet, w.product, w.closes_at) is distinct from (o.member_id, o.wallet, o.product, o.closes_at)) then
    raise exception 'POSITION_WITHOUT_ORDER' using errcode = '23503', table = 'position';
  end if;
  return null;
end $$;
create trigger check_positions after insert on position referencing new table as written
  for each statement when (pg_trigger_depth() = 0) execute function check_positions();

create function check_transfers() returns trigger
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from (
      select debit_account as account, wallet, currency from written union select credit_account, wallet, currency from written) w
    left join lateral (select x.wallet, x.currency from account x where x.id = w.account offset 0) a on true
    where (w.wallet, w.currency) is distinct from (a.wallet, a.currency)) then
    raise exception 'TRANSFER_WITHOUT_ACCOUNT' using errcode = '23503', table = 'transfer';
  end if;
  if exists (select from written w where w.pending_id is not null
    and not exists (select from transfer p where p.id = w.pending_id)) then
    raise exception 'TRANSFER_WITHOUT_HOLD' using errcode = '23503', table = 'transfer';
  end if;
  return null;
end $$;
create trigger check_transfers after insert on transfer referencing new table as written
  for each statement when (pg_trigger_depth() = 0) execute function check_transfers();
revoke execute on function refuse_key_change(), refuse_orphans(), check_positions(), check_transfers() from public;
