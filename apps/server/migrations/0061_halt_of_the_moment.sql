-- Whether money may leave is asked of the database as it is, not as it was when a transaction began.

create or replace function halt_money_out() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status = 'approved' and old.status <> 'approved' or new.paid_out = 'sent' and old.paid_out = 'none' then
    -- Who reads an older state would not see what a check has found since.
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'WITHDRAWAL_REFUSED: SNAPSHOT' using errcode = 'CD330';
    end if;
    if exists (select from integrity_check c where c.halts and c.failing_since is not null) then
      raise exception 'WITHDRAWAL_REFUSED: HALTED' using errcode = 'CD330';
    end if;
  end if;
  return new;
end $$;
