-- The months of orders that were there before 0056 refuse a closed account as the whole does, and as every month made since.

do $$
declare
  part text;
begin
  for part in select i.inhrelid::regclass::text from pg_inherits i where i.inhparent = 'trade_order'::regclass loop
    perform guard_month('trade_order', part);
  end loop;
end $$;
