-- A visitor's conversation takes a place only while it is alive, and one network cannot take all places.

alter table support_conversation add column network text check (length(network) <= 64);
comment on column support_conversation.network is 'The larger block of the visitor''s address (/48, /24): it has a share of all places.';
create index support_conversation_networks on support_conversation (network, last_at) where member_id is null;
grant insert (network) on support_conversation to candor_http;

-- A visitor's conversation ends 14 days after its last message. The rule stands here: whoever calls can end none earlier, and
-- only some at once.
drop function expire_visitor_conversations(integer, integer);
create function expire_visitor_conversations(at_most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint[];
begin
  select array_agg(id) into gone from (
    select id from support_conversation
    where member_id is null and last_at < clock_timestamp() - interval '14 days'
    order by last_at limit least(coalesce(at_most, 0), 100) for update skip locked) old;
  delete from support_message where conversation_id = any(gone);
  delete from support_conversation where id = any(gone);
  return coalesce(cardinality(gone), 0);
end $$;

-- What a visitor wrote, nobody answered and nobody wrote again for three days ends long before a conversation does: a flood
-- leaves nothing behind.
create function expire_silent_visitors(at_most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint[];
begin
  select array_agg(id) into gone from (
    select id from support_conversation c
    where member_id is null and last_at < clock_timestamp() - interval '3 days'
      and not exists (select from support_message m where m.conversation_id = c.id and m.author = 'operator')
    order by last_at limit least(coalesce(at_most, 0), 100) for update skip locked) old;
  delete from support_message where conversation_id = any(gone);
  delete from support_conversation where id = any(gone);
  return coalesce(cardinality(gone), 0);
end $$;
revoke execute on function expire_visitor_conversations(integer), expire_silent_visitors(integer) from public;
grant execute on function expire_visitor_conversations(integer), expire_silent_visitors(integer) to candor_worker;
