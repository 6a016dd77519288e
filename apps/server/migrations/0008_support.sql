-- What members write to the site and what comes back. A message stays as it was written: none is updated or deleted.

create table support_message (
  id         bigint generated always as identity (start 10001) primary key,
  member_id  bigint not null references member (id),
  author     text not null check (author in ('member', 'check', 'operator')),
  text       text check (length(text) between 1 and 2000),
  finding    jsonb,
  order_id   uuid references trade_order (id),
  answers    bigint references support_message (id),
  last_word  boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  -- Persons speak by a text, a check by its finding on the doubt it answers.
  check (case author when 'check' then text is null and finding is not null and answers is not null and order_id is not null
    else text is not null and finding is null end)
);
comment on column support_message.answers is 'The doubt that a check answers.';
comment on column support_message.last_word is 'False for a check that will be made once more, when the order is final.';
create index support_message_member on support_message (member_id, id desc);
create index support_message_order on support_message (order_id, id desc) where order_id is not null;
-- A doubt is checked at most twice, however many processes look at it: while its order is not final, and for good.
create unique index support_message_check on support_message (answers, last_word) where author = 'check';

create table support_check (
  doubt_id bigint primary key references support_message (id)
);
comment on table support_check is 'Doubts that still wait for the last word of the check. Written with the doubt, deleted with that word.';

create table support_read (
  member_id bigint primary key references member (id),
  up_to     bigint not null
);
comment on table support_read is 'The newest message a member has seen.';

grant select, insert on support_message to candor_app;
grant select, insert, delete on support_check to candor_app;
grant select, insert, update (up_to) on support_read to candor_app;
