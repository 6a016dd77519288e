-- Complaints: what a member objects to, with a number, a clock of fifteen business days, and steps that the member sees. A complaint and
-- its steps stay as they were written; where it stands follows from its steps alone, so that nobody can call one answered without an answer.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- The date that is so many business days after another one: Monday to Friday. Holidays count, so the clock is never slower than was promised.
create function working_day_after(day date, days integer) returns date
language sql immutable set search_path = public, pg_temp as $$
  select day + n from generate_series(1, 2 * days + 7) n where extract(isodow from day + n) < 6 order by n offset days - 1 limit 1
$$;

-- One row a complaint, from its number to its outcome.
create table complaint (
  id          bigint generated always as identity (start 1001) primary key,
  member_id   bigint not null references member (id),
  topic       text not null check (topic in ('order', 'deposit', 'withdrawal', 'account', 'service', 'other')),
  text        text not null check (length(text) between 1 and 2000),
  about       text check (about in ('order', 'deposit', 'withdrawal')),
  about_id    uuid,
  about_name  text,
  product     text,
  message_id  bigint references support_message (id),
  recorded_by bigint references operator (id),
  opened_at   timestamptz not null default clock_timestamp(),
  due_on      date not null,
  state       text not null default 'received' check (state in ('received', 'taken', 'asked', 'answered', 'withdrawn')),
  operator_id bigint references operator (id),
  decision    text check (decision in ('upheld', 'partly', 'rejected')),
  ended_at    timestamptz,
  key         uuid,
  check ((state in ('answered', 'withdrawn')) = (ended_at is not null)),
  check ((state = 'answered') = (decision is not null)),
  constraint complaint_about_whole check (num_nulls(about, about_id, about_name) in (0, 3) and (product is null or about = 'order'))
);
comment on column complaint.id is 'The number that the member is told.';
comment on column complaint.about_id is 'What it is about. No foreign key: an order may leave the database, and its complaint stays.';
comment on column complaint.about_name is 'The number of the order, or the reference of the deposit or withdrawal.';
comment on column complaint.product is 'The product of the order.';
comment on column complaint.message_id is 'The message of the chat that it was made from.';
comment on column complaint.recorded_by is 'The operator who wrote it down for the member; null where the member wrote it.';
comment on column complaint.due_on is 'The last business date on which it is answered in time.';
comment on column complaint.state is 'What its newest step says.';
comment on column complaint.operator_id is 'Who works on it.';
comment on column complaint.key is 'The key of the operator''s call, so that a retry writes nothing twice. Members'' calls are in idempotency.';
create unique index complaint_key on complaint (key) where key is not null;
create index complaint_member on complaint (member_id, id desc);
create index complaint_message on complaint (message_id) where message_id is not null;
-- The order of the queue: what was opened first, then the newest of those that ended.
create index complaint_place on complaint ((case when ended_at is null then id else 9000000000000000000 - id end));
create index complaint_opened on complaint (opened_at);

-- One row a step: who did what, and what was written. Its trigger says whether it may follow.
create table complaint_step (
  complaint_id bigint not null references complaint (id),
  seq          integer not null check (seq >= 1),
  kind         text not null check (kind in ('received', 'taken', 'asked', 'replied', 'answered', 'withdrawn')),
  text         text check (length(text) between 1 and 2000),
  decision     text check (decision in ('upheld', 'partly', 'rejected')),
  operator_id  bigint references operator (id),
  key          uuid,
  at           timestamptz not null default clock_timestamp(),
  primary key (complaint_id, seq),
  check ((kind in ('asked', 'replied', 'answered')) = (text is not null)),
  check ((kind = 'answered') = (decision is not null)),
  check (kind = 'received' or (kind in ('taken', 'asked', 'answered')) = (operator_id is not null))
);
comment on column complaint_step.key is 'The key of the operator''s call, so that a retry writes nothing twice.';
create unique index complaint_step_key on complaint_step (complaint_id, key) where key is not null;

-- What follows from what was written is set here: no login writes the clock or the state.
create function open_complaint() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if calling_role() = 'candor_console' and new.recorded_by is null or calling_role() = 'candor_http' and new.recorded_by is not null then
    raise exception 'COMPLAINT_REFUSED: NOT_ALLOWED' using errcode = 'CD050';
  end if;
  -- The member's row is locked by the call of a member: two at once count each other.
  if calling_role() = 'candor_http'
    and (select count(*) from complaint c where c.member_id = new.member_id and c.ended_at is null) >= 5 then
    raise exception 'COMPLAINT_REFUSED: TOO_MANY' using errcode = 'CD050';
  end if;
  select t.name, t.product into new.about_name, new.product from (
    select o.no::text as name, o.product from trade_order o
    where new.about = 'order' and o.id = new.about_id and o.member_id = new.member_id
    union all
    select d.reference, null from deposit d where new.about = 'deposit' and d.id = new.about_id and d.member_id = new.member_id
    union all
    select w.reference, null from withdrawal w where new.about = 'withdrawal' and w.id = new.about_id and w.member_id = new.member_id
  ) t;
  if (new.about is null) <> (new.about_name is null) then
    raise exception 'COMPLAINT_REFUSED: ABOUT' using errcode = 'CD050';
  end if;
  if new.message_id is not null and not exists (select from support_message m where m.id = new.message_id and m.member_id = new.member_id
      and m.author in ('member', 'visitor')) then
    raise exception 'COMPLAINT_REFUSED: MESSAGE' using errcode = 'CD050';
  end if;
  new.opened_at := clock_timestamp();
  new.due_on := working_day_after((new.opened_at at time zone (select s.time_zone from site s))::date, 15);
  new.state := 'received';
  new.operator_id := null;
  new.decision := null;
  new.ended_at := null;
  return new;
end $$;
create trigger open_complaint before insert on complaint for each row execute function open_complaint();

create function begin_complaint() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into complaint_step (complaint_id, kind, operator_id) values (new.id, 'received', new.recorded_by);
  return null;
end $$;
create trigger begin_complaint after insert on complaint for each row execute function begin_complaint();

create function take_complaint_step() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c complaint%rowtype;
  refused text;
begin
  select * into c from complaint x where x.id = new.complaint_id for no key update;
  if not found then
    raise exception 'COMPLAINT_REFUSED: UNKNOWN' using errcode = 'CD050';
  end if;
  new.seq := coalesce((select max(s.seq) from complaint_step s where s.complaint_id = c.id), 0) + 1;
  new.at := clock_timestamp();
  refused := case
    when (new.kind = 'received') <> (new.seq = 1) then 'STATE'
    when new.kind = 'received' then null
    when c.ended_at is not null then 'ENDED'
    when calling_role() = 'candor_http' and new.kind not in ('replied', 'withdrawn') then 'NOT_ALLOWED'
    -- What a member writes is bounded, so that a page of the register is.
    when calling_role() = 'candor_http' and new.kind = 'replied' and (select count(*) from complaint_step s
      where s.complaint_id = c.id and s.kind = 'replied') >= 30 then 'FULL'
    when calling_role() = 'candor_console' and new.kind not in ('taken', 'asked', 'answered') then 'NOT_ALLOWED'
    -- Who asks and answers has taken it: the member's register names one person, and colleagues do not answer twice.
    when new.kind in ('asked', 'answered') and c.operator_id is distinct from new.operator_id then 'NOT_TAKEN'
    when new.kind = 'taken' and c.operator_id = new.operator_id then 'STATE' end;
  if refused is not null then
    raise exception 'COMPLAINT_REFUSED: %', refused using errcode = 'CD050';
  end if;
  update complaint x set
    state = case when new.kind <> 'replied' then new.kind when c.operator_id is null then 'received' else 'taken' end,
    operator_id = case when new.kind = 'taken' then new.operator_id else c.operator_id end,
    decision = new.decision,
    ended_at = case when new.kind in ('answered', 'withdrawn') then new.at end
  where x.id = c.id;
  return new;
end $$;
create trigger take_complaint_step before insert on complaint_step for each row execute function take_complaint_step();

create trigger refuse_closed before insert on complaint for each row execute function refuse_closed();

alter table member_message drop constraint member_message_kind_check;
alter table member_message add constraint member_message_kind_check
  check (kind in ('deposit', 'withdrawal', 'identity', 'restriction', 'security', 'support', 'limit', 'complaint'));

-- The member hears of what an operator wrote to them.
create function tell_complaint_step() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_member((select c.member_id from complaint c where c.id = new.complaint_id), 'complaint', new.kind,
    new.complaint_id::text, null, null);
  return null;
end $$;
create trigger tell_member after insert on complaint_step for each row
  when (new.operator_id is not null and new.kind in ('received', 'asked', 'answered')) execute function tell_complaint_step();

create trigger need_operator after insert on complaint for each statement execute function need_operator();
create trigger name_who_acts after insert or update on complaint for each row execute function name_who_acts('recorded_by', 'operator_id');
create constraint trigger require_entry after insert or update on complaint deferrable initially deferred
  for each row when (coalesce(new.recorded_by, new.operator_id) is not null)
  execute function require_entry('complaint', 'id', 'recorded_by', 'operator_id');
create trigger need_operator after insert on complaint_step for each statement execute function need_operator();
create trigger name_who_acts after insert on complaint_step for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on complaint_step deferrable initially deferred
  for each row when (new.operator_id is not null) execute function require_entry('complaint', 'complaint_id', 'operator_id');

revoke execute on function working_day_after(date, integer), open_complaint(), begin_complaint(), take_complaint_step(),
  tell_complaint_step() from public;

grant select, insert (member_id, topic, text, about, about_id, message_id) on complaint to candor_http;
grant select, insert (complaint_id, kind, text) on complaint_step to candor_http;
grant select, insert (member_id, topic, text, about, about_id, message_id, recorded_by, key) on complaint to candor_console;
grant select, insert (complaint_id, kind, text, decision, operator_id, key) on complaint_step to candor_console;

-- A member's file has their complaints. As 0055 has it, with two parts more.
create or replace function member_data(of_request uuid, part text, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
#variable_conflict use_column
declare
  who bigint := (select r.member_id from data_request r where r.id = of_request and r.status = 'asked');
  d smallint := (select s.currency_decimals from site s);
  -- By what a part is in order: a number, an id, or an account and the number in it. Empty: from the beginning.
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
  after_account bigint := case when after_key ~ '/' then split_part(after_key, '/', 1) else '0' end;
  after_no bigint := case when after_key ~ '/' then split_part(after_key, '/', 2) else '0' end;
begin
  if who is null then
    raise exception 'DATA_REFUSED' using errcode = 'CD350';
  end if;
  case part
    when 'account' then return query
      select '', json_build_object('username', m.username, 'nickname', m.nickname, 'phone', m.phone, 'country', m.country, 'email', m.email,
        'realName', encode(m.real_name_sealed, 'hex'), 'idNumber', encode(m.id_number_sealed, 'hex'), 'language', m.language,
        'timeZone', m.time_zone, 'theme', m.theme, 'directionColours', m.updown, 'careMode', m.care_mode, 'inviteCode', m.invite_code,
        'invitedSomeone', (select count(*) from member x where x.invited_by = m.id), 'wasInvited', m.invited_by is not null,
        'frozen', m.frozen, 'tradingAllowed', m.trading_allowed, 'withdrawalAllowed', m.withdrawal_allowed, 'registeredAt', m.created_at)
      from member m where m.id = who;
    when 'bankCard' then return query
      select '', json_build_object('bank', c.bank, 'branch', c.branch, 'holder', encode(c.holder_sealed, 'hex'),
        'number', encode(c.number_sealed, 'hex'), 'boundAt', c.bound_at)
      from bank_card c where c.member_id = who;
    when 'verifications' then return query
      select v.id::text, json_build_object('status', v.status, 'realName', encode(v.name_sealed, 'hex'),
        'idNumber', encode(v.number_sealed, 'hex'), 'front', v.front_file, 'back', v.back_file, 'submittedAt', v.submitted_at,
        'decidedAt', v.decided_at, 'reason', v.reason, 'wrong', v.wrong)
      from verification v where v.member_id = who and v.id > after_n order by v.id limit most;
    when 'sessions' then return query
      select s.id::text, json_build_object('device', s.user_agent, 'address', s.address, 'createdAt', s.created_at,
        'lastSeenAt', s.last_seen_at, 'expiresAt', s.expires_at)
      from session s where s.member_id = who order by s.created_at;
    when 'logins' then return query
      select l.id::text, json_build_object('at', l.at, 'device', l.device, 'network', l.address, 'secondStep', l.factor)
      from member_login l where l.member_id = who and l.id > after_n order by l.id limit most;
    when 'securityEvents' then return query
      select e.id::text, json_build_object('at', e.at, 'kind', e.kind, 'device', e.device, 'network', e.address)
      from security_event e where e.member_id = who and e.id > after_n order by e.id limit most;
    when 'passkeys' then return query
      select p.id::text, json_build_object('name', p.name, 'addedAt', p.added_at, 'lastUsedAt', p.last_used_at)
      from passkey p where p.member_id = who order by p.added_at;
    when 'agreements' then return query
      select '', json_build_object('text', t.slug, 'version', t.version, 'acceptedAt', t.accepted_at)
      from text_acceptance t where t.member_id = who order by t.accepted_at;
    when 'limits' then return query
      select '', json_build_object('kind', l.kind, 'period', l.period, 'amount', price_text(l.amount, d), 'waiting', l.waiting,
        'nextAmount', price_text(l.next_amount, d), 'nextAt', l.next_at)
      from own_limit l where l.member_id = who order by l.kind, l.period;
    when 'exclusions' then return query
      select e.id::text, json_build_object('term', e.term, 'at', e.at, 'until', nullif(e.until, 'infinity'))
      from self_exclusion e where e.member_id = who and e.id > after_n order by e.id limit most;
    when 'restrictions' then return query
      select r.id::text, json_build_object('at', r.at, 'kind', r.kind, 'restricted', r.restricted, 'reason', r.code)
      from member_restriction r where r.member_id = who and r.id > after_n order by r.id limit most;
    when 'priceAlerts' then return query
      select a.id::text, json_build_object('product', a.product, 'side', a.side, 'target', price_text(a.target, p.decimals),
        'createdAt', a.created_at, 'expiresAt', a.expires_at, 'firedAt', a.fired_at, 'firedPrice', price_text(a.fired_price, p.decimals))
      from price_alert a join product p on p.code = a.product where a.member_id = who order by a.created_at;
    when 'messages' then return query
      select m.id::text, json_build_object('at', m.at, 'kind', m.kind, 'state', m.state, 'subject', m.subject,
        'amount', price_text(m.amount, d), 'reason', m.reason, 'readAt', m.read_at)
      from member_message m where m.member_id = who and m.id > after_n order by m.id limit most;
    when 'support' then return query
      select x.id::text, json_build_object('at', x.created_at, 'author', x.author, 'text', x.text, 'order', x.order_id,
        'picture', x.file_id, 'finding', x.finding)
      from support_conversation c join support_message x on x.conversation_id = c.id where c.member_id = who and x.id > after_n order by x.id limit most;
    when 'complaints' then return query
      select c.id::text, json_build_object('number', c.id, 'topic', c.topic, 'text', c.text, 'about', c.about, 'aboutId', c.about_id,
        'aboutName', c.about_name, 'openedAt', c.opened_at, 'dueOn', c.due_on, 'state', c.state, 'decision', c.decision, 'endedAt', c.ended_at)
      from complaint c where c.member_id = who and c.id > after_n order by c.id limit most;
    when 'complaintSteps' then return query
      select x.complaint_id || '/' || x.seq, json_build_object('number', x.complaint_id, 'step', x.seq, 'kind', x.kind, 'at', x.at,
        'text', x.text, 'decision', x.decision)
      from complaint c join complaint_step x on x.complaint_id = c.id
      where c.member_id = who and (x.complaint_id, x.seq) > (after_account, after_no) order by x.complaint_id, x.seq limit most;
    when 'deposits' then return query
      select y.id::text, json_build_object('id', y.id, 'reference', y.reference, 'createdAt', y.created_at, 'wallet', y.wallet,
        'channel', y.channel, 'amount', price_text(y.amount, d), 'asset', y.asset, 'status', y.status, 'credited', price_text(y.credited, d),
        'reason', y.reason, 'txid', y.txid, 'payer', y.payer, 'proof', y.proof, 'paidAt', y.paid_at, 'decidedAt', y.decided_at)
      from deposit y where y.member_id = who and y.id > after_id order by y.id limit most;
    when 'withdrawals' then return query
      select w.id::text, json_build_object('id', w.id, 'reference', w.reference, 'createdAt', w.created_at, 'wallet', w.wallet,
        'amount', price_text(w.amount, d), 'fee', price_text(w.fee, d), 'card', w.payee, 'status', w.status, 'payout', w.paid_out,
        'reason', w.reason, 'decidedAt', w.decided_at, 'lockedAt', (select k.at from withdrawal_lock k where k.withdrawal_id = w.id))
      from withdrawal w where w.member_id = who and w.id > after_id order by w.id limit most;
    when 'holdings' then return query
      select h.id::text, json_build_object('id', h.id, 'reference', h.reference, 'createdAt', h.created_at, 'wallet', h.wallet,
        'project', h.project_id, 'version', h.version, 'principal', price_text(h.principal, d), 'startsOn', h.starts_on,
        'maturesOn', h.matures_on, 'status', h.status, 'paid', price_text(h.paid, d), 'earned', price_text(h.earned, d), 'endedOn', h.ended_on)
      from holding h where h.member_id = who and h.id > after_id order by h.id limit most;
    when 'savings' then return query
      select s.n::text, json_build_object('id', s.id, 'at', s.at, 'wallet', s.wallet, 'direction', s.direction, 'origin', s.origin,
        'amount', price_text(s.amount, d))
      from savings_transfer s where s.member_id = who and s.n > after_n order by s.n limit most;
    when 'pictures' then return query
      select f.id::text, json_build_object('id', f.id, 'purpose', f.purpose, 'at', f.created_at, 'bytes', f.bytes, 'erasedAt', f.erased_at)
      from file f where f.member_id = who and f.id > after_id order by f.id limit most;
    when 'orders' then return query
      select o.no::text, json_build_object('id', o.id, 'no', o.no, 'wallet', o.wallet, 'product', o.product, 'direction', o.direction,
        'stake', price_text(o.stake, d), 'fee', price_text(o.fee, d), 'payout', price_text(o.payout, d), 'durationSec', o.duration_sec,
        'termsVersion', o.terms_version, 'acceptedAt', o.accepted_at, 'entryAt', o.entry_at, 'closesAt', o.closes_at,
        'outcome', s.outcome, 'reason', s.reason, 'profit', price_text(s.profit, d), 'credited', price_text(s.credited, d),
        'settledAt', s.settled_at)
      from trade_order o left join settlement s on s.order_id = o.id
      where o.member_id = who and o.no > after_n order by o.no limit most;
    when 'transfers' then return query
      select a.id || '/' || l.seq, json_build_object('id', l.id, 'at', l.at, 'account', a.kind, 'wallet', a.wallet, 'type', l.type,
        'amount', price_text(l.amount, d), 'balanceAfter', price_text(l.balance, d), 'refType', l.ref_type, 'refId', l.ref_id)
      from account a cross join lateral (
        select x.* from (
          (select t.id, t.at, t.type, t.ref_type, t.ref_id, -t.amount as amount, t.debit_balance_after as balance, t.debit_seq as seq
           from transfer t where t.debit_account = a.id and t.debit_seq > case when a.id = after_account then after_no else 0 end
           order by t.debit_seq limit most)
          union all
          (select t.id, t.at, t.type, t.ref_type, t.ref_id, t.amount, t.credit_balance_after, t.credit_seq
           from transfer t where t.credit_account = a.id and t.credit_seq > case when a.id = after_account then after_no else 0 end
           order by t.credit_seq limit most)) x
        order by x.seq limit most) l
      where a.member_id = who and a.id >= after_account order by a.id, l.seq limit most;
  end case;
end $$;

-- Who answers for how members are treated reads complaints. The role of support has them by its pattern.
update role set permissions = permissions || '{support:complaint:read}' where name = 'compliance';

-- Words of complaints are erased with the rest; number, topic, dates and outcome stay, for the register.
create or replace function erase_closed_account(of_closing uuid, days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
declare
  who bigint;
begin
  select c.member_id into who from member_closing c where c.id = of_closing and c.erased_at is null
    and c.closed_at < clock_timestamp() - make_interval(days => days) for update;
  if not found then return false; end if;
  -- What was promised an answer gets it first.
  if exists (select from complaint c where c.member_id = who and c.ended_at is null) then return false; end if;
  update file set unused_since = clock_timestamp() where member_id = who and purpose = 'avatar';
  update member set username = left('gone_' || who || '_' || substr(md5(random()::text), 1, 10), 32), phone = 'gone/' || who,
    nickname = '', email = null, time_zone = null, avatar_file = null, password_hash = '-', withdraw_password_hash = '-' where id = who;
  delete from session where member_id = who;
  delete from member_login where member_id = who;
  delete from security_seen where member_id = who;
  delete from security_event where member_id = who;
  delete from member_message where member_id = who;
  delete from passkey where member_id = who;
  delete from member_recovery_code where member_id = who;
  delete from member_totp where member_id = who;
  delete from account_code where member_id = who;
  delete from login_network where member_id = who;
  delete from bank_card where member_id = who;
  delete from first_run where member_id = who;
  delete from notice_read where member_id = who;
  delete from member_mark k where k.member_id = who and k.kind in ('device', 'browser', 'network')
    and not exists (select from mark_release r where r.kind = k.kind and r.mark = k.mark and r.member_id = k.member_id);
  update support_message x set text = '—' from support_conversation c
    where x.conversation_id = c.id and c.member_id = who and x.text is not null;
  -- A file of all of it ends too, and one that is being made is never finished.
  update data_request set until = clock_timestamp() where member_id = who and status = 'ready' and until > clock_timestamp();
  update data_request set tries = tries + 5, next_at = clock_timestamp() where member_id = who and status = 'asked';
  update complaint_step x set text = '—' from complaint c where x.complaint_id = c.id and c.member_id = who and x.text is not null;
  update complaint set text = '—' where member_id = who;
  update member_closing set erased_at = clock_timestamp() where id = of_closing;
  return true;
end $$;
