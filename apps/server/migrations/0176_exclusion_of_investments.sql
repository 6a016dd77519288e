-- A member who excluded themselves invests nothing: no purchase, no holding that continues by itself, nothing into the savings. What
-- runs goes on, and money out of the savings is always free.

-- CD160 is what the business day takes as "not continued": the holding matures and its money is free.
create function refuse_excluded_holding() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from member m where m.id = new.member_id and m.guarded and m.excluded_until > clock_timestamp()) then
    raise exception 'HOLDING_REFUSED: EXCLUDED' using errcode = 'CD160';
  end if;
  return new;
end $$;
create trigger keep_exclusion before insert on holding for each row execute function refuse_excluded_holding();

-- Idle money that would go by itself stays where it is: its row is left out, so that the close of the business date goes on.
create function refuse_excluded_savings() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.direction = 'out'
    or not exists (select from member m where m.id = new.member_id and m.guarded and m.excluded_until > clock_timestamp()) then
    return new;
  end if;
  if new.auto_on is not null then
    return null;
  end if;
  raise exception 'SAVINGS_REFUSED: EXCLUDED' using errcode = 'CD161';
end $$;
create trigger keep_exclusion before insert on savings_transfer for each row execute function refuse_excluded_savings();

revoke execute on function refuse_excluded_holding(), refuse_excluded_savings() from public;
