/** Money in and out by every way and in every state, rewards, and what operators changed by hand. */

/** Decided after some minutes; of the last three days some are not. */
const OPEN_SINCE = `y.ends_at - interval '3 days'`;

export const CASHIER = [
  `create temp table paid_in as
   select i, p.n, p.id as member_id, c.code, c.kind, c.network, c.asset, c.details, 100 * (100 + pg_temp.pick('deposit', i, 4900)) as amount, t.at,
     pg_temp.id_at(t.at, 'deposit', i) as id, 'D' || lpad(upper(to_hex(i)), 7, '0') as reference, t.at + make_interval(mins => 10 + pg_temp.pick('decided', i, 50)::int) as decided_at,
     case when t.at > ${OPEN_SINCE} and c.kind <> 'practice' then (array['recharging', 'pending', 'reviewing', 'seconding', 'pending', 'approved'])[1 + pg_temp.pick('open', i, 6)]
       when c.kind <> 'practice' and pg_temp.pick('state', i, 20) = 0 then 'rejected' when c.kind <> 'practice' and pg_temp.pick('state', i, 20) = 1 then 'cancelled'
       else 'approved' end as status
   from year y cross join generate_series(1, y.members * 12) i join person p on p.n = 1 + i % y.members
   join (select row_number() over (order by position) - 1 as n, count(*) over () as all, * from deposit_channel) c on c.n = pg_temp.pick('channel', i, c.all)
   cross join lateral (select p.joined_at + interval '20 minutes' + (p.stayed - interval '2 hours') * ((i / y.members + pg_temp.pick('paid', i, 1000) / 1000.0) / 13) as at) t`,
  `insert into deposit (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until, details, status,
     txid, credited, reason, taken_by, first_by, version, created_at, expires_at, paid_at, decided_at, promised_minutes, proof_required)
   select d.id, d.reference, d.member_id, 'practice', s.currency, d.code, d.kind, d.network, d.amount, d.asset, d.amount, 10000, d.at + interval '10 minutes',
     d.details, d.status, case when d.kind = 'usdt' and d.status <> 'recharging' then md5('a' || d.i) || md5('b' || d.i) end,
     case when d.status in ('approved', 'seconding') then d.amount end, case d.status when 'rejected' then 'OTHER' end,
     case when d.status = 'reviewing' then o.id end, case when d.status in ('approved', 'seconding', 'rejected') then o.id end, 3, d.at,
     d.at + interval '30 minutes', case when d.status <> 'recharging' then d.at + interval '5 minutes' end,
     case when d.status in ('approved', 'rejected', 'cancelled') then d.decided_at end, 30, false
   from paid_in d cross join site s join desk o on o.n = d.i % (select count(*) from desk) order by d.at`,
  `insert into move (at, step, member_id, debit, credit, amount, type, ref_type, ref_id)
   select decided_at, 1, member_id, 'clearing', 'funds', amount, 'recharge', 'deposit', id::text from paid_in where status = 'approved'`,
  'create index on paid_in (member_id)',
  'analyze paid_in',
  `create temp table paid_out as
   select i, p.n, p.id as member_id, 100 * (100 + pg_temp.pick('withdrawal', i, 900)) as amount, 200::bigint as fee, t.at,
     pg_temp.id_at(t.at, 'withdrawal', i) as id, pg_temp.id_at(t.at, 'hold', i) as hold, pg_temp.id_at(t.at, 'fee', i) as fee_hold,
     'W' || lpad(upper(to_hex(i)), 7, '0') as reference, t.at + make_interval(mins => 30 + pg_temp.pick('looked', i, 300)::int) as decided_at, s.status,
     case when s.status <> 'approved' then 'none' when t.at > ${OPEN_SINCE} then (array['none', 'sent', 'returning'])[1 + pg_temp.pick('sent', i, 3)]
       when pg_temp.pick('back', i, 50) = 0 then 'returned' else 'arrived' end as paid_out
   from year y cross join generate_series(1, y.members * 6) i join person p on p.n = 1 + i % y.members
   cross join lateral (select p.joined_at + interval '40 minutes' + (p.stayed - interval '10 hours') * ((i / y.members + pg_temp.pick('asked', i, 1000) / 1000.0) / 7) as at) t
   cross join lateral (select case when t.at > ${OPEN_SINCE} then (array['pending', 'reviewing', 'seconding', 'approved'])[1 + pg_temp.pick('waits', i, 4)]
     when pg_temp.pick('fate', i, 20) = 0 then 'rejected' when pg_temp.pick('fate', i, 20) = 1 then 'cancelled' else 'approved' end as status) s`,
  `insert into withdrawal (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed, status, paid_out, bank_ref, reason,
     taken_by, first_by, second_by, version, created_at, decided_at, promised_minutes, sent_by, return_by)
   select w.id, w.reference, w.member_id, 'practice', s.currency, w.amount, w.fee, w.hold, w.fee_hold, '{"bank":"ICBC","holder":"王*明","number":"**** 1234"}',
     '\\x00', w.status, w.paid_out, case when w.paid_out <> 'none' then 'BANK' || w.i end,
     case when w.status = 'rejected' or w.paid_out in ('returning', 'returned') then 'OTHER' end, case when w.status = 'reviewing' then o.id end,
     case when w.status in ('approved', 'seconding', 'rejected') then o.id end, case when w.status = 'approved' then x.id end, 4, w.at,
     case when w.status in ('approved', 'rejected', 'cancelled') then w.decided_at end, 1440, case when w.paid_out <> 'none' then o.id end,
     case when w.paid_out in ('returning', 'returned') then x.id end
   from paid_out w cross join site s join desk o on o.n = w.i % (select count(*) from desk) join desk x on x.n = (w.i + 1) % (select count(*) from desk) order by w.at`,
  `insert into payout_reference (ref_key, withdrawal_id, at) select payout_ref_key('BANK' || i), id, decided_at from paid_out where paid_out <> 'none'`,
  `insert into move (at, step, id, member_id, debit, credit, amount, type, phase, pending, ref_type, ref_id)
   select x.at, x.step, x.id, w.member_id, 'funds', h.credit, h.amount, h.type, x.phase, x.pending, 'withdrawal', w.id::text
   from paid_out w cross join lateral (values (w.hold, 'clearing', w.amount - w.fee, 'withdraw'), (w.fee_hold, 'fees', w.fee, 'fee')) h (id, credit, amount, type)
   cross join lateral (values (true, w.at, 1, h.id, 'pending', null::uuid),
     (w.status in ('approved', 'rejected', 'cancelled'), w.decided_at, 2, null, case w.status when 'approved' then 'post' else 'void' end, h.id))
     x (happened, at, step, id, phase, pending) where x.happened`,
  `insert into move (at, step, member_id, debit, credit, amount, type, ref_type, ref_id)
   select w.decided_at + interval '1 day', 3, w.member_id, h.debit, 'funds', h.amount, 'withdrawalReturned', 'withdrawal', w.id::text
   from paid_out w cross join lateral (values ('clearing', w.amount - w.fee), ('fees', w.fee)) h (debit, amount) where w.paid_out = 'returned'`,
  `insert into cashier_step (subject, n, state, at, by_operator)
   select id, 1, 'pending', at, null::bigint from paid_in union all select id, 1, 'pending', at, null from paid_out
   union all select d.id, 2, d.status, d.decided_at, o.id from paid_in d join desk o on o.n = 0 where d.status in ('approved', 'rejected')
   union all select w.id, 2, w.status, w.decided_at, o.id from paid_out w join desk o on o.n = 0 where w.status in ('approved', 'rejected')
   order by 4`,
  // Every tenth was invited by the one before.
  `create temp table invited as
   select p.id as invitee_id, i.id as inviter_id, p.joined_at, d.id as deposit_id, d.amount, d.decided_at + interval '1 day' as at,
     d.decided_at + interval '1 day' < y.ends_at as is_paid
   from year y cross join person p join person i on i.n = p.n - 1
   left join lateral (select * from paid_in d where d.member_id = p.id and d.status = 'approved' order by d.at limit 1) d on true where p.n % 10 = 0`,
  `insert into invitation (invitee_id, inviter_id, version, amount, turnover_rate, state, deposit_id, needed, turnover, created_at, moved_at)
   select invitee_id, inviter_id, 1, 5800, 100000, case when is_paid then 'paid' else 'waiting' end, case when is_paid then deposit_id end,
     case when is_paid then amount * 10 end, case when is_paid then amount * 10 else 0 end, joined_at, coalesce(at, joined_at) from invited`,
  `insert into invitation_reward (invitee_id, inviter_id, deposit_id, wallet, amount, at)
   select invitee_id, inviter_id, deposit_id, 'practice', 5800, at from invited where is_paid order by at`,
  `insert into move (at, step, member_id, debit, credit, amount, type, ref_type, ref_id)
   select at, 1, inviter_id, 'house', 'funds', 5800, 'invitationReward', 'member', invitee_id::text from invited where is_paid`,
  // By hand: some are added, some deducted, some wait, some were refused.
  `create temp table changed as
   select p.n, p.id as member_id, a.at, pg_temp.id_at(a.at, 'adjustment', p.n) as id, case when p.n % 40 = 0 then 'deduct' else 'add' end as kind,
     case when p.n % 200 = 60 then 'proposed' when p.n % 200 = 140 then 'rejected' else 'approved' end as status, 1000 + 100 * (p.n % 7) as amount
   from person p cross join lateral (select p.joined_at + p.stayed * 0.6 as at) a where p.n % 20 = 0`,
  `insert into adjustment (id, member_id, wallet, currency, kind, amount, reason, status, maker, checker, created_at, decided_at, code)
   select c.id, c.member_id, 'practice', s.currency, c.kind, c.amount, 'A payment was booked wrongly', c.status, m.id, case when c.status <> 'proposed' then x.id end,
     c.at, case when c.status <> 'proposed' then c.at + interval '1 hour' end, 'CORRECTION'
   from changed c cross join site s join desk m on m.n = 0 join desk x on x.n = 1 order by c.at`,
  `insert into move (at, step, member_id, debit, credit, amount, type, ref_type, ref_id)
   select at + interval '1 hour', 1, member_id, case kind when 'add' then 'house' else 'funds' end, case kind when 'add' then 'funds' else 'house' end, amount,
     case kind when 'add' then 'manualAdd' else 'manualDeduct' end, 'adjustment', id::text from changed where status = 'approved'`,
];
