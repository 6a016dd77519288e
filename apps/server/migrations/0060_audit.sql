-- Who did what, written in the transaction that did it. Insert-only. An order and a message need no entry: their own rows
-- say the same, and cannot be changed either.

create table audit (
  id           bigint generated always as identity primary key,
  at           timestamptz not null default clock_timestamp(),
  actor_id     bigint not null references member (id),
  command      text not null check (length(command) <= 64),
  subject_type text not null check (length(subject_type) <= 32),
  subject_id   text not null check (length(subject_id) <= 64),
  detail       jsonb not null default '{}' check (length(detail::text) <= 4000)
);
create index audit_subject on audit (subject_type, subject_id, id desc);
create index audit_actor on audit (actor_id, id desc);

-- The moment is the database's own: nobody may name another.
grant insert (actor_id, command, subject_type, subject_id, detail) on audit to candor_http;
