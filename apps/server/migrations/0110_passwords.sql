-- A member changes their own passwords. Only the two hashes can be written: no name, role or lock.
grant update (password_hash, withdraw_password_hash) on member to candor_http;

-- What has changed on an account, for its member to see. Nobody can change or delete a row.
create table security_event (
  id        bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  kind      text not null check (kind in ('password', 'withdrawPassword')),
  device    text not null check (length(device) <= 300),
  at        timestamptz not null default clock_timestamp()
);
create index security_event_member on security_event (member_id, id desc);
grant select, insert (member_id, kind, device) on security_event to candor_http;
grant select on security_event to candor_console;

-- An operator's password changes only in a transaction that names the hash it replaces: nobody sets it blindly, and nobody sets
-- those of many at once. The owner may, to help an operator who forgot it.
create function keep_operator_password() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.password_hash is distinct from old.password_hash and old.roles <> '{member}'
    and current_user = 'candor_http' and current_setting('candor.seen_hash', true) is distinct from old.password_hash then
    raise exception 'OPERATOR_PASSWORD' using errcode = '42501';
  end if;
  return new;
end $$;
revoke execute on function keep_operator_password() from public;
create trigger keep_operator_password before update of password_hash on member
  for each row execute function keep_operator_password();
