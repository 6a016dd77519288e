-- Witnesses of the order log: the newest head that each of them cosigned. Anyone checks the line by the witness's key; here
-- the database only sees to it that what is kept is a head of its own log, and never an older one (decision 065).

create table log_witness (
  key         text primary key,
  due_at      timestamptz not null,
  size        bigint references order_log_head,
  checkpoint  text,
  cosigned_at timestamptz,
  refusal     text,
  refused_at  timestamptz,
  constraint log_witness_key_check check (length(key) between 1 and 400),
  constraint log_witness_check check (num_nulls(size, checkpoint, cosigned_at) in (0, 3)),
  constraint log_witness_checkpoint_check check (length(checkpoint) <= 2000),
  constraint log_witness_refusal_check
    check (refusal in ('NOT_UNDERSTOOD', 'KEY_UNKNOWN', 'LOG_UNKNOWN', 'OTHER_HISTORY', 'HISTORY_CHANGED', 'LOG_SHRANK')),
  constraint log_witness_check1 check ((refusal is null) = (refused_at is null))
);
comment on table log_witness is
  'The newest head that each witness cosigned, by its key. Nobody asks it again before due_at. refusal: what it says of the head now.';

-- A witness that has cosigned a head never falls back to an older one, and the note is of that very head.
create function keep_log_witness() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  body text := (select E'candor-order-log\n' || size || E'\n' || encode(root, 'base64') || E'\n\n' from order_log_head where size = new.size);
begin
  if tg_op = 'UPDATE' and (new.key <> old.key or old.size > coalesce(new.size, -1)) then
    raise exception 'WITNESS_REFUSED: NOT_NEWER' using errcode = 'CD010', table = 'log_witness';
  end if;
  if new.size is not null and (not starts_with(new.checkpoint, body)
      or substring(new.checkpoint from length(body) + 1) !~ '^— [^\s]+ [A-Za-z0-9+/=]+\n— [^\s]+ [A-Za-z0-9+/=]+\n$') then
    raise exception 'WITNESS_REFUSED: CHECKPOINT' using errcode = 'CD010', table = 'log_witness';
  end if;
  return new;
end $$;
create trigger keep_log_witness before insert or update on log_witness for each row execute function keep_log_witness();
create trigger keep_sealed before delete or truncate on log_witness for each statement execute function keep_sealed();

revoke execute on function keep_log_witness() from public;
grant select, insert (key, due_at), update (due_at, size, checkpoint, cosigned_at, refusal, refused_at) on log_witness to candor_worker;
grant select (key, size, checkpoint, cosigned_at) on log_witness to candor_http;
