-- The currency of a site is a setting (SITE_CURRENCY) and no longer a default of the database. Two decimals where nobody
-- said so would turn every stored amount into another one.
alter table site alter column currency drop default, alter column currency_symbol drop default,
  alter column currency_decimals drop default, alter column practice_grant drop default,
  add check (currency <> '');

-- As before, but terms need a site: without its currency their amounts say nothing.
create or replace function terms_document(entry terms) returns text
language sql stable set search_path = public, pg_temp as $$
  select '{"currency":' || to_json(site.currency)::text || ',"currencyDecimals":' || site.currency_decimals
    || ',"decimals":' || p.decimals || ',"durations":[' || (
      select string_agg('{"maxStake":"' || price_text((offer ->> 'maxStake')::bigint, site.currency_decimals)
        || '","minStake":"' || price_text((offer ->> 'minStake')::bigint, site.currency_decimals)
        || '","payoutRate":"' || price_text((offer ->> 'payoutRate')::bigint, 4::smallint)
        || '","seconds":' || (offer ->> 'seconds')::int || '}', ',' order by (offer ->> 'seconds')::int)
      from jsonb_array_elements(entry.durations) as offer
    ) || '],"feeRate":"' || price_text(entry.fee_rate, 4::smallint) || '","format":"candor-terms-v1","product":"' || p.code
    || '","ruleVersion":1,"version":' || entry.version || '}'
  from site, product p
  where p.code = entry.product
$$;

-- Once terms are published or money has moved, another currency would change what every stored amount means.
create function keep_site_currency() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.currency, new.currency_decimals) is distinct from (old.currency, old.currency_decimals)
    and (exists (select from transfer) or exists (select from terms)) then
    raise exception 'SITE_CURRENCY_FIXED' using errcode = 'CD040';
  end if;
  return new;
end $$;
create trigger keep_site_currency before update on site for each row execute function keep_site_currency();
revoke execute on function keep_site_currency() from public;
