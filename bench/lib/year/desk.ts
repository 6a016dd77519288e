/** What operators wrote and answered, and what members were told. Notices are those of a site, whatever its size. */
export const DESK = [
  `insert into support_conversation (member_id, created_at) select id, joined_at from person where n % 3 = 0 order by n`,
  `insert into support_message (conversation_id, member_id, author, operator_id, text, created_at)
   select c.id, c.member_id, case i % 2 when 1 then 'member' else 'operator' end, case i % 2 when 0 then d.id end, 'Where is my deposit ' || p.n || '?',
     p.joined_at + p.stayed * (i / 20.0)
   from support_conversation c join person p on p.id = c.member_id cross join generate_series(1, 16) i join desk d on d.n = 0 order by 6`,
  `update support_conversation c set last_id = m.id, last_at = m.at, person_read = m.id, desk_read = m.id, closed = c.id % 7 <> 0,
     waiting_id = case when c.id % 7 = 0 and c.id % 2 = 0 then m.id end
   from (select conversation_id, max(id) as id, max(created_at) as at from support_message group by 1) m where m.conversation_id = c.id`,
  `insert into member_message (member_id, kind, state, subject, amount, at, read_at)
   select member_id, 'deposit', status, id::text, amount, decided_at, decided_at + interval '1 hour' from paid_in where status in ('approved', 'rejected')
   union all
   select member_id, 'withdrawal', status, id::text, amount, decided_at, case when i % 4 <> 0 then decided_at + interval '1 hour' end from paid_out
   where status in ('approved', 'rejected') order by 6`,
  `insert into notice (id, version, announced_at, pushed_at)
   select pg_temp.id_at(starts_at + (ends_at - starts_at) * (i / 101.0), 'notice', i), 1, starts_at, starts_at from year, generate_series(1, 100) i`,
  `insert into notice_version (notice_id, version, category, pinned, important, texts, published_from, areas, operator_id, at)
   select pg_temp.id_at(t.at, 'notice', i), 1, (array['system', 'activity', 'trading'])[1 + i % 3], false, false, (select jsonb_object_agg(l, jsonb_build_object('title',
     'Notice ' || i, 'summary', 'What is new', 'body', 'A paragraph.')) from unnest(array['zh-Hans', 'zh-Hant', 'en']) l), t.at, '{}', d.id, t.at
   from year y cross join generate_series(1, 100) i cross join lateral (select y.starts_at + (y.ends_at - y.starts_at) * (i / 101.0) as at) t join desk d on d.n = 0 order by i`,
  `insert into audit (at, actor_id, command, subject_type, subject_id, detail, seq, prev_hash, hash)
   select e.at, o.id, e.command, e.subject, e.id, '{"n": 1}', e.seq,
     case when e.seq = 1 then decode(repeat('00', 32), 'hex') else sha256(convert_to('audit ' || e.seq - 1, 'UTF8')) end, sha256(convert_to('audit ' || e.seq, 'UTF8'))
   from (select x.*, row_number() over (order by at, id) as seq from (
     select decided_at as at, 'console/deposits/' || case status when 'approved' then 'approve' else 'reject' end as command, 'deposit' as subject, id::text as id
       from paid_in where status in ('approved', 'rejected') and kind <> 'practice'
     union all
     select decided_at, 'console/withdrawals/' || case status when 'approved' then 'approve' else 'reject' end, 'withdrawal', id::text
       from paid_out where status in ('approved', 'rejected')
     union all
     select starts_at + i * interval '2 hours', 'console/login', 'operator', (select id from desk where n = i % (select count(*) from desk))::text from year, generate_series(1, 4000) i
   ) x) e join desk o on o.n = e.seq % (select count(*) from desk) order by e.seq`,
  `update audit_head h set (seq, hash) = (select a.seq, a.hash from audit a where a.seq is not null order by a.seq desc limit 1)`,
];
