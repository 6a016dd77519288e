-- A year of data of a small site: two products, one with a fee, 40 members who order once a day, and a tick every five
-- minutes with a candle for each. The last 89 days of ticks are in the database, the rest in files. Prices, outcomes and
-- amounts follow the rules, so today's checks must hold. The year lies in the past, where no trigger lets anybody write.

insert into site (mode, currency, currency_symbol, currency_decimals, practice_grant) values ('practice', 'CNY', '¥', 2, 1000000000);
insert into product (code, names, category, decimals, position) values
  ('OLDUSD', '{"zh-Hans":"旧","zh-Hant":"舊","en":"Old"}', 'crypto', 2, 1),
  ('FEEUSD', '{"zh-Hans":"费","zh-Hant":"費","en":"Fee"}', 'crypto', 2, 2);
insert into terms (product, version, durations, fee_rate, presets, published_at)
select code, 1, '[{"seconds":300,"payoutRate":8500,"minStake":1000,"maxStake":5000000}]', case code when 'FEEUSD' then 100 else 0 end,
  '[10000,50000,100000,500000]', now() - interval '366 days' from product;
set session_replication_role = replica;
insert into proof_key (id, name, public_key, created_at) values ('00000000', 'old', sha256('old'), now() - interval '366 days');

insert into member (username, password_hash, withdraw_password_hash, phone, invite_code, created_at)
select 'year_' || n, 'none', 'none', '+86year' || n, 'YEAR' || lpad(n::text, 4, '0'), now() - interval '366 days'
from generate_series(1, 40) n;

create temp table made as
select code as product, n as seq, date_trunc('day', now()) - interval '365 days' + n * interval '5 minutes' as at,
  10000 + abs(hashint8(n * 31 + length(code) + ascii(code))) % 500 as price,
  sha256(convert_to(code || n, 'UTF8')) as hash, sha256(convert_to(code || (n - 1), 'UTF8')) as prev_hash
from product, generate_series(1::bigint, 365 * 288) n;
update made set prev_hash = decode(repeat('00', 32), 'hex') where seq = 1;
create unique index on made (product, seq);

insert into candle (product, t, o, h, l, c)
select product, at, price, price + 3, price - 3, price + 1 from made;

select ensure_tick_partition((date_trunc('day', now()) - make_interval(days => d))::date) from generate_series(-1, 90) d;
insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash)
select product, seq, at, price, 'OK', 'simulated', 1, '[]', sha256('[]'), prev_hash, hash
from made where at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '89 days';
insert into tick_archive (product, day, first_seq, last_seq, count, prev_hash, last_hash, file_sha256, note)
select product, day, min(seq), max(seq), count(*), (array_agg(prev_hash order by seq))[1], (array_agg(hash order by seq desc))[1],
  sha256('file'), 'an old note'
from made, lateral (select (at at time zone 'UTC')::date as day) d
where at < date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '89 days' group by product, day;
insert into tick_head (product, seq, at, price, status, hash)
select distinct on (product) product, seq, at, price, 'OK', hash from made order by product, seq desc;
update feed_leader set epoch = 1;

create temp table fill as
select m.id as member_id, p.product, d * 288 + m.id * 6 as entry_seq,
  case when (d + m.id) % 3 = 0 then 'up' else 'down' end as direction, 10000 + (d % 7) * 1000 as stake,
  case p.product when 'FEEUSD' then (10000 + (d % 7) * 1000) / 100 else 0 end as fee
from member m, generate_series(0, 364) d, lateral (select case when (m.id + d) % 2 = 0 then 'OLDUSD' else 'FEEUSD' end as product) p;
create temp table filled as
select uuidv7(e.at - now()) as id, f.*, f.stake + f.stake * 85 / 100 as payout, e.at as entry_at, e.price as entry_price, x.seq as exit_seq, x.at as exit_at, x.price as exit_price,
  case when x.price = e.price then 'tied' when (x.price > e.price) = (f.direction = 'up') then 'won' else 'lost' end as outcome
from fill f join made e on e.product = f.product and e.seq = f.entry_seq
  join made x on x.product = f.product and x.seq = f.entry_seq + 1;
insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version,
  submitted_at, accepted_at, entry_at, closes_at)
select id, member_id, 'practice', product, direction, stake, fee, 8500, payout, 300, 1, entry_at - interval '1 second',
  entry_at - interval '0.5 seconds', entry_at, exit_at from filled order by entry_at, member_id;
insert into settlement (order_id, member_id, outcome, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited, settled_at)
select id, member_id, outcome, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price,
  case outcome when 'won' then payout - stake - fee when 'lost' then -stake - fee else 0 end,
  case outcome when 'won' then payout when 'lost' then 0 else stake + fee end, exit_at + interval '0.2 seconds' from filled;

insert into account (member_id, wallet, kind, currency)
select id, 'practice', 'funds', 'CNY' from member
union all select null, 'practice', kind, 'CNY' from unnest(array['escrow', 'house', 'fees', 'grants']) kind;

-- What moved, with the member's side: from the member (-1), to the member (1), or between house accounts (0).
create temp table movement as
select step, at, order_id, member_id, type, amount, side, debit_kind, credit_kind from (
  select 0 as step, now() - interval '366 days' as at, null::uuid as order_id, id as member_id, 'practiceGrant' as type, 1000000000 as amount,
    1 as side, 'grants' as debit_kind, 'funds' as credit_kind from member
  union all select 1, entry_at - interval '0.5 seconds', id, member_id, 'orderStake', stake, -1, 'funds', 'escrow' from filled
  union all select 2, entry_at - interval '0.5 seconds', id, member_id, 'fee', fee, -1, 'funds', 'escrow' from filled
  union all select 3, exit_at, id, member_id, 'orderClose', stake, 0, 'escrow', 'house' from filled where outcome in ('won', 'lost')
  union all select 4, exit_at, id, member_id, 'fee', fee, 0, 'escrow', 'fees' from filled where outcome in ('won', 'lost')
  union all select 5, exit_at, id, member_id, 'orderPayout', payout, 1, 'house', 'funds' from filled where outcome = 'won'
  union all select 5, exit_at, id, member_id, 'orderRefund', stake + fee, 1, 'escrow', 'funds' from filled where outcome = 'tied'
) moved where amount > 0;
insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, at,
  debit_seq, debit_balance_after, credit_seq, credit_balance_after)
select d.id, c.id, amount, type, 'practice', 'CNY', case when order_id is null then 'member' else 'order' end,
  coalesce(order_id::text, m.member_id::text), case when side = 0 then null else m.member_id end, at,
  case when side = -1 then line end, case when side = -1 then balance end, case when side = 1 then line end, case when side = 1 then balance end
from (
  select *, row_number() over member_lines as line, sum(side * amount) over member_lines as balance from movement where side <> 0
  window member_lines as (partition by member_id order by at, step)
  union all select *, null, null from movement where side = 0
) m
join account d on d.kind = debit_kind and d.member_id is not distinct from case when debit_kind = 'funds' then m.member_id end
join account c on c.kind = credit_kind and c.member_id is not distinct from case when credit_kind = 'funds' then m.member_id end
order by at, step;
update account a set posted = s.posted, seq = s.lines
from (select member_id, sum(side * amount) as posted, count(*) as lines from movement where side <> 0 group by member_id) s
where s.member_id = a.member_id and a.kind = 'funds';

insert into session (member_id, token_hash, expires_at)
select id, sha256(convert_to(username, 'UTF8')), now() + interval '20 days' from member;
insert into idempotency (member_id, route, key, fingerprint, answer, created_at)
select member_id, 'trade/orders', gen_random_uuid(), sha256('old'), '{"ok":false,"error":"BALANCE_INSUFFICIENT"}', entry_at
from filled where entry_at > now() - interval '7 days';
-- The orders are older than the order log.
update order_log set (begins_after, decided_no) = (select max(no), max(no) from trade_order);
set session_replication_role = default;
insert into support_message (member_id, author, text, created_at) select id, 'member', '您好', now() - interval '30 days' from member;
