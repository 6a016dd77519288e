-- What leaves, and what comes back, needs the right hands. While a member is frozen or may not withdraw, nobody approves a
-- withdrawal or records it as sent. One reference of the bank belongs to one payment. Money that came back is credited by two
-- operators: one proposes the return, and another one, who did not send the payment either, approves it.

-- Why no money may leave to a member now; null when it may. The lock lets a freeze that comes at the same moment be seen.
create function payout_block(member bigint) returns text
language sql security definer set search_path = public, pg_temp as $$
  select case when m.frozen then 'frozen' when not m.withdrawal_allowed then 'forbidden'
    when m.withdrawals_paused_until > clock_timestamp() then 'paused' end
  from member m where m.id = payout_block.member for share
$$;

-- One form for what a person reads as the same reference: its letters and digits. Case, width, spaces, marks between them and
-- what cannot be seen make no difference.
create function payout_ref_key(ref text) returns text
language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(ref, NFKC), '[^A-Za-z0-9]', '', 'g') collate "C")
$$;

-- Written by a trigger alone. A reference stays taken, also after its payment came back: it was a payment.
create table payout_reference (
  ref_key       text primary key check (length(ref_key) between 1 and 320),
  withdrawal_id uuid not null unique references withdrawal (id),
  at            timestamptz not null default clock_timestamp()
);
-- Of references that were used twice before this rule, the older payment keeps it. One that folds to more characters than any new
-- one may have is not kept: nobody can use it again.
insert into payout_reference (ref_key, withdrawal_id)
select distinct on (payout_ref_key(bank_ref)) payout_ref_key(bank_ref), id from withdrawal
where length(payout_ref_key(bank_ref)) between 1 and 320 order by payout_ref_key(bank_ref), id;

alter table withdrawal drop constraint withdrawal_paid_out_check,
  add constraint withdrawal_paid_out_check check (paid_out in ('none', 'sent', 'arrived', 'returning', 'returned')),
  add column sent_by bigint references member (id),
  add column return_by bigint references member (id),
  add constraint withdrawal_return_check check ((paid_out = 'returning') <= (return_by is not null and reason is not null));
comment on column withdrawal.sent_by is 'The operator who recorded the payment.';
comment on column withdrawal.return_by is 'The operator who proposed to credit it again; another one approved it.';
alter table withdrawal disable trigger user;
update withdrawal w set sent_by = (select s.by_operator from cashier_step s where s.subject = w.id and s.state = 'sent' order by s.n limit 1)
where paid_out <> 'none';
alter table withdrawal enable trigger user;

update cashier_edge set to_state = 'returning' where flow = 'payout' and from_state = 'sent' and to_state = 'returned';
insert into cashier_edge values
  ('payout', 'returning', 'returned', '{candor_console}'),
  ('payout', 'returning', 'sent', '{candor_console}');
drop index withdrawal_payouts;
create index withdrawal_payouts on withdrawal (paid_out, decided_at) where status = 'approved' and paid_out in ('none', 'sent', 'returning');

-- After keep_mover, which says whose step it is, and before move_withdrawal, which says whether there is such a step.
create function keep_payout_hands() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_sent boolean := old.paid_out = 'none' and new.paid_out = 'sent';
  block text;
begin
  if is_sent or new.status <> old.status and new.status in ('seconding', 'approved') then
    block := payout_block(new.member_id);
    if block is not null then
      raise exception 'WITHDRAWAL_REFUSED: MEMBER %', upper(block) using errcode = 'CD330';
    end if;
  end if;
  if not is_sent and new.bank_ref is distinct from old.bank_ref then
    raise exception 'WITHDRAWAL_REFUSED: REFERENCE_FIXED' using errcode = 'CD330';
  end if;
  new.sent_by := old.sent_by;
  new.return_by := old.return_by;
  if new.paid_out = old.paid_out then return new; end if;
  if new.moved_by is null then
    raise exception 'WITHDRAWAL_REFUSED: NOBODY' using errcode = 'CD330';
  end if;
  case
    when is_sent then
      if coalesce(payout_ref_key(new.bank_ref), '') = '' then
        raise exception 'WITHDRAWAL_REFUSED: REFERENCE_MISSING' using errcode = 'CD330';
      end if;
      -- What is kept apart by nothing that can be seen would be two payments for one of the bank's. Older references stay as they are.
      if new.bank_ref ~ '[^A-Za-z0-9 ./_:#-]' then
        raise exception 'WITHDRAWAL_REFUSED: REFERENCE_FORM' using errcode = 'CD330';
      end if;
      insert into payout_reference (ref_key, withdrawal_id) values (payout_ref_key(new.bank_ref), new.id);
      new.sent_by := new.moved_by;
    when new.paid_out = 'returning' then
      new.return_by := new.moved_by;
    when new.paid_out = 'sent' then
      new.return_by := null;
    when new.paid_out = 'returned' then
      -- Of an old payment nobody knows who sent it. Then it is none of those who had a hand in it.
      if new.moved_by is not distinct from old.return_by or new.moved_by is not distinct from old.sent_by
        or old.sent_by is null and (new.moved_by is not distinct from old.taken_by or new.moved_by is not distinct from old.first_by
          or new.moved_by is not distinct from old.second_by
          or exists (select from cashier_step s where s.subject = old.id and s.by_operator = new.moved_by)) then
        raise exception 'WITHDRAWAL_REFUSED: SECOND_OPERATOR' using errcode = 'CD330';
      end if;
      -- The second operator confirms the first one's words.
      if (new.reason, new.note) is distinct from (old.reason, old.note) then
        raise exception 'WITHDRAWAL_REFUSED: OTHER_WORDS' using errcode = 'CD330';
      end if;
    else null;
  end case;
  return new;
end $$;
create trigger keep_payout_hands before update on withdrawal for each row execute function keep_payout_hands();

-- As before, and: why a return was proposed, and why it was not accepted.
create or replace function write_cashier_step() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came_to text := new.status;
  has_words boolean;
begin
  if tg_table_name = 'withdrawal' and tg_op = 'UPDATE' then
    if to_jsonb(new) ->> 'paid_out' <> to_jsonb(old) ->> 'paid_out' then came_to := to_jsonb(new) ->> 'paid_out'; end if;
  end if;
  has_words := came_to in ('rejected', 'cancelled', 'returning', 'returned', 'approved')
    or came_to = 'sent' and to_jsonb(old) ->> 'paid_out' = 'returning';
  insert into cashier_step (subject, n, state, reason, note, by_operator)
  values (new.id, new.version, came_to, case when has_words then new.reason end,
    case when has_words and came_to <> 'cancelled' then new.note end, new.moved_by);
  return null;
end $$;

revoke execute on function payout_block(bigint), payout_ref_key(text), keep_payout_hands() from public;
grant execute on function payout_ref_key(text) to candor_console;
grant select on payout_reference to candor_console;
grant select (withdrawals_paused_until) on member to candor_console;
