-- Photos of papers that were rejected are erased after a while (REJECTED_PHOTOS_DAYS): the site needs them no more. The row of
-- the file stays and says when, so that every photo an operator saw can still be accounted for.

alter table file add column erased_at timestamptz;
comment on column file.erased_at is 'When its bytes were erased. The row stays, because a rejected submission refers to it.';
create index file_identity_kept on file (created_at) where purpose = 'identity' and erased_at is null;

grant update (erased_at) on file to candor_worker;
grant select (member_id, status, decided_at, front_file, back_file) on verification to candor_worker;
grant insert (actor_id, command, subject_type, subject_id, detail) on audit to candor_worker;
