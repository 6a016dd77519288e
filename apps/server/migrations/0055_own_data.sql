-- Everything about a member as a file: the member asks, the worker makes it, the member is told and fetches it while it lasts.
-- The worker reads of a member what goes into the file, and only while they wait for one.

create table data_request (
  id uuid primary key default uuidv7(),
  member_id bigint not null references member (id),
  status text not null default 'asked' check (status in ('asked', 'ready', 'failed', 'gone')),
  asked_at timestamptz not null default clock_timestamp(),
  tries smallint not null default 0 check (tries >= 0),
  next_at timestamptz not null default clock_timestamp(),
  pieces int not null default 0 check (pieces >= 0),
  ready_at timestamptz,
  until timestamptz check (until > ready_at),
  bytes bigint check (bytes > 0),
  sha256 bytea check (length(sha256) = 32),
  link_hash bytea unique check (length(link_hash) = 32),
  link_until timestamptz,
  constraint data_request_ready_check check ((status in ('ready', 'gone')) = (num_nulls(ready_at, until, bytes, sha256) = 0)),
  constraint data_request_link_check check ((link_hash is null) = (link_until is null))
);
create unique index data_request_open on data_request (member_id) where status = 'asked';
create index data_request_member on data_request (member_id, id desc);
create index data_request_due on data_request (next_at) where status = 'asked';
create index data_request_until on data_request (until) where status = 'ready';
comment on table data_request is 'One row a file of everything about a member that they asked for. The bytes are sealed in pieces among the pictures, under its id.';
comment on column data_request.tries is 'How often the worker began it. The newest try is the one that writes.';
comment on column data_request.next_at is 'When the newest try has ended without a word, or the next one begins.';
comment on column data_request.pieces is 'How many sealed pieces any try may have written.';
comment on column data_request.until is 'When the file is erased.';
comment on column data_request.link_hash is 'SHA-256 of the token of the newest link to it.';
grant select, insert (member_id), update (link_hash, link_until) on data_request to candor_http;
grant select, update (status, tries, next_at, pieces) on data_request to candor_worker;
grant select (id, member_id, status, asked_at, ready_at, until, bytes) on data_request to candor_console;

-- One file a day.
create function keep_data_request() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from data_request r where r.member_id = new.member_id and r.status in ('ready', 'gone')
      and r.asked_at > clock_timestamp() - interval '1 day') then
    raise exception 'DATA_REQUEST_REFUSED' using errcode = 'CD350';
  end if;
  return new;
end $$;
create trigger keep_data_request before insert on data_request for each row execute function keep_data_request();

alter table security_event drop constraint security_event_kind_check;
alter table security_event add constraint security_event_kind_check check (kind in (
  'password', 'withdrawPassword', 'withdrawPasswordReset', 'loginPasswordReset', 'newDevice', 'loginLocked', 'factorLocked',
  'withdrawLocked', 'totpOn', 'totpOff', 'passkeyAdded', 'passkeyRemoved', 'recoveryMade', 'recoveryUsed', 'releaseAsked',
  'releaseStopped', 'released', 'cardReleased', 'identityReleased', 'deviceReleased', 'dataAsked', 'dataReady', 'closingAsked',
  'closingStopped'));

-- The file is there: its member is told.
create function finish_data_request(of_request uuid, of_try int, size bigint, hash bytea, days int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint;
begin
  update data_request r set status = 'ready', ready_at = clock_timestamp(), until = clock_timestamp() + make_interval(days => days),
    bytes = size, sha256 = hash
  where r.id = of_request and r.status = 'asked' and r.tries = of_try returning r.member_id into who;
  if who is null then return false; end if;
  insert into security_event (member_id, kind, device) values (who, 'dataReady', '');
  insert into outbox (member_id, message) values (who, '{"type":"account"}');
  return true;
end $$;
revoke execute on function finish_data_request(uuid, int, bigint, bytea, int) from public;
grant execute on function finish_data_request(uuid, int, bigint, bytea, int) to candor_worker;

-- The rows of one part, of the member who waits. What can grow comes in pages: `most` rows behind `after_key`. What is sealed comes as
-- hex; amounts are text. Notes of operators, hashes of secrets and what belongs to other members are in no part.
create function member_data(of_request uuid, part text, after_key text, most int) returns table (key text, data json)
language plpgsql stable security definer set search_path = public, pg_temp as $$
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
revoke execute on function member_data(uuid, text, text, int) from public;
grant execute on function member_data(uuid, text, text, int) to candor_worker;
revoke execute on function keep_data_request() from public;
