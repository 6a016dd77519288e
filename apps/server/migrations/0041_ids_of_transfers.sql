-- As in 0005: the id of what a transfer is for has one spelling, the database's own. To read it as a UUID and write it again takes
-- a fifth of the time of a pattern, and every order has two or three transfers.
alter table transfer drop constraint transfer_ref_check;
alter table transfer add constraint transfer_ref_check check (case
  when ref_type in ('order', 'deposit', 'withdrawal', 'adjustment', 'holding', 'savingsTransfer')
    then case when pg_input_is_valid(ref_id, 'uuid') then ref_id::uuid::text = ref_id else false end
  when ref_type = 'member' then ref_id ~ '^[1-9][0-9]{0,18}$'
  when ref_type = 'savings' then ref_id ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
  else true end);
