-- Logos stay for ever, so nobody may send them without end.
create function bound_site_logos() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform wait_turn('site/logo');
  if (select count(*) from site_logo l where l.created_at > clock_timestamp() - interval '24 hours') >= 50 then
    raise exception 'LOGOS_REFUSED: TOO_MANY' using errcode = 'CD045';
  end if;
  return new;
end $$;
create trigger bound_site_logos before insert on site_logo for each row execute function bound_site_logos();
revoke execute on function bound_site_logos() from public;
