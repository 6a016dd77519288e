-- The one bank card that a member's money is paid out to. A card is bound once and not changed: another one needs the old one
-- removed first. Holder and number are sealed.

create table bank_card (
  member_id     bigint primary key references member (id),
  holder_sealed bytea not null check (length(holder_sealed) between 29 and 1000),
  number_sealed bytea not null check (length(number_sealed) between 29 and 1000),
  bank          text not null check (bank ~ '^[A-Z]{2,8}$'),
  branch        text check (length(branch) between 1 and 64),
  bound_at      timestamptz not null default clock_timestamp()
);
comment on table bank_card is 'One row a member: the primary key refuses a second card, however many calls come at once.';

grant select, insert (member_id, holder_sealed, number_sealed, bank, branch), delete on bank_card to candor_http;
grant select on bank_card to candor_console;
