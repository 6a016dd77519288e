-- Time stamps of the order log (RFC 3161): that a head existed at an hour, said by an authority that is not the site.
-- Anyone checks a token by the authority's certificate; here the database only sees to it that it is for a head of its own
-- log, and that none is changed or taken away (decision 067).

create table log_time_stamp (
  hour       timestamptz primary key,
  size       bigint not null references order_log_head,
  checkpoint text not null,
  authority  text not null,
  stamped_at timestamptz not null,
  token      bytea not null,
  constraint log_time_stamp_hour_check check (extract(epoch from hour)::bigint % 3600 = 0),
  constraint log_time_stamp_checkpoint_check check (length(checkpoint) <= 2000),
  constraint log_time_stamp_authority_check check (length(authority) between 1 and 200),
  constraint log_time_stamp_token_check check (octet_length(token) between 1 and 32768)
);
comment on table log_time_stamp is
  'Heads of the order log with the token of a time stamping authority (RFC 3161), at most one an hour. The token is over the bytes of checkpoint.';

create function keep_log_time_stamp() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  body text := (select E'candor-order-log\n' || size || E'\n' || encode(root, 'base64') || E'\n\n' from order_log_head where size = new.size);
begin
  if not starts_with(new.checkpoint, body)
      or substring(new.checkpoint from length(body) + 1) !~ '^— [^\s]+ [A-Za-z0-9+/=]+\n$' then
    raise exception 'TIME_STAMP_REFUSED: CHECKPOINT' using errcode = 'CD010', table = 'log_time_stamp';
  end if;
  return new;
end $$;
create trigger keep_log_time_stamp before insert on log_time_stamp for each row execute function keep_log_time_stamp();
create trigger keep_sealed before update or delete or truncate on log_time_stamp for each statement execute function keep_sealed();

revoke execute on function keep_log_time_stamp() from public;
grant select, insert on log_time_stamp to candor_worker;
grant select on log_time_stamp to candor_http;
