-- Where a month has a place for its orders and none for their settlements, or the other way round, what is missing is made: it was not,
-- for the half that is there cannot be made again.

create or replace function ensure_order_month(month date) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms' as $$
declare
  suffix text := to_char(month, 'YYYYMM');
  begins uuid := month_id(month);
  ends uuid := month_id((date_trunc('month', month::timestamp) + interval '1 month')::date);
begin
  if to_regclass('trade_order_' || suffix) is not null and to_regclass('settlement_' || suffix) is not null then return; end if;
  perform pg_advisory_xact_lock(727014);
  if to_regclass('trade_order_' || suffix) is null then
    execute format('create table public.trade_order_%s (like trade_order including defaults including constraints including indexes)', suffix);
    execute format('create unique index trade_order_%1$s_key on trade_order_%1$s (member_id, key) where key is not null', suffix);
    execute format('alter table trade_order_%1$s add constraint trade_order_%1$s_no_key unique (no)', suffix);
    perform guard_month('trade_order', 'trade_order_' || suffix);
    execute format('alter table trade_order attach partition trade_order_%s for values from (%L) to (%L)', suffix, begins, ends);
  end if;
  if to_regclass('settlement_' || suffix) is null then
    execute format('create table public.settlement_%s (like settlement including defaults including constraints including indexes)', suffix);
    perform guard_month('settlement', 'settlement_' || suffix);
    execute format('alter table settlement attach partition settlement_%s for values from (%L) to (%L)', suffix, begins, ends);
  end if;
end $$;
