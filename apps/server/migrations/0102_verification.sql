-- Who a member is: what they submitted, and what an operator decided. Each submission is a row. Its papers never change, its
-- state changes only along verification_edge, and what is decided stays. The newest row says how the member stands.

create table verification_edge (
  from_state text not null,
  to_state   text not null,
  primary key (from_state, to_state)
);
comment on table verification_edge is 'The edges of packages/domain/src/identity/verification.ts.';
insert into verification_edge values ('pending', 'verified'), ('pending', 'rejected');

create table verification (
  id            bigint generated always as identity (start 1001) primary key,
  member_id     bigint not null references member (id),
  status        text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  version       integer not null default 1 check (version > 0),
  name_sealed   bytea not null check (length(name_sealed) between 29 and 1000),
  number_sealed bytea not null check (length(number_sealed) between 29 and 1000),
  number_hash   bytea not null check (length(number_hash) = 32),
  front_file    uuid not null,
  back_file     uuid not null,
  submitted_at  timestamptz not null default clock_timestamp(),
  taken_by      bigint references member (id),
  taken_at      timestamptz,
  decided_by    bigint references member (id),
  decided_at    timestamptz,
  reason        text check (reason ~ '^[A-Z_]{2,40}$'),
  wrong         text[] not null default '{}' check (wrong <@ '{realName,idNumber,front,back}'),
  note          text check (length(note) between 1 and 500),
  -- A submission has its own member's pictures.
  foreign key (front_file, member_id) references file (id, member_id),
  foreign key (back_file, member_id) references file (id, member_id),
  -- Nobody decides about themselves.
  check (taken_by <> member_id and decided_by <> member_id),
  check ((taken_by is null) = (taken_at is null)),
  check ((status = 'pending') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  check ((status = 'rejected') = (reason is not null)),
  check ((status = 'rejected') = (cardinality(wrong) > 0))
);
comment on column verification.number_hash is 'HMAC of the identity number under a secret of the site: equal numbers are found without opening them.';
create unique index verification_pending on verification (member_id) where status = 'pending';
create unique index verification_verified on verification (member_id) where status = 'verified';
-- One person is verified once.
create unique index verification_number on verification (number_hash) where status = 'verified';
create index verification_member on verification (member_id, id desc);
create index verification_queue on verification (status, id);
create index verification_number_used on verification (number_hash);

-- A submission begins without a decision. Each change makes a new version, and a decision is made by who took it.
create function keep_verification() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or new.taken_by is not null then
      raise exception 'VERIFICATION_REFUSED: NOT_NEW' using errcode = 'CD007';
    end if;
    return new;
  end if;
  if old.status <> 'pending' then
    raise exception 'VERIFICATION_REFUSED: DECIDED' using errcode = 'CD007';
  end if;
  if (new.member_id, new.name_sealed, new.number_sealed, new.number_hash, new.front_file, new.back_file, new.submitted_at)
    is distinct from (old.member_id, old.name_sealed, old.number_sealed, old.number_hash, old.front_file, old.back_file, old.submitted_at)
  then
    raise exception 'VERIFICATION_REFUSED: PAPERS' using errcode = 'CD007';
  end if;
  if new.status <> old.status then
    if not exists (select from verification_edge e where e.from_state = old.status and e.to_state = new.status) then
      raise exception 'VERIFICATION_REFUSED: EDGE' using errcode = 'CD007';
    end if;
    if new.decided_by is distinct from old.taken_by then
      raise exception 'VERIFICATION_REFUSED: NOT_TAKEN' using errcode = 'CD007';
    end if;
    new.decided_at := clock_timestamp();
  else
    new.taken_at := case when new.taken_by is null then null else clock_timestamp() end;
  end if;
  new.version := old.version + 1;
  return new;
end $$;
revoke execute on function keep_verification() from public;
create trigger keep_verification before insert or update on verification
  for each row execute function keep_verification();

grant select, insert (member_id, name_sealed, number_sealed, number_hash, front_file, back_file) on verification to candor_http;
grant select on verification, verification_edge, file to candor_console;
grant update (status, taken_by, decided_by, reason, wrong, note) on verification to candor_console;

-- A member's picture of themselves is one of their files. The text beside it is no longer written.
alter table member add column avatar_file uuid, add foreign key (avatar_file, id) references file (id, member_id);
revoke update (avatar) on member from candor_http;
grant update (avatar_file) on member to candor_http;
