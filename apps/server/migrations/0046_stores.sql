-- The stores of files (archived ticks, pictures of members) have an id each: a file in the store holds it, and so does site_key. A process that
-- sees another store is refused. The worker records an id once, at a site's first start; only the owner of the database changes it.
create function stand_as_store(store text, mark text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if store not in ('archive', 'files') or split_part(mark, ':', 1) <> store then
    raise exception 'no such store' using errcode = 'CD004';
  end if;
  perform pg_advisory_xact_lock(727, hashtext('store/' || store));
  insert into site_key (id) select mark where mark is not null and not exists (select from site_key where id like store || ':%');
  return (select id from site_key where id like store || ':%');
end $$;
revoke execute on function stand_as_store(text, text) from public;
grant execute on function stand_as_store(text, text) to candor_worker;

comment on table site_key is 'Purpose and the first 64 bits of the SHA-256 of a key: a process with another key would seal what no other can read. And the ids of the stores of files, so that all processes see the same.';
