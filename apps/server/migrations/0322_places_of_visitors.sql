-- A visitor's conversation takes a place only while it is alive, and one network cannot take all places.

alter table support_conversation add column network text check (length(network) <= 64);
comment on column support_conversation.network is 'The larger block of the visitor''s address (/48, /24): it has a share of all places.';
create index support_conversation_networks on support_conversation (network, last_at) where member_id is null;
grant insert (network) on support_conversation to candor_http;

-- What a visitor wrote, nobody answered and nobody wrote again for days ends long before a conversation does: a flood leaves
-- nothing behind.
create function expire_silent_visitors(days integer, at_most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint[];
begin
  if days < 3 then
    raise exception 'SUPPORT_REFUSED: TOO_EARLY' using errcode = 'CD050';
  end if;
  select array_agg(id) into gone from (
    select id from support_conversation c
    where member_id is null and last_at < clock_timestamp() - make_interval(days => days)
      and not exists (select from support_message m where m.conversation_id = c.id and m.author = 'operator')
    order by last_at limit at_most for update skip locked) old;
  delete from support_message where conversation_id = any(gone);
  delete from support_conversation where id = any(gone);
  return coalesce(cardinality(gone), 0);
end $$;
revoke execute on function expire_silent_visitors(integer, integer) from public;
grant execute on function expire_silent_visitors(integer, integer) to candor_worker;
