-- The feed judges each second by the price rule of the newest terms of a product, and a receipt by that of the terms of its order. They agree
-- only while that rule stays as it is: under another one, true receipts of running orders would be invalid. So new terms have the rule of the
-- terms before them. Whoever wants to change a rule must first make feed and receipts judge a second by one and the same.

-- A version that left them out would have got a rule of nobody's choice.
alter table terms alter column accept_within_ms drop default;
alter table terms alter column fresh_ms drop default;
alter table terms alter column near_ppm drop default;
alter table terms alter column min_sources drop default;

-- What is left out stays as it was; without terms before, it is what 0018 gave. Terms from before there were rules bind nobody to one.
create function keep_price_rule() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  before terms;
begin
  perform from product where code = new.product for no key update;
  select * into before from terms where product = new.product order by version desc limit 1;
  new.accept_within_ms := coalesce(new.accept_within_ms, before.accept_within_ms, 3000);
  new.fresh_ms := coalesce(new.fresh_ms, before.fresh_ms, 5000);
  new.near_ppm := coalesce(new.near_ppm, before.near_ppm, 5000);
  new.min_sources := coalesce(new.min_sources, before.min_sources, 1);
  if before.fresh_ms is not null
    and (new.fresh_ms, new.near_ppm, new.min_sources) is distinct from (before.fresh_ms, before.near_ppm, before.min_sources) then
    raise exception 'PRICE_RULE_FIXED' using errcode = 'CD041', detail = new.product, table = 'terms';
  end if;
  return new;
end $$;
-- Before terms_document, which writes what the row says.
create trigger keep_price_rule before insert on terms for each row execute function keep_price_rule();
revoke execute on function keep_price_rule() from public;
