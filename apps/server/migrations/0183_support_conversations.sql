-- Conversations between a person and the operators. A member has one for good; a visitor has one as long as their device keeps
-- its token. Messages stay as they are written: no role may update or delete one.

create table support_conversation (
  id          bigint generated always as identity (start 10001) primary key,
  member_id   bigint unique references member (id),
  token_hash  bytea check (length(token_hash) = 32),
  address     text check (length(address) <= 64),
  language    text not null default 'zh-Hans' check (language in ('zh-Hans', 'zh-Hant', 'en')),
  created_at  timestamptz not null default clock_timestamp(),
  closed      boolean not null default false,
  operator_id bigint references member (id),
  last_id     bigint not null default 0,
  last_at     timestamptz not null default clock_timestamp(),
  waiting_id  bigint,
  person_read bigint not null default 0,
  desk_read   bigint not null default 0,
  -- Of a member, or of a visitor; nobody serves themselves.
  check (case when member_id is null then token_hash is not null and address is not null
    else token_hash is null and address is null and operator_id is distinct from member_id end)
);
comment on column support_conversation.token_hash is 'SHA-256 of the token on the visitor''s device. The token itself is never stored.';
comment on column support_conversation.address is 'The key that bounds visitors per address; see client-address.ts.';
comment on column support_conversation.operator_id is 'Who has it at the desk.';
comment on column support_conversation.waiting_id is 'The oldest message of the person that no operator has answered.';
comment on column support_conversation.person_read is 'The newest message the person has seen.';
comment on column support_conversation.desk_read is 'The newest message an operator has seen.';
create unique index support_conversation_token on support_conversation (token_hash) where token_hash is not null;
create index support_conversation_visitors on support_conversation (address, last_at) where member_id is null;
create index support_conversation_old on support_conversation (last_at) where member_id is null;
-- The order of the desk: who waits longest first, then the newest.
create index support_conversation_desk on support_conversation
  (closed, (coalesce(waiting_id, 9000000000000000000 - last_id)));

insert into support_conversation (member_id, last_id, last_at, waiting_id, person_read)
select m.member_id, max(m.id), max(m.created_at), min(m.id) filter (where m.author = 'member'),
  coalesce((select up_to from support_read r where r.member_id = m.member_id), 0)
from support_message m group by m.member_id;
drop table support_read;

alter table support_message
  alter column member_id drop not null,
  add column conversation_id bigint references support_conversation (id),
  add column operator_id bigint references member (id),
  add column file_id uuid,
  add column key uuid,
  drop constraint support_message_author_check,
  drop constraint support_message_check;
update support_message m set conversation_id = c.id from support_conversation c where c.member_id = m.member_id;
alter table support_message
  alter column conversation_id set not null,
  add constraint support_message_author_check check (author in ('member', 'visitor', 'check', 'operator')),
  -- Persons speak by a text or a picture, a check by its finding on the doubt it answers.
  add constraint support_message_check check (case author
    when 'check' then text is null and file_id is null and finding is not null and answers is not null and order_id is not null
    when 'member' then finding is null and (text is null) <> (file_id is null)
    else finding is null and text is not null and file_id is null and order_id is null end),
  add constraint support_message_check1 check ((author = 'operator') = (operator_id is not null)),
  add constraint support_message_check2 check (case author when 'visitor' then member_id is null
    when 'operator' then operator_id is distinct from member_id else member_id is not null end),
  add foreign key (file_id, member_id) references file (id, member_id);
comment on column support_message.member_id is 'Whose conversation it is in; null for a visitor''s.';
comment on column support_message.key is 'The key of the call, so that a retry writes nothing twice. Members'' calls are in idempotency.';
create index support_message_conversation on support_message (conversation_id, id desc);
create unique index support_message_key on support_message (conversation_id, key) where key is not null;
create index support_message_file on support_message (file_id) where file_id is not null;

alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('identity', 'avatar', 'depositProof', 'supportPicture'));
create index file_support_kept on file (created_at) where purpose = 'supportPicture' and erased_at is null;

-- Every message goes into its conversation here, so that no role needs the right to write what follows from one. The lock gives
-- the messages of a conversation their ids in the order in which they become visible: a read mark never skips one.
create function place_support_message() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person bigint;
begin
  if new.operator_id is null and new.member_id is null and new.author = 'member' then
    new.author := 'visitor';
  end if;
  if new.author in ('member', 'check') then
    insert into support_conversation (member_id) values (new.member_id) on conflict (member_id) do nothing;
    select id into new.conversation_id from support_conversation where member_id = new.member_id for no key update;
  else
    select member_id into person from support_conversation where id = new.conversation_id for no key update;
    if new.author = 'visitor' and person is not null then
      raise exception 'SUPPORT_REFUSED: NOT_A_VISITOR' using errcode = 'CD050';
    end if;
    new.member_id := person;
  end if;
  new.id := nextval('support_message_id_seq');
  update support_conversation c set last_id = new.id, last_at = clock_timestamp(),
    waiting_id = case new.author when 'operator' then null when 'check' then c.waiting_id else coalesce(c.waiting_id, new.id) end,
    -- Whoever writes again opens a closed conversation.
    closed = c.closed and new.author in ('check', 'operator')
  where c.id = new.conversation_id;
  return new;
end $$;
create trigger place_support_message before insert on support_message
  for each row execute function place_support_message();

-- The only way an operator speaks: in their own name, to somebody else.
create function answer_conversation(conversation bigint, operator bigint, said text, call_key uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written bigint;
begin
  if not exists (select from member m join role r on r.name = any(m.roles) where m.id = operator) then
    raise exception 'SUPPORT_REFUSED: NO_ROLE' using errcode = 'CD050';
  end if;
  insert into support_message (conversation_id, author, operator_id, text, key)
  values (conversation, 'operator', operator, said, call_key) returning id into written;
  return written;
end $$;

-- A visitor's conversation ends some days after its last message. Those of members stay.
create function expire_visitor_conversations(days integer, at_most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint[];
begin
  if days < 1 then
    raise exception 'SUPPORT_REFUSED: TOO_EARLY' using errcode = 'CD050';
  end if;
  select array_agg(id) into gone from (
    select id from support_conversation
    where member_id is null and last_at < clock_timestamp() - make_interval(days => days)
    order by last_at limit at_most for update skip locked) old;
  delete from support_message where conversation_id = any(gone);
  delete from support_conversation where id = any(gone);
  return coalesce(cardinality(gone), 0);
end $$;

revoke execute on function place_support_message(), answer_conversation(bigint, bigint, text, uuid),
  expire_visitor_conversations(integer, integer) from public;
grant execute on function answer_conversation(bigint, bigint, text, uuid) to candor_console;
grant execute on function expire_visitor_conversations(integer, integer) to candor_worker;

grant select, insert (token_hash, address, language), update (person_read) on support_conversation to candor_http;
grant insert (conversation_id, file_id, key) on support_message to candor_http;
-- The desk sees no token, not even its hash.
grant select (id, member_id, language, created_at, closed, operator_id, last_id, last_at, waiting_id, person_read, desk_read),
  update (closed, operator_id, waiting_id, desk_read) on support_conversation to candor_console;
grant select on support_message, settlement to candor_console;
grant select (id, member_id, purpose, created_at, unused_since, erased_at) on file to candor_worker;
