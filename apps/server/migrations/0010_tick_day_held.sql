-- As before, and asked product by product for any one tick of the day: a look at each, where a join read the whole day.
create or replace function tick_day_held(day date) returns text
language sql stable as $$
  select case
    when tick_day_start(day + 1) > clock_timestamp() - interval '90 days' then 'NOT_COLD'
    when exists (select from product p
      cross join lateral (select from tick t
        where t.product = p.code and t.at >= tick_day_start(day) and t.at < tick_day_start(day + 1) limit 1) one
      where not exists (select from checkpoint c where c.product = p.code and c.at >= tick_day_start(day + 2))) then 'NOT_SIGNED_BEYOND'
    when exists (select from position o where o.closes_at >= tick_day_start(day) and o.closes_at < tick_day_start(day + 2)) then 'ORDER_OPEN'
  end
$$;
