-- What operators do is chained: every entry carries the hash of the one before, and the database itself makes the hash. Who
-- changes or removes an entry later, the owner included, breaks the chain, and the walk names the first entry that is not
-- what it was. Entries of members are not chained, so members never wait for each other.

alter table audit
  add seq       bigint unique,
  add prev_hash bytea check (length(prev_hash) = 32),
  add hash      bytea check (length(hash) = 32),
  add constraint audit_chain_check check ((seq is null) = (hash is null) and (seq is null) = (prev_hash is null));
create index audit_command on audit (command text_pattern_ops, id desc);
create index audit_at on audit (at);

create table audit_head (
  only_row boolean primary key default true check (only_row),
  seq      bigint not null,
  hash     bytea not null check (length(hash) = 32)
);
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
comment on table audit_head is 'The newest entry of the chain. Only operators lock it, at the end of what they do.';

create function audit_hash(entry audit) returns bytea
language sql stable parallel safe as $$
  select sha256(convert_to('candor-audit-v1' || E'\n' || encode(entry.prev_hash, 'hex') || E'\n' || jsonb_build_array(entry.seq,
    to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id, entry.command, entry.subject_type,
    entry.subject_id, entry.detail)::text, 'UTF8'))
$$;

create function chain_audit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head%rowtype;
begin
  if calling_role() <> 'candor_console' then return new; end if;
  select * into strict head from audit_head for update;
  -- Only after the lock, so that the order of the chain is the order in time.
  new.at := clock_timestamp();
  new.seq := head.seq + 1;
  new.prev_hash := head.hash;
  new.hash := audit_hash(new);
  update audit_head set seq = new.seq, hash = new.hash;
  return new;
end $$;
create trigger chain_audit before insert on audit for each row execute function chain_audit();

revoke execute on function audit_hash(audit), chain_audit() from public;
grant execute on function audit_hash(audit) to candor_console;
grant insert (actor_id, command, subject_type, subject_id, detail) on audit to candor_console;
grant select on audit, audit_head to candor_console;
