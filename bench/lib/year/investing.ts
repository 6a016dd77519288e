/** Holdings that pay daily and at their end, those that ended and those that run, and savings with their interest of each date. */

/** A moment of a date in the site's time zone. */
function at(date: string, time: string): string {
  return `(((${date}) + time '${time}') at time zone y.zone)`;
}

export const INVESTING = [
  `create temp table held as
   select p.n * 4 + h as k, p.id as member_id, j.id as project_id, j.interest, j.annual_rate, 200000::bigint as principal, d.starts_on, d.starts_on + j.term_days as matures_on,
     ${at('d.starts_on', '12:00')} as at, pg_temp.id_at(${at('d.starts_on', '12:00')}, 'holding', p.n * 4 + h) as id, d.starts_on + j.term_days < y.today as is_over,
     least(d.starts_on + j.term_days, y.today) - 1 as last_on, 200000 * j.annual_rate / 3650000 as daily
   from year y cross join person p cross join generate_series(0, 3) h
   join (select row_number() over (order by p.position) - 1 as n, p.id, t.interest, t.term_days, t.annual_rate
     from project p join project_terms t on t.project_id = p.id and t.version = p.version) j on j.n = h
   cross join lateral (select business_date_at(p.joined_at) + 5 + h * 60 as starts_on) d
   where p.n % 4 = 0 and d.starts_on < y.today and d.starts_on + j.term_days <> y.today`,
  `insert into holding_accrual (business_date, holding_id, amount)
   select starts_on + i, id, daily from held cross join lateral generate_series(0, last_on - starts_on) i`,
  `insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, annual_rate, interest, starts_on, matures_on, status,
     paid, paid_through, last_payment, earned, ended_on, ended_at, created_at)
   select h.id, 'H' || lpad(upper(to_hex(h.k)), 7, '0'), h.member_id, 'practice', s.currency, h.project_id, 1, 1, h.principal, h.annual_rate, h.interest, h.starts_on, h.matures_on,
     case when h.is_over then 'matured' else 'running' end, w.paid, case when w.paid > 0 then h.last_on end,
     case when w.paid = 0 then 0 when h.interest = 'daily' then h.daily else w.paid end, case when h.is_over then w.paid end,
     case when h.is_over then h.matures_on end, case when h.is_over then ${at('h.matures_on', '00:10')} end, h.at
   from held h cross join year y cross join site s
   cross join lateral (select case when h.is_over or h.interest = 'daily' then (h.last_on - h.starts_on + 1) * h.daily else 0 end as paid) w order by h.at`,
  `update project p set sold = h.sold from (select project_id, sum(principal) as sold from held where not is_over group by 1) h where h.project_id = p.id`,
  `insert into move (at, step, id, member_id, debit, credit, amount, type, ref_type, ref_id)
   select at, 1, invest_transfer('investment', id::text, starts_on), member_id, 'funds', 'invested', principal, 'investment', 'holding', id::text from held
   union all
   select ${at('h.starts_on + i + 1', '00:05')}, 1, invest_transfer('interest', h.id::text, h.starts_on + i), h.member_id, 'house', 'funds', h.daily, 'interest', 'holding', h.id::text
   from held h cross join year y cross join lateral generate_series(0, h.last_on - h.starts_on) i where h.interest = 'daily'
   union all
   select ${at('h.matures_on', '00:10')}, 2, invest_transfer('interest', h.id::text, h.last_on), h.member_id, 'house', 'funds', h.daily * (h.last_on - h.starts_on + 1),
     'interest', 'holding', h.id::text from held h cross join year y where h.interest = 'maturity' and h.is_over
   union all
   select ${at('h.matures_on', '00:10')}, 1, invest_transfer('redemption', h.id::text, h.matures_on), h.member_id, 'invested', 'funds', h.principal, 'redemption', 'holding',
     h.id::text from held h cross join year y where h.is_over`,
  // Savings: every fifth member puts something in three times, and takes a part out once.
  `insert into savings (member_id, wallet, created_at) select id, 'practice', joined_at + interval '1 day' from person where n % 5 = 0`,
  `create temp table moved as
   select p.n * 4 + i as k, p.id as member_id, t.at, pg_temp.id_at(t.at, 'savings', p.n * 4 + i) as id, case i when 2 then 'out' else 'in' end as direction,
     case i when 2 then 20000 else 50000 end::bigint as amount
   from year y cross join person p cross join generate_series(0, 3) i cross join lateral (select p.joined_at + make_interval(days => 1 + i * 60) as at) t
   where p.n % 5 = 0 and t.at < y.ends_at`,
  `insert into savings_transfer (id, member_id, wallet, currency, direction, origin, amount, agreement, net, at)
   select m.id, m.member_id, 'practice', s.currency, m.direction, 'member', m.amount, 1,
     sum(case m.direction when 'in' then m.amount else -m.amount end) over (partition by m.member_id order by m.at), m.at
   from moved m cross join site s order by m.at`,
  `insert into move (at, step, id, member_id, debit, credit, amount, type, ref_type, ref_id)
   select at, 1, id, member_id, case direction when 'in' then 'funds' else 'savings' end, case direction when 'in' then 'savings' else 'funds' end, amount,
     case direction when 'in' then 'savingsIn' else 'savingsOut' end, 'savingsTransfer', id::text from moved`,
  `create temp table saved as
   select p.n, p.id as member_id, business_date_at(p.joined_at) + d as date, 1 + pg_temp.pick('interest', p.n * 1000 + d, 2) as amount
   from year y cross join person p cross join lateral generate_series(2, y.today - 1 - business_date_at(p.joined_at)) d where p.n % 5 = 0`,
  `insert into savings_accrual (member_id, wallet, business_date, balance, annual_rate, units, amount, posted_at)
   select s.member_id, 'practice', s.date, 50000, 120, 0, s.amount, ${at('s.date + 1', '00:10')} from saved s cross join year y order by s.date`,
  `insert into move (at, step, member_id, debit, credit, amount, type, ref_type, ref_id)
   select ${at('s.date + 1', '00:10')}, 1, s.member_id, 'house', 'savings', s.amount, 'interest', 'savings', s.date::text from saved s cross join year y`,
  `insert into business_day (business_date, step, holdings_accrued, holdings_interest, savings_accrued, savings_interest, started_at, closed_at, batch_rows)
   select d.date, 'closed', coalesce(h.count, 0), coalesce(h.amount, 0), coalesce(s.count, 0), coalesce(s.amount, 0), ${at('d.date + 1', '00:00')}, ${at('d.date + 1', '00:10')}, 500
   from year y cross join lateral (select x::date as date from generate_series(business_date_at(y.starts_at), y.today - 1, interval '1 day') x) d
   left join (select business_date, count(*), sum(amount) as amount from holding_accrual group by 1) h on h.business_date = d.date
   left join (select date, count(*), sum(amount) as amount from saved group by 1) s on s.date = d.date`,
];
