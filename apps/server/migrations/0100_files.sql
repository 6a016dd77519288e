-- Pictures that members send: photos of papers, proofs of deposits, avatars. The bytes are outside the database, sealed; a row
-- says whose they are and what they are for. A row that no other row refers to is deleted after a day, with its bytes.

create table file (
  id           uuid primary key,
  member_id    bigint not null references member (id),
  purpose      text not null check (purpose in ('identity', 'avatar', 'depositProof')),
  bytes        integer not null check (bytes between 1 and 8388608),
  sha256       bytea not null check (length(sha256) = 32),
  created_at   timestamptz not null default clock_timestamp(),
  unused_since timestamptz default clock_timestamp(),
  -- So that a row of a member can refer to the member's own files only.
  unique (id, member_id)
);
comment on column file.sha256 is 'Of the picture as it is stored, before it is sealed.';
comment on column file.unused_since is 'Null while another row refers to this one.';
create index file_member on file (member_id, created_at);
create index file_unused on file (unused_since) where unused_since is not null;

grant select, insert (id, member_id, purpose, bytes, sha256), update (unused_since) on file to candor_http;
grant select, delete on file to candor_worker;
