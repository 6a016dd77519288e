/** Who is there, and what the rest of the year is told with: moments, numbers that follow from the seed, and moves of money. */

/** A number below `below`, and an id of a moment: the same for the same seed. */
export function tools(seed: bigint): string[] {
  return [
    `create function pg_temp.pick(salt text, n bigint, below bigint) returns bigint language sql immutable parallel safe as
       $$ select (hashtextextended(salt || n, ${seed}) & 9223372036854775807) % below $$`,
    `create function pg_temp.id_at(at timestamptz, salt text, n bigint) returns uuid language sql immutable parallel safe as
       $$ select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid
          from (select md5(salt || '/' || n || '/${seed}')) m (h) $$`,
    `create function pg_temp.price_of(product text, seq bigint) returns bigint language sql immutable parallel safe as
       $$ select 10000 + pg_temp.pick(product, seq, 500) $$`,
  ];
}

export const PEOPLE = [
  `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code, nickname, email, created_at)
   select 'year_' || n, 'none', 'none', '+86139' || lpad(n::text, 8, '0'), 'Y' || lpad(n::text, 8, '0'), 'Year ' || n,
     'year' || n || '@example.com', starts_at + (ends_at - starts_at) * 0.8 * (pg_temp.pick('joined', n, 1000) / 1000.0)
   from year, generate_series(1, members) n order by n`,
  `create temp table person as
   select substr(m.username, 6)::bigint as n, m.id, m.created_at as joined_at, y.ends_at - m.created_at as stayed
   from member m, year y where m.username like 'year\\_%'`,
  'create unique index on person (n)',
  'analyze person',
  `update member m set invited_by = i.id from person p join person i on i.n = p.n - 1 where m.id = p.id and p.n % 10 = 0`,
  `create temp table desk as select row_number() over (order by id) - 1 as n, id from operator`,
  `create temp table move (n bigint generated always as identity, at timestamptz, step integer, id uuid, member_id bigint, debit text, credit text,
     amount bigint, type text, phase text default 'single', pending uuid, ref_type text, ref_id text)`,
  `insert into move (at, step, member_id, debit, credit, amount, type, ref_type, ref_id)
   select joined_at, 0, id, 'grants', 'funds', 10000000, 'practiceGrant', 'member', id::text from person`,
  // What a member does beside money, and what their devices did.
  `insert into session (member_id, token_hash, user_agent, address, created_at, last_seen_at, expires_at)
   select p.id, sha256(convert_to('year ' || p.n || '/' || d, 'UTF8')), 'Mozilla/5.0', '192.0.2.' || p.n % 250, y.ends_at - interval '5 days', y.ends_at,
     y.ends_at + interval '20 days' from person p, year y, generate_series(1, 2) d`,
  `insert into member_login (member_id, device, address, factor, at)
   select p.id, 'Chrome on Android', '192.0.2.' || p.n % 250, 'none', p.joined_at + p.stayed * (i / 25.0)
   from person p, generate_series(1, 24) i order by 5`,
  `insert into security_event (member_id, kind, device, at)
   select p.id, (array['newDevice', 'password', 'totpOn'])[i], 'Chrome on Android', p.joined_at + p.stayed * (i / 4.0)
   from person p, generate_series(1, 3) i order by 4`,
  `insert into member_mark (kind, mark, member_id, state, first_at, last_at)
   select kind, sha256(convert_to(kind || p.n, 'UTF8')), p.id, case when kind = 'network' then 'seen' else 'own' end, p.joined_at, p.joined_at + p.stayed
   from person p, unnest(array['device', 'network', 'card']) kind`,
  `insert into member_mark (kind, mark, member_id, state, first_at, last_at)
   select 'device', sha256(convert_to('device' || p.n - 1, 'UTF8')), p.id, 'shared', p.joined_at, p.joined_at + p.stayed from person p where p.n % 50 = 0`,
  `insert into name_mark (mark, member_id) select sha256(convert_to('name' || n, 'UTF8')), id from person`,
  `insert into own_limit (member_id, kind, period, amount) select id, 'stake', 'day', 1000000 from person where n % 10 = 0`,
  `insert into price_alert (member_id, product, side, target, after_seq, feed, created_at, expires_at)
   select p.id, 'BENCH' || i % 4, 'above', 20000, 1, 'simulated', y.ends_at - interval '2 days', y.ends_at + interval '20 days'
   from person p, year y, generate_series(1, 2) i where p.n % 5 = 0`,
  `insert into file (id, member_id, purpose, bytes, sha256, created_at, unused_since)
   select pg_temp.id_at(joined_at, side, n), id, 'identity', 20000, sha256(convert_to(side || n, 'UTF8')), joined_at, null
   from person, unnest(array['front', 'back']) side where n % 2 = 1`,
  `insert into verification (member_id, status, name_sealed, number_sealed, number_hash, front_file, back_file, submitted_at, decided_by, decided_at,
     reason, wrong)
   select p.id, s.status, decode(repeat('00', 40), 'hex'), decode(repeat('00', 40), 'hex'), sha256(convert_to('number' || p.n, 'UTF8')),
     pg_temp.id_at(joined_at, 'front', p.n), pg_temp.id_at(joined_at, 'back', p.n), joined_at + interval '1 hour',
     case when s.status <> 'pending' then d.id end, case when s.status <> 'pending' then joined_at + interval '5 hours' end,
     case when s.status = 'rejected' then 'OTHER' end, case when s.status = 'rejected' then '{front}'::text[] else '{}' end
   from person p cross join lateral (select case p.n / 2 % 25 when 3 then 'pending' when 7 then 'rejected' else 'verified' end as status) s
   join desk d on d.n = p.n % (select count(*) from desk) where p.n % 2 = 1 order by p.joined_at`,
  `insert into member_note (member_id, operator_id, text, at)
   select p.id, d.id, 'Called about a deposit', p.joined_at + p.stayed / 2 from person p join desk d on d.n = 0 where p.n % 20 = 0`,
  `insert into member_restriction (member_id, kind, restricted, reason, operator_id, at, code)
   select p.id, 'trading', true, 'Asked for papers', d.id, p.joined_at + p.stayed / 2, 'PAPERS_NEEDED' from person p join desk d on d.n = 0 where p.n % 100 = 9`,
  `update member set trading_allowed = false from person p where p.id = member.id and p.n % 100 = 9`,
];
