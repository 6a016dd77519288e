-- Who has less than the smallest withdrawal can close their account too: they give the rest up, in words that name the amount. It stays
-- theirs until the day on which the account is closed; then it is moved to the house by a transfer of a type of its own.

alter table transfer drop constraint transfer_type_check;
-- It allows more than before, so no row has to be looked at.
alter table transfer add constraint transfer_type_check check (type in ('practiceGrant', 'practiceReset', 'orderStake', 'orderPayout',
  'orderRefund', 'orderClose', 'fee', 'recharge', 'manualAdd', 'withdraw', 'withdrawalReturned', 'manualDeduct', 'invitationReward',
  'investment', 'redemption', 'interest', 'savingsIn', 'savingsOut', 'givenUp')) not valid;
alter table transfer drop constraint transfer_ref_check;
alter table transfer add constraint transfer_ref_check check (case
  when ref_type in ('order', 'deposit', 'withdrawal', 'adjustment', 'holding', 'savingsTransfer', 'closing')
    then case when pg_input_is_valid(ref_id, 'uuid') then ref_id::uuid::text = ref_id else false end
  when ref_type = 'member' then ref_id ~ '^[1-9][0-9]{0,18}$'
  when ref_type = 'savings' then ref_id ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
  else true end) not valid;

alter table member_closing add column give_up bigint check (give_up > 0);
comment on column member_closing.give_up is 'What the member gives up on the day: less than the smallest withdrawal, and all there was when they asked.';
grant insert (give_up) on member_closing to candor_http;

-- Money of a live site that can be withdrawn no more, because it is less than the smallest withdrawal; null when it is none or more.
create function rest_of_member(who bigint) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select a.posted from account a where a.member_id = who and a.wallet = 'cash' and a.kind = 'funds' and a.currency = (select s.currency from site s)
    and a.posted > 0 and a.posted < (select r.min from withdrawal_rule r)
$$;
revoke execute on function rest_of_member(bigint) from public;
grant execute on function rest_of_member(bigint) to candor_http, candor_console;

-- As before, but for what the member gave up.
create or replace function closing_blockers(who bigint) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array_remove(array[
    case when exists (select from member m where m.id = who and m.frozen) then 'FROZEN' end,
    case when exists (select from position p where p.member_id = who) then 'ORDERS' end,
    case when exists (select from deposit d where d.member_id = who and d.status in ('recharging', 'pending', 'reviewing', 'seconding'))
      then 'DEPOSITS' end,
    case when exists (select from withdrawal w where w.member_id = who and (w.status in ('pending', 'reviewing', 'seconding')
      or w.status = 'approved' and w.paid_out in ('none', 'sent', 'returning'))) then 'WITHDRAWALS' end,
    case when exists (select from holding h where h.member_id = who and h.wallet = 'cash' and h.status = 'running') then 'HOLDINGS' end,
    case when exists (select from account a where a.member_id = who and a.wallet = 'cash' and a.kind = 'savings' and a.posted <> 0)
      then 'SAVINGS' end,
    case when exists (select from account a where a.member_id = who and a.wallet = 'cash' and a.kind = 'funds' and a.posted <> 0
      and a.posted is distinct from (select c.give_up from member_closing c where c.member_id = who and c.stopped_at is null
        and c.closed_at is null and a.currency = (select s.currency from site s)))
      then 'MONEY' end
  ], null)
$$;

create or replace function keep_member_closing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if cardinality(array_remove(closing_blockers(new.member_id), case when new.give_up is not null then 'MONEY' end)) > 0
      or new.give_up is not null and new.give_up is distinct from rest_of_member(new.member_id)
      or new.due_at > clock_timestamp() + interval '91 days' then
      raise exception 'CLOSING_REFUSED: NOT_SETTLED' using errcode = 'CD351';
    end if;
    new.asked_at := clock_timestamp();
    new.due_at := greatest(new.due_at, new.asked_at);
  elsif (new.id, new.member_id, new.asked_at, new.due_at, new.give_up)
      is distinct from (old.id, old.member_id, old.asked_at, old.due_at, old.give_up)
    or old.stopped_at is not null or old.closed_at is not null and new.closed_at is distinct from old.closed_at
    or new.stopped_at is not null and old.closed_at is not null then
    raise exception 'CLOSING_REFUSED: DECIDED' using errcode = 'CD351';
  end if;
  return new;
end $$;

-- As before; what the member gave up is moved before the account is closed.
create or replace function close_account(of_closing uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint := (select c.member_id from member_closing c where c.id = of_closing);
  given bigint;
begin
  -- In the order in which orders and logins lock.
  perform from member m where m.id = who for no key update;
  perform from session s where s.member_id = who order by s.id for update;
  perform from member_closing c where c.id = of_closing and c.stopped_at is null and c.closed_at is null
    and c.due_at <= clock_timestamp() for update;
  if not found then return false; end if;
  if cardinality(closing_blockers(who)) > 0 then
    update member_closing set looked_at = clock_timestamp() where id = of_closing;
    return false;
  end if;
  select a.posted into given from account a join member_closing c on c.id = of_closing and c.give_up = a.posted
    where a.member_id = who and a.wallet = 'cash' and a.kind = 'funds' and a.currency = (select s.currency from site s);
  if given is not null then
    perform write_transfers(array[uuidv7()], array[given], array['givenUp'], array['single'], array['cash'],
      array[(select s.currency from site s)], array['funds'], array[who], array['house'], array[null::bigint], array[null::uuid],
      array['closing'], array[of_closing::text]);
  end if;
  update member set login_allowed = false where id = who;
  delete from session where member_id = who;
  delete from price_alert where member_id = who;
  delete from opening_reminder where member_id = who;
  update member_closing set closed_at = clock_timestamp() where id = of_closing;
  return true;
end $$;

-- As before, and: what a member gave up is moved by the worker, on the day, when it is all there is.
create or replace function write_transfers(ids uuid[], amounts bigint[], types text[], phases text[],
  wallets text[], currencies text[], debit_kinds text[], debit_members bigint[],
  credit_kinds text[], credit_members bigint[], pending_ids uuid[], ref_types text[], ref_ids text[]) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  caller text := calling_role();
  is_owner boolean := pg_has_role(calling_role(), current_user, 'member');
  debits bigint[];
  credits bigint[];
  refused record;
begin
  for attempt in 1 .. 3 loop
    select array_agg(d.id order by t.n), array_agg(c.id order by t.n) into debits, credits
    from unnest(wallets, currencies, debit_kinds, debit_members, credit_kinds, credit_members) with ordinality
      as t (wallet, currency, debit_kind, debit_member, credit_kind, credit_member, n)
    left join lateral (
      select a.id from account a
      where a.member_id = t.debit_member and a.wallet = t.wallet and a.kind = t.debit_kind and a.currency = t.currency
      union all
      select a.id from account a where t.debit_member is null
        and a.member_id is null and a.wallet = t.wallet and a.kind = t.debit_kind and a.currency = t.currency
    ) d on true
    left join lateral (
      select a.id from account a
      where a.member_id = t.credit_member and a.wallet = t.wallet and a.kind = t.credit_kind and a.currency = t.currency
      union all
      select a.id from account a where t.credit_member is null
        and a.member_id is null and a.wallet = t.wallet and a.kind = t.credit_kind and a.currency = t.currency
    ) c on true;
    exit when array_position(debits, null) is null and array_position(credits, null) is null;
    insert into account (member_id, wallet, kind, currency)
    select distinct s.member_id, s.wallet, s.kind, s.currency
    from unnest(debits || credits, debit_members || credit_members, wallets || wallets, debit_kinds || credit_kinds,
      currencies || currencies) as s (id, member_id, wallet, kind, currency)
    where s.id is null on conflict do nothing;
  end loop;
  perform from account a where a.id = any(debits || credits) and a.member_id is not null order by a.id for no key update;

  select t.type, t.ref_id, t.why into refused from (
    select d.n, d.type, d.ref_id, case
      when not is_owner and not coalesce(case caller
          when 'candor_http' then d.phase = 'single' and d.type in ('orderStake', 'fee', 'practiceGrant', 'practiceReset')
            or d.phase in ('pending', 'void') and d.type in ('withdraw', 'fee') and d.ref_type = 'withdrawal'
            or d.phase = 'single' and d.type in ('investment', 'redemption', 'interest', 'savingsIn', 'savingsOut')
          when 'candor_worker' then d.phase = 'single' and d.type in ('recharge', 'invitationReward', 'investment', 'redemption',
            'interest', 'savingsIn', 'givenUp')
          when 'candor_console' then d.phase = 'single' and d.type in ('recharge', 'invitationReward', 'withdrawalReturned', 'manualAdd',
              'manualDeduct')
            or d.phase in ('post', 'void') and d.type in ('withdraw', 'fee') and d.ref_type = 'withdrawal'
          end, false) then 'NOT_ALLOWED'
      when d.debit_member <> d.credit_member then 'TWO_MEMBERS'
      when d.phase in ('post', 'void') and not coalesce(p.phase = 'pending' and p.debit_account = d.debit
        and p.credit_account = d.credit and case d.phase when 'post' then d.amount <= p.amount else d.amount = p.amount end, false)
        then 'HOLD'
      when is_owner then null
      when d.currency is distinct from s.currency then 'NO_REASON'
      when d.ref_type = 'withdrawal' then case when coalesce(d.wallet = w.wallet and case
          when d.phase = 'pending' then w.status = 'pending' and d.debit_kind = 'funds' and d.debit_member = w.member_id
            and case d.type when 'withdraw' then d.id = w.hold and d.amount = w.amount - w.fee and d.credit_kind = 'clearing'
              else d.id = w.fee_hold and d.amount = w.fee and d.credit_kind = 'fees' end
          when d.phase in ('post', 'void') then d.pending_id in (w.hold, w.fee_hold) and d.amount = p.amount
            and w.status = case when d.phase = 'post' then 'approved' when caller = 'candor_http' then 'cancelled' else 'rejected' end
          else d.type = 'withdrawalReturned' and w.paid_out = 'returned' and d.credit_kind = 'funds' and d.credit_member = w.member_id
            and d.amount = case d.debit_kind when 'clearing' then w.amount - w.fee when 'fees' then w.fee end
          end, false) then null else 'NO_REASON' end
      when d.phase <> 'single' then 'NO_REASON'
      when d.type in ('manualAdd', 'manualDeduct') then case when coalesce(d.ref_type = 'adjustment' and j.status = 'approved'
          and d.wallet = j.wallet and d.amount = j.amount and case j.kind
            when 'add' then d.type = 'manualAdd' and d.debit_kind = 'house' and d.credit_kind = 'funds' and d.credit_member = j.member_id
            else d.type = 'manualDeduct' and d.debit_kind = 'funds' and d.debit_member = j.member_id and d.credit_kind = 'house'
          end, false) then null else 'NO_REASON' end
      -- The ids of these are fixed by their row, so that none of them can be written twice.
      when d.type in ('investment', 'redemption') or d.type = 'interest' and d.ref_type = 'holding' then case when coalesce(
          d.ref_type = 'holding' and d.wallet = h.wallet and case d.type
            when 'investment' then d.id = invest_transfer('investment', d.ref_id, h.starts_on) and h.status = 'running'
              and (caller = 'candor_http') = (h.rolled_from is null) and d.amount = h.principal
              and d.debit_kind = 'funds' and d.debit_member = h.member_id and d.credit_kind = 'invested'
            when 'redemption' then d.id = invest_transfer('redemption', d.ref_id, h.ended_on)
              and h.status = case caller when 'candor_http' then 'redeemed' else 'matured' end and d.amount = h.principal
              and d.debit_kind = 'invested' and d.debit_member = h.member_id and d.credit_kind = 'funds'
            else d.id = invest_transfer('interest', d.ref_id, h.paid_through)
              and (h.status = 'redeemed') = (caller = 'candor_http') and d.amount = abs(h.last_payment) and case when h.last_payment > 0
                then d.debit_kind = 'house' and d.credit_kind = 'funds' and d.credit_member = h.member_id
                else d.debit_kind = 'funds' and d.debit_member = h.member_id and d.credit_kind = 'house' end
          end, false) then null else 'NO_REASON' end
      when d.type in ('savingsIn', 'savingsOut') then case when coalesce(d.ref_type = 'savingsTransfer' and d.id = g.id
          and d.wallet = g.wallet and d.amount = g.amount and (g.origin = 'member') = (caller = 'candor_http') and case g.direction
            when 'in' then d.type = 'savingsIn' and d.debit_kind = 'funds' and d.debit_member = g.member_id and d.credit_kind = 'savings'
            else d.type = 'savingsOut' and d.debit_kind = 'savings' and d.debit_member = g.member_id and d.credit_kind = 'funds'
          end, false) then null else 'NO_REASON' end
      when d.type = 'interest' then case when coalesce(d.ref_type = 'savings' and caller = 'candor_worker' and d.debit_kind = 'house'
          and d.credit_kind = 'savings' and d.amount = e.amount and e.posted_at is not null
          and d.id = invest_transfer('savings', d.credit_member || '/' || d.wallet, d.ref_id::date), false)
          then null else 'NO_REASON' end
      -- Everything that is there goes, so there is nothing for a second one.
      when d.type = 'givenUp' then case when coalesce(d.ref_type = 'closing' and d.wallet = 'cash' and d.amount = k.give_up
          and d.debit_kind = 'funds' and d.debit_member = k.member_id and d.credit_kind = 'house' and k.due_at <= clock_timestamp()
          and k.stopped_at is null and k.closed_at is null and a.posted = d.amount and a.held = 0, false)
          then null else 'NO_REASON' end
      when d.type = 'recharge' then case when coalesce(d.ref_type = 'deposit' and y.status = 'approved' and d.wallet = y.wallet
          and d.debit_kind = 'clearing' and d.credit_kind = 'funds' and d.credit_member = y.member_id and d.amount = y.credited, false)
          then null else 'NO_REASON' end
      when d.type = 'invitationReward' then case when coalesce(d.ref_type = 'member' and d.wallet = v.wallet
          and d.debit_kind = 'house' and d.credit_kind = 'funds' and d.credit_member = v.inviter_id and d.amount = v.amount, false)
          then null else 'NO_REASON' end
      when d.type in ('practiceGrant', 'practiceReset') then case when coalesce(cardinality(ids) = 1 and d.wallet = 'practice'
          and d.ref_type = 'member' and d.ref_id = coalesce(d.debit_member, d.credit_member)::text and case
            when d.type = 'practiceGrant' then d.debit_kind = 'grants' and d.credit_kind = 'funds' and a.seq = 0
              and d.amount = s.practice_grant
            when d.debit_kind = 'grants' then d.credit_kind = 'funds' and a.posted - a.held + d.amount = s.practice_grant
            when d.credit_kind = 'grants' then d.debit_kind = 'funds' and a.posted - a.held - d.amount = s.practice_grant
            end, false) then null else 'NO_REASON' end
      when not coalesce(d.ref_type = 'order' and d.wallet = o.wallet and case d.type
          when 'orderStake' then d.debit_kind = 'funds' and d.credit_kind = 'escrow' and d.debit_member = o.member_id
            and d.amount = o.stake
          when 'fee' then d.debit_kind = 'funds' and d.credit_kind = 'escrow' and d.debit_member = o.member_id
            and d.amount = o.fee
          end, false) then 'NO_REASON'
      end as why
    from unnest(ids, debits, credits, amounts, types, phases, wallets, currencies, debit_kinds, debit_members, credit_kinds,
      credit_members, pending_ids, ref_types, ref_ids) with ordinality as d (id, debit, credit, amount, type, phase, wallet, currency,
      debit_kind, debit_member, credit_kind, credit_member, pending_id, ref_type, ref_id, n)
    left join lateral (select x.phase, x.amount, x.debit_account, x.credit_account from transfer x where x.id = d.pending_id offset 0) p on true
    left join lateral (select x.id, x.member_id, x.wallet, x.stake, x.fee from trade_order x
      where x.id = case when not is_owner and d.ref_type = 'order' then d.ref_id::uuid end offset 0) o on true
    left join lateral (select x.member_id, x.wallet, x.status, x.credited from deposit x
      where not is_owner and x.id = case when d.ref_type = 'deposit' then d.ref_id::uuid end offset 0) y on true
    left join lateral (select x.member_id, x.wallet, x.status, x.paid_out, x.amount, x.fee, x.hold, x.fee_hold from withdrawal x
      where not is_owner and x.id = case when d.ref_type = 'withdrawal' then d.ref_id::uuid end offset 0) w on true
    left join lateral (select x.member_id, x.wallet, x.status, x.kind, x.amount from adjustment x
      where not is_owner and x.id = case when d.ref_type = 'adjustment' then d.ref_id::uuid end offset 0) j on true
    left join lateral (select x.member_id, x.wallet, x.principal, x.status, x.starts_on, x.ended_on, x.paid_through, x.last_payment,
        x.rolled_from from holding x
      where not is_owner and x.id = case when d.ref_type = 'holding' then d.ref_id::uuid end offset 0) h on true
    left join lateral (select x.id, x.member_id, x.wallet, x.direction, x.origin, x.amount from savings_transfer x
      where not is_owner and x.id = case when d.ref_type = 'savingsTransfer' then d.ref_id::uuid end offset 0) g on true
    left join lateral (select x.amount, x.posted_at from savings_accrual x
      where not is_owner and x.member_id = d.credit_member and x.wallet = d.wallet
        and x.business_date = case when d.ref_type = 'savings' then d.ref_id::date end offset 0) e on true
    left join lateral (select x.inviter_id, x.wallet, x.amount from invitation_reward x
      where not is_owner and x.invitee_id = case when d.type = 'invitationReward' then d.ref_id::bigint end offset 0) v on true
    left join lateral (select x.member_id, x.give_up, x.due_at, x.stopped_at, x.closed_at from member_closing x
      where not is_owner and x.id = case when d.ref_type = 'closing' then d.ref_id::uuid end offset 0) k on true
    left join lateral (select x.posted, x.held, x.seq from account x
      where d.type in ('practiceGrant', 'practiceReset', 'givenUp') and x.id = case when d.debit_member is null then d.credit else d.debit end
      offset 0) a on true
    cross join (select currency, practice_grant from site union all select null, null where not exists (select from site)) s
  ) t where t.why is not null order by t.n limit 1;
  if found then
    raise exception 'TRANSFER_REFUSED: %', refused.why using errcode = 'CD005', detail = refused.type || ' ' || refused.ref_id;
  end if;

  -- Two lines a transfer, the debit before the credit. An account of the house keeps no running row, and its line no number.
  with line as materialized (
    select d.n, s.side, a.id as account, d.amount,
      a.seq + row_number() over w as seq,
      a.posted + sum(case when d.phase in ('pending', 'void') then 0 when s.side = 0 then -d.amount else d.amount end) over w as posted,
      -- Of a hold that is posted in part, the rest is free again.
      a.held + sum(case when s.side = 1 then 0 when d.phase = 'pending' then d.amount when d.phase = 'single' then 0
        else -p.amount end) over w as held
    from unnest(debits, credits, amounts, phases, pending_ids) with ordinality as d (debit, credit, amount, phase, pending_id, n)
    cross join (values (0), (1)) as s (side)
    left join lateral (select x.amount from transfer x where x.id = d.pending_id offset 0) p on true
    left join lateral (select x.id, x.posted, x.held, x.seq from account x
      where x.id = case s.side when 0 then d.debit else d.credit end and x.member_id is not null offset 0) a on true
    window w as (partition by a.id order by d.n, s.side rows unbounded preceding)
  ), moved as (
    update account a set posted = l.posted, held = l.held, seq = l.seq
    from (select distinct on (account) account, posted, held, seq from line where account is not null order by account, seq desc) l
    where a.id = l.account
  )
  insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, phase, pending_id, ref_type, ref_id,
    member_id, debit_seq, debit_balance_after, credit_seq, credit_balance_after)
  select ids[l.n], debits[l.n], credits[l.n], l.amount, types[l.n], wallets[l.n], currencies[l.n], phases[l.n], pending_ids[l.n],
    ref_types[l.n], ref_ids[l.n], coalesce(debit_members[l.n], credit_members[l.n]), l.seq, l.posted, l.credit_seq, l.credit_posted
  from (
    select n, side, amount, seq, case when account is not null then posted end as posted,
      lead(seq) over pair as credit_seq, lead(case when account is not null then posted end) over pair as credit_posted
    from line window pair as (order by n, side)
  ) l where l.side = 0 order by l.n;
end $$;
