-- What operators write down about a member for each other. Members never see it, and nobody changes or removes it.
create table member_note (
  id          bigint generated always as identity primary key,
  member_id   bigint not null references member (id),
  operator_id bigint not null references member (id),
  text        text not null check (length(text) <= 500 and text ~ '\S'),
  at          timestamptz not null default clock_timestamp(),
  check (operator_id <> member_id)
);
create index member_note_member on member_note (member_id, id desc);
grant select, insert (member_id, operator_id, text) on member_note to candor_console;

update role set permissions = permissions || '{member:note:write}' where name in ('cashier', 'reviewer', 'support');
