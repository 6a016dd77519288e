/** Makes the moves transfers: in the order of their time, each with the next line of its member's account and the balance after it. */
export const LEDGER = [
  `insert into account (member_id, wallet, kind, currency)
   select distinct m.member_id, 'practice', k.kind, s.currency from move m cross join site s cross join lateral (values (m.debit), (m.credit)) k (kind)
   where k.kind in ('funds', 'savings', 'invested')
   union select null, 'practice', kind, currency from site, unnest(array['escrow', 'house', 'fees', 'grants', 'clearing']) kind order by 1
   on conflict do nothing`,
  'analyze move',
  'analyze account',
  `create temp table line as
   select n, side, account, row_number() over w as seq, sum(posted) over w as after, held from (
     select m.n, 'd' as side, a.id as account, m.at, m.step, case when m.phase in ('single', 'post') then -m.amount else 0 end as posted,
       case m.phase when 'single' then 0 when 'pending' then m.amount else -m.amount end as held
     from move m join account a on a.member_id = m.member_id and a.kind = m.debit
     union all
     select m.n, 'c', a.id, m.at, m.step, m.amount, 0 from move m join account a on a.member_id = m.member_id and a.kind = m.credit
   ) x window w as (partition by account order by at, step, n, side)`,
  'create index on line (n)',
  'analyze line',
  `insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, phase, pending_id, ref_type, ref_id, member_id, at, debit_seq,
     debit_balance_after, credit_seq, credit_balance_after)
   select coalesce(m.id, pg_temp.id_at(m.at, 'transfer', m.n)), coalesce(d.account, hd.id), coalesce(c.account, hc.id), m.amount, m.type, 'practice', s.currency, m.phase, m.pending,
     m.ref_type, m.ref_id, case when d.account is not null or c.account is not null then m.member_id end, m.at, d.seq, d.after, c.seq, c.after
   from move m cross join site s left join line d on d.n = m.n and d.side = 'd' left join line c on c.n = m.n and c.side = 'c'
   left join account hd on hd.member_id is null and hd.wallet = 'practice' and hd.kind = m.debit
   left join account hc on hc.member_id is null and hc.wallet = 'practice' and hc.kind = m.credit order by m.at, m.step, m.n`,
  `update account a set posted = l.posted, held = l.held, seq = l.seq from (
     select account, (array_agg(after order by seq desc))[1] as posted, sum(held) as held, max(seq) as seq from line group by 1) l where l.account = a.id`,
];
