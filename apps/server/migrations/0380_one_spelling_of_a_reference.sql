-- What a transfer is for is named once, in one spelling. write_transfers finds the row by the value of its id, and "once" is an
-- index over the text: an id in capitals, in braces or without hyphens was another text for the same row, and booked its money
-- again. The table itself now takes no other spelling than the database's own.

-- Old rows are not looked at: a site with millions of them starts at once. Everything that is written from now on is.
alter table transfer add constraint transfer_ref_check check (case
  when ref_type in ('order', 'deposit', 'withdrawal', 'adjustment', 'holding', 'savingsTransfer')
    then ref_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  when ref_type = 'member' then ref_id ~ '^[1-9][0-9]{0,18}$'
  when ref_type = 'savings' then ref_id ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
  else true end) not valid;

-- The desk moves no money without an operator: not even what a decision of before would allow.
create function require_operator_of_money() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  return null;
end $$;
create trigger require_operator_of_money before insert on transfer
  for each statement execute function require_operator_of_money();
revoke execute on function require_operator_of_money() from public;
