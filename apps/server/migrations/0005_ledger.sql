-- The ledger: accounts, transfers, and the money that operators add or deduct by hand. Every transfer has one debit and one
-- credit, and is never edited.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- Balances change with every order. Room on their pages (fillfactor) keeps the new version of a row beside the old one, so
-- that no index changes.
create table account (
  id        bigint generated always as identity primary key,
  member_id bigint references member (id),
  wallet    text not null check (wallet in ('practice', 'cash')),
  kind      text not null check (kind in ('funds', 'savings', 'invested', 'escrow', 'house', 'fees', 'grants', 'clearing')),
  currency  text not null,
  posted    bigint not null default 0,
  held      bigint not null default 0 check (held >= 0),
  seq       bigint not null default 0,
  unique nulls not distinct (member_id, wallet, kind, currency),
  unique (id, wallet, currency),
  check ((member_id is not null) = (kind in ('funds', 'savings', 'invested'))),
  -- Member accounts never go below zero; house accounts keep no running row, so that they are never a hot lock.
  check (case when member_id is null then posted = 0 and held = 0 and seq = 0 else posted - held >= 0 end)
) with (fillfactor = 60);
create trigger keep_key before update of id, wallet, currency on account for each statement execute function refuse_key_change();
create trigger keep_parent after delete on account referencing old table as gone for each statement execute function refuse_orphans();

-- Both sides of a transfer name accounts, and an account names its member: member_id needs no reference of its own. Who
-- checks what is "not enforced" here: refuse_key_change in 0001.
create table transfer (
  id                   uuid primary key default uuidv7(),
  debit_account        bigint not null,
  credit_account       bigint not null,
  amount               bigint not null check (amount > 0),
  type                 text not null check (type in (
    'practiceGrant', 'practiceReset', 'orderStake', 'orderPayout', 'orderRefund', 'orderClose', 'fee', 'recharge',
    'manualAdd', 'withdraw', 'withdrawalReturned', 'manualDeduct', 'invitationReward', 'investment', 'redemption',
    'interest', 'savingsIn', 'savingsOut')),
  wallet               text not null,
  currency             text not null,
  phase                text not null default 'single' check (phase in ('single', 'pending', 'post', 'void')),
  pending_id           uuid references transfer (id) not enforced,
  ref_type             text not null,
  ref_id               text not null,
  member_id            bigint,
  at                   timestamptz not null default clock_timestamp(),
  debit_seq            bigint,
  debit_balance_after  bigint,
  credit_seq           bigint,
  credit_balance_after bigint,
  check (debit_account <> credit_account),
  check ((phase in ('post', 'void')) = (pending_id is not null)),
  check ((debit_seq is null) = (debit_balance_after is null)),
  check ((credit_seq is null) = (credit_balance_after is null)),
  -- Both accounts in the transfer's own wallet and currency: practice and cash can never mix.
  foreign key (debit_account, wallet, currency) references account (id, wallet, currency) not enforced,
  foreign key (credit_account, wallet, currency) references account (id, wallet, currency) not enforced
);
create unique index transfer_debit_seq on transfer (debit_account, debit_seq) where debit_seq is not null;
create unique index transfer_credit_seq on transfer (credit_account, credit_seq) where credit_seq is not null;
-- A hold resolves once; the many transfers that resolve none need no entry.
create unique index transfer_pending on transfer (pending_id) where pending_id is not null;
-- One stake, one fee a side, one payout: an order's transfers are written once.
create unique index transfer_of_order on transfer (ref_id, type, debit_account) where ref_type = 'order';
create index transfer_ref on transfer (ref_id) where ref_type <> 'order';
-- A deposit, a reward and a returned payment are credited once.
create unique index transfer_once on transfer (type, ref_id, debit_account)
  where type in ('recharge', 'invitationReward', 'withdrawalReturned');
create unique index transfer_of_adjustment on transfer (ref_id) where ref_type = 'adjustment';
create trigger keep_key before update of id, debit_account, credit_account, wallet, currency, pending_id on transfer
  for each statement execute function refuse_key_change();
create trigger keep_parent after delete on transfer referencing old table as gone for each statement execute function refuse_orphans();

-- What a transfer is for is named once, in one spelling. write_transfers finds the row by the value of its id, and "once" is an
-- index over the text: an id in capitals, in braces or without hyphens was another text for the same row, and booked its money
-- again. The table itself takes no other spelling than the database's own.
alter table transfer add constraint transfer_ref_check check (case
  when ref_type in ('order', 'deposit', 'withdrawal', 'adjustment', 'holding', 'savingsTransfer')
    then ref_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  when ref_type = 'member' then ref_id ~ '^[1-9][0-9]{0,18}$'
  when ref_type = 'savings' then ref_id ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
  else true end);

-- The worker settles under the members' locks and needs nothing else of them. Members that another transaction holds are
-- left out. Answers those that are locked now.
create function lock_members_now(ids bigint[]) returns setof bigint
language sql security definer set search_path = public, pg_temp as $$
  select id from member where id = any(ids) order by id for no key update skip locked
$$;

-- Balances change by one function, which writes the transfers that change them; the orders and settlements do so by
-- triggers of their own (take_stakes, pay_settlements). It lets each role write only the transfers of its task, and each
-- transfer only with its reason: it is compared with the row that it is for, in the state that allows it. http holds and
-- releases, the console credits, posts, releases and returns, the worker credits what a channel proved, and writes the money
-- of the close.
--
-- Element i of every array belongs to transfer i. Both sides are in the same wallet and currency; the member is null for an
-- account of the house. Raises CD005 where a transfer has no reason or is not the caller's to write, and what the
-- constraints raise where a member would have less than nothing, or a hold would be resolved twice. Callers hold the locks
-- of the members, and write the row that a transfer is for before it.
--
-- Every look-up is by an index, one row at a time. The settings below keep it so whatever the statistics say.
create function write_transfers(ids uuid[], amounts bigint[], types text[], phases text[], wallets text[], currencies text[],
  debit_kinds text[], debit_members bigint[], credit_kinds text[], credit_members bigint[], pending_ids uuid[],
  ref_types text[], ref_ids text[]) returns void
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
            'interest', 'savingsIn')
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
      where not is_owner and x.id = case when d.ref_type = 'order' then d.ref_id::uuid end offset 0) o on true
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
    left join lateral (select x.posted, x.held, x.seq from account x
      where d.type in ('practiceGrant', 'practiceReset') and x.id = case when d.debit_member is null then d.credit else d.debit end
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

-- Rows that come another way than through a trigger of ours: from write_transfers, and what the owner writes.
create function check_transfers() returns trigger
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from (
      select debit_account as account, wallet, currency from written union select credit_account, wallet, currency from written) w
    left join lateral (select x.wallet, x.currency from account x where x.id = w.account offset 0) a on true
    where (w.wallet, w.currency) is distinct from (a.wallet, a.currency)) then
    raise exception 'TRANSFER_WITHOUT_ACCOUNT' using errcode = '23503', table = 'transfer';
  end if;
  if exists (select from written w where w.pending_id is not null
    and not exists (select from transfer p where p.id = w.pending_id)) then
    raise exception 'TRANSFER_WITHOUT_HOLD' using errcode = '23503', table = 'transfer';
  end if;
  return null;
end $$;
create trigger check_transfers after insert on transfer referencing new table as written
  for each statement when (pg_trigger_depth() = 0) execute function check_transfers();

-- Whoever changes what is a member's locks the member first, also a role that may not write to it. The console does so only
-- in an operator's name.
create function lock_members(ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' and current_operator() is null then
    raise exception 'OPERATOR_REFUSED: UNKNOWN' using errcode = 'CD300';
  end if;
  perform from member where id = any(ids) order by id for no key update;
end $$;

-- Money that operators add to or deduct from a member by hand: one proposes it with a reason, another approves it. Neither is
-- the member. An approved one moves its money in the same transaction, and once.
create table adjustment (
  id         uuid primary key,
  member_id  bigint not null references member (id),
  wallet     text not null check (wallet in ('practice', 'cash')),
  currency   text not null,
  kind       text not null check (kind in ('add', 'deduct')),
  amount     bigint not null check (amount > 0),
  reason     text not null check (length(reason) <= 300 and reason ~ '\S'),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references member (id),
  checker    bigint references member (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  -- A code for the member, who reads it in the statement. The words of maker and checker stay between them.
  code       text not null default 'OTHER',
  check (maker <> member_id),
  check (checker <> member_id),
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null)),
  constraint adjustment_code_check check (case kind
    when 'add' then code in ('CORRECTION', 'PAYMENT_FOUND', 'GOODWILL', 'PROMOTION', 'OTHER')
    else code in ('CORRECTION', 'BOOKED_TWICE', 'PAYMENT_RECALLED', 'OTHER') end)
);
comment on column adjustment.code is 'What the member reads, as a code of packages/contract/src/reasons.ts.';
comment on column adjustment.reason is 'What the maker wrote to the checker. It stays inside.';
comment on column adjustment.note is 'What the checker wrote. It stays inside.';
create index adjustment_queue on adjustment (status, id desc);
create index adjustment_member on adjustment (member_id, id desc);
create trigger name_who_acts after insert or update on adjustment for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on adjustment deferrable initially deferred
  for each row execute function require_entry('adjustment', 'id', 'maker', 'checker');

-- A decision is final, and it is made by the database's clock. Nothing else about an adjustment can change.
create function decide_adjustment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'ADJUSTMENT_REFUSED: STATE' using errcode = 'CD011';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'ADJUSTMENT_REFUSED: STATE' using errcode = 'CD011';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;
create trigger decide_adjustment before insert or update on adjustment
  for each row execute function decide_adjustment();

-- Approved and paid are one: at the end of the transaction its transfer is there.
create function check_adjustment_money() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status = 'approved' and not exists (select from transfer t where t.ref_type = 'adjustment' and t.ref_id = new.id::text) then
    raise exception 'ADJUSTMENT_REFUSED: NOT_PAID' using errcode = 'CD011';
  end if;
  return null;
end $$;
create constraint trigger check_money after update on adjustment deferrable initially deferred
  for each row execute function check_adjustment_money();

-- The console moves no money without an operator: not even what an earlier decision would allow.
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
