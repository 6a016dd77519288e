-- Puzzles that a stranger's form was sent with. Each works once, in every process of the site. A row costs its sender work,
-- and is deleted when its puzzle is too old to be taken: every use deletes a few of them.

create table used_puzzle (
  id         bytea primary key check (length(id) = 16),
  expires_at timestamptz not null
);
comment on table used_puzzle is 'Solved puzzles that were used, until they expire. Written by use_puzzle() alone.';
create index used_puzzle_expiry on used_puzzle (expires_at);

-- True for the first use. A puzzle that expires later than any puzzle does is not one of ours.
create function use_puzzle(p_id bytea, p_expires_at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_expires_at <= clock_timestamp() or p_expires_at > clock_timestamp() + interval '1 hour' then
    return false;
  end if;
  delete from used_puzzle where id in (
    select id from used_puzzle where expires_at < clock_timestamp() order by expires_at limit 4 for update skip locked);
  insert into used_puzzle (id, expires_at) values (p_id, p_expires_at) on conflict do nothing;
  return found;
end $$;

revoke execute on function use_puzzle(bytea, timestamptz) from public;
grant execute on function use_puzzle(bytea, timestamptz) to candor_http, candor_console;

-- Whether an address is in a network from which some member logs in: such networks have a share of the site's work of their own.
create index login_network_of on login_network (network, last_at);
