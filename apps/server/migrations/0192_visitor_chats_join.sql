-- A visitor who logs in brings their conversation along: whoever has its token joins it to their own, once.

alter table support_conversation add column joined_at timestamptz;
comment on column support_conversation.joined_at is 'When a visitor''s conversation became part of it. That happens once for a member.';
alter table support_conversation add constraint support_conversation_check1 check (joined_at is null or member_id is not null);

-- What a visitor wrote stays theirs to see: a visitor''s message may now be in a member''s conversation.
alter table support_message drop constraint support_message_check2;
alter table support_message add constraint support_message_check2 check (case author
  when 'visitor' then order_id is null when 'operator' then operator_id is distinct from member_id else member_id is not null end);

-- The only way a message changes its conversation. Answers joined, unknown (no conversation has this token), or refused (the member
-- joined one before, or answered in it as an operator).
create function join_conversation(member bigint, token bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  visitor support_conversation%rowtype;
  own support_conversation%rowtype;
begin
  -- The member's conversation is locked first: two devices that join at once wait for each other.
  insert into support_conversation (member_id) values (member) on conflict (member_id) do nothing;
  select * into own from support_conversation where member_id = member for no key update;
  select * into visitor from support_conversation where token_hash = token and member_id is null for update;
  if visitor.id is null then
    -- A conversation without a message is never kept.
    if own.last_id = 0 then delete from support_conversation where id = own.id; end if;
    return 'unknown';
  end if;
  if own.joined_at is not null or exists (
    select from support_message where conversation_id = visitor.id and operator_id = member) then
    return 'refused';
  end if;
  update support_message set conversation_id = own.id, member_id = member where conversation_id = visitor.id;
  update support_conversation set joined_at = clock_timestamp(),
    language = case when own.last_id = 0 then visitor.language else own.language end,
    operator_id = coalesce(own.operator_id, nullif(visitor.operator_id, member)),
    closed = visitor.closed and (own.closed or own.last_id = 0),
    last_id = greatest(own.last_id, visitor.last_id), last_at = greatest(own.last_at, visitor.last_at),
    waiting_id = least(own.waiting_id, visitor.waiting_id),
    -- Whatever one side has not seen stays unseen.
    person_read = case when visitor.person_read < visitor.last_id and visitor.person_read < own.person_read
      then visitor.person_read else greatest(own.person_read, visitor.person_read) end,
    desk_read = case when visitor.desk_read < visitor.last_id and visitor.desk_read < own.desk_read
      then visitor.desk_read else greatest(own.desk_read, visitor.desk_read) end
  where id = own.id;
  delete from support_conversation where id = visitor.id;
  return 'joined';
end $$;
revoke execute on function join_conversation(bigint, bytea) from public;
grant execute on function join_conversation(bigint, bytea) to candor_http;
