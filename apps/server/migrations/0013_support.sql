-- Customer service: conversations of members and visitors, and the hours and ready answers of operators.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- What members write to the site and what comes back. A message stays as it was written: none is updated or deleted.
create table support_message (
  id              bigint generated always as identity (start 10001) primary key,
  member_id       bigint references member (id),
  -- What http writes is said by a member: whoever may not write `author` writes its default.
  author          text not null default 'member',
  text            text check (length(text) between 1 and 2000),
  finding         jsonb,
  order_id        uuid references trade_order (id),
  answers         bigint references support_message (id),
  last_word       boolean not null default true,
  created_at      timestamptz not null default clock_timestamp(),
  conversation_id bigint not null,
  operator_id     bigint references member (id),
  file_id         uuid,
  key             uuid,
  check (author in ('member', 'visitor', 'check', 'operator')),
  -- Persons speak by a text or a picture, a check by its finding on the dispute it answers.
  check (case author
    when 'check' then text is null and file_id is null and finding is not null and answers is not null and order_id is not null
    when 'member' then finding is null and (text is null) <> (file_id is null)
    else finding is null and text is not null and file_id is null and order_id is null end),
  check ((author = 'operator') = (operator_id is not null)),
  foreign key (file_id, member_id) references file (id, member_id),
  -- What a visitor wrote stays theirs to see, also after they joined: it may be in a member's conversation.
  check (case author when 'visitor' then order_id is null when 'operator' then operator_id is distinct from member_id
    else member_id is not null end)
);
comment on column support_message.answers is 'The doubt that a check answers.';
comment on column support_message.last_word is 'False for a check that will be made once more, when the order is final.';
comment on column support_message.member_id is 'Whose conversation it is in; null for a visitor''s.';
comment on column support_message.key is 'The key of the call, so that a retry writes nothing twice. Members'' calls are in idempotency.';
create index support_message_member on support_message (member_id, id desc);
create index support_message_order on support_message (order_id, id desc) where order_id is not null;
-- A dispute is checked at most twice, however many processes look at it: while its order is not final, and for good.
create unique index support_message_check on support_message (answers, last_word) where author = 'check';
create index support_message_conversation on support_message (conversation_id, id desc);
create unique index support_message_key on support_message (conversation_id, key) where key is not null;
create index support_message_file on support_message (file_id) where file_id is not null;
create trigger name_who_acts after insert on support_message for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on support_message deferrable initially deferred
  for each row when (new.operator_id is not null) execute function require_entry('conversation', 'conversation_id', 'operator_id');

create table support_check (
  doubt_id bigint primary key references support_message (id)
);
comment on table support_check is 'Doubts that still wait for the last word of the check. Written with the doubt, deleted with that word.';

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
  -- A visitor who logs in brings their conversation along: whoever has its token joins it to their own, once.
  joined_at   timestamptz,
  -- A visitor's conversation takes a place only while it is alive, and one network cannot take all places.
  network     text check (length(network) <= 64),
  -- Of a member, or of a visitor; nobody serves themselves.
  check (case when member_id is null then token_hash is not null and address is not null
    else token_hash is null and address is null and operator_id is distinct from member_id end),
  check (joined_at is null or member_id is not null)
);
comment on column support_conversation.token_hash is 'SHA-256 of the token on the visitor''s device. The token itself is never stored.';
comment on column support_conversation.address is 'The key that bounds visitors per address; see client-address.ts.';
comment on column support_conversation.operator_id is 'Who has it at the desk.';
comment on column support_conversation.waiting_id is 'The oldest message of the person that no operator has answered.';
comment on column support_conversation.person_read is 'The newest message the person has seen.';
comment on column support_conversation.desk_read is 'The newest message an operator has seen.';
comment on column support_conversation.joined_at is 'When a visitor''s conversation became part of it. That happens once for a member.';
comment on column support_conversation.network is 'The larger block of the visitor''s address (/48, /24): it has a share of all places.';
create unique index support_conversation_token on support_conversation (token_hash) where token_hash is not null;
create index support_conversation_visitors on support_conversation (address, last_at) where member_id is null;
create index support_conversation_old on support_conversation (last_at) where member_id is null;
-- The order of the operators' queue: who waits longest first, then the newest.
create index support_conversation_desk on support_conversation
  (closed, (coalesce(waiting_id, 9000000000000000000 - last_id)));
create index support_conversation_networks on support_conversation (network, last_at) where member_id is null;
create constraint trigger require_entry after update of operator_id, closed on support_conversation deferrable initially deferred
  for each row when (old.operator_id is distinct from new.operator_id or old.closed is distinct from new.closed)
  execute function require_entry('conversation', 'id');
create trigger need_operator after insert or update on support_conversation for each statement execute function need_operator();

alter table support_message add constraint support_message_conversation_id_fkey foreign key (conversation_id) references support_conversation (id);

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

-- A visitor's conversation ends 14 days after its last message; those of members stay. The rule stands here: whoever calls
-- can end none earlier, and only some at once.
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

-- When operators answer, and what they answer often. Both are versions: nothing is changed or deleted, the newest one holds.
create table support_hours (
  version     integer generated always as identity primary key,
  hours       jsonb not null check (jsonb_typeof(hours) = 'array' and jsonb_array_length(hours) = 7 and length(hours::text) <= 2000),
  operator_id bigint references member (id),
  at          timestamptz not null default clock_timestamp()
);
comment on column support_hours.hours is 'Of each weekday from Sunday on: pairs of minutes after midnight, in the time zone of the site.';
create trigger name_who_acts after insert on support_hours for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on support_hours deferrable initially deferred
  for each row execute function require_entry('hours', 'version', 'operator_id');

insert into support_hours (hours) select jsonb_agg('[[540, 1260]]'::jsonb) from generate_series(1, 7);

create table canned_answer (
  id          uuid not null,
  version     integer not null check (version >= 1),
  title       text not null check (length(title) between 1 and 40),
  texts       jsonb not null check (texts ?& array['zh-Hans', 'zh-Hant', 'en'] and length(texts::text) <= 8000),
  removed     boolean not null default false,
  operator_id bigint references member (id),
  at          timestamptz not null default clock_timestamp(),
  primary key (id, version)
);
comment on table canned_answer is 'One row a version of an answer that operators give often. The newest holds.';
comment on column canned_answer.version is 'Each edit writes the next one.';
create trigger name_who_acts after insert on canned_answer for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on canned_answer deferrable initially deferred
  for each row execute function require_entry('canned', 'id', 'operator_id');

insert into canned_answer (id, version, title, texts) values
  ('00000000-0000-4000-8000-00000000c001', 1, '问候 / Hello', '{"zh-Hans": "您好，我是客服，请问有什么可以帮您？", "zh-Hant": "您好，我是客服人員，請問需要什麼協助？", "en": "Hello, this is support. How can I help you?"}'),
  ('00000000-0000-4000-8000-00000000c002', 1, '充值未到账 / Deposit', '{"zh-Hans": "请您提供充值编号和转账凭证，我们会马上核对。充值记录页可以看到每一步的进度。", "zh-Hant": "請提供入金編號與轉帳憑證，我們會立即核對。在入金記錄頁可以看到每一步的進度。", "en": "Please send the reference of the deposit and the proof of the transfer, and we will look into it at once. The deposit records show every step."}'),
  ('00000000-0000-4000-8000-00000000c003', 1, '账户安全 / Safety', '{"zh-Hans": "请不要把密码或验证码告诉任何人，客服也不会向您索取。", "zh-Hant": "請勿將密碼或驗證碼告訴任何人，客服也不會向您索取。", "en": "Please tell nobody your password or a code. Support never asks for them."}');

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

create function finish_check(doubt bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from support_check where doubt_id = doubt
$$;
