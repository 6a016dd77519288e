-- What guards the console's login is counted in tables of its own. Whoever is at the member site, or has the login of the role http,
-- cannot use up the tries of operators, and cannot clear their locks. The other way round it is the same.

create table console_captcha (like captcha including defaults including indexes,
  constraint console_captcha_level_check check (level between 0 and 2),
  constraint console_captcha_used_by_check check (length(used_by) = 32),
  constraint console_captcha_check check ((used_by is null) = (passed is null)));
create table console_login_failure (like login_failure including defaults including indexes,
  constraint console_login_failure_lane_check check (length(lane) <= 64),
  constraint console_login_failure_failures_check check (failures >= 0));
create table console_login_budget (like login_budget including defaults including indexes,
  constraint console_login_budget_key_check check (length(key) <= 64));
create table console_login_network (like login_network including defaults including indexes,
  constraint console_login_network_network_check check (length(network) <= 64),
  foreign key (member_id) references member (id));
create table console_rate_limit (like rate_limit including defaults including indexes);
comment on table console_captcha is 'As captcha, for the console.';
comment on table console_login_failure is 'As login_failure, for the console.';
comment on table console_login_budget is 'As login_budget, for the console.';
comment on table console_login_network is 'As login_network, for the console.';
comment on table console_rate_limit is 'As rate_limit, for the console.';

grant select on console_captcha, console_login_failure, console_login_budget, console_login_network, console_rate_limit
  to candor_console;
grant insert (id, answer_hash, level, expires_at), update (used_by, passed, expires_at) on console_captcha to candor_console;
grant insert (lane, failures), update (failures, locked_until, last_at) on console_login_failure to candor_console;
grant insert (key, drained_at), update (drained_at) on console_login_budget to candor_console;
grant insert (member_id, network), update (last_at) on console_login_network to candor_console;
grant insert (key, points, expire), update (points, expire) on console_rate_limit to candor_console;

create function clear_console_login_lane(cleared text) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from console_login_failure where lane = cleared
$$;

-- What is too old to matter, as in the tables of the member site.
create function forget_console_counts() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from console_captcha where expires_at < clock_timestamp();
  delete from console_login_failure where last_at < clock_timestamp() - interval '1 day';
  delete from console_login_budget where drained_at < clock_timestamp();
  delete from console_login_network where last_at < clock_timestamp() - interval '90 days';
  delete from console_rate_limit where expire < (extract(epoch from clock_timestamp()) - 3600) * 1000
$$;

revoke execute on function clear_console_login_lane(text), forget_console_counts() from public;
grant execute on function clear_console_login_lane(text) to candor_console;
grant execute on function forget_console_counts() to candor_worker;
