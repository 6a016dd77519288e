-- As before, but a stake never overwrites a balance that changed meanwhile. A caller without the member's lock could read a
-- balance, wait for a settlement that pays into it, and write back what it had read: the payout was gone. Now an account moves
-- only from the line number that was read. If one did not move, the stakes name no account, and the statement is refused.
--
-- Runs after accept_orders, by its name. Every look-up in a table is by a whole key, one row at a time; the settings keep it
-- so whatever the statistics say.
create or replace function take_stakes() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  paid_in text := (select currency from site);
begin
  insert into account (wallet, kind, currency)
  select k.wallet, 'escrow', paid_in from (select distinct wallet from placed) k
  where not exists (select from account x where x.member_id is null and x.wallet = k.wallet and x.kind = 'escrow' and x.currency = paid_in)
  on conflict do nothing;

  -- A member without an account has no money: the order fails because its stake names no account.
  with house as materialized (
    select k.wallet, x.id from (select distinct wallet from placed) k
    left join lateral (select y.id from account y
      where y.member_id is null and y.wallet = k.wallet and y.kind = 'escrow' and y.currency = paid_in offset 0) x on true
  ), line as materialized (
    select o.id, o.member_id, o.wallet, o.amount, o.type, a.id as account, a.seq as seq_read,
      a.seq + row_number() over w as seq, a.posted - (sum(o.amount) over w)::bigint as posted,
      lead(a.id) over w is null as is_last
    from (
      select id, no, member_id, wallet, 1 as side, stake as amount, 'orderStake' as type from placed
      union all
      select id, no, member_id, wallet, 2, fee, 'fee' from placed where fee > 0
    ) o
    left join lateral (select x.id, x.posted, x.seq from account x
      where x.member_id = o.member_id and x.wallet = o.wallet and x.kind = 'funds' and x.currency = paid_in offset 0) a on true
    window w as (partition by a.id order by o.no, o.side rows unbounded preceding)
  ), moved as (
    update account a set posted = l.posted, seq = l.seq from line l
    where l.is_last and a.id = l.account and a.seq = l.seq_read returning a.id
  )
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, debit_seq,
    debit_balance_after)
  select case when (select count(*) from moved) = (select count(account) from line where is_last) then l.account end, h.id,
    l.amount, l.type, l.wallet, paid_in, 'order', l.id::text, l.member_id, l.seq, l.posted
  from line l left join house h on h.wallet = l.wallet;
  return null;
end $$;
