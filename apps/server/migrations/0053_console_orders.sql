-- The desk reads every order, its prices and its receipt, and finds things by what people write on paper. It writes none of them: rights to
-- read, and indexes, are all that is here.

-- A receipt is made from these, as the member's side makes it.
grant select on checkpoint, log_terms, order_log_batch, order_log_head, order_log_tile, settlement_batch, tick_archive to candor_console;
grant execute on function moment_id(timestamptz), tick_log_root(bigint, bytea) to candor_console;

-- Void orders are few among very many, and the first that somebody asks for after an outage.
create index settlement_voided on settlement (order_id) where outcome = 'voided';

-- By the whole word alone, never by a part of it: whoever looks has it before them.
create index member_email on member (lower(email collate "C")) where email is not null;
create index session_address on session (address);
create index deposit_txid_found on deposit (lower(txid)) where txid is not null;

-- A full name is sealed. Its mark is a keyed hash of the name as people read it, so that the desk finds it by the whole of it and nobody
-- who reads the database learns a name. A member keeps the marks of all names that they gave.
create table name_mark (
  mark      bytea not null check (length(mark) = 32),
  member_id bigint not null references member (id),
  primary key (mark, member_id)
);
comment on table name_mark is 'By which a member is found by their full name.';
create index name_mark_member on name_mark (member_id);
grant select, insert (mark, member_id) on name_mark to candor_http;
grant select on name_mark to candor_console;

-- Who answers members, and who counts money. The rights of all others follow from their patterns, or are the owner's to give.
update role set permissions = permissions || '{market:order:read}' where name in ('cashier', 'compliance', 'support');
