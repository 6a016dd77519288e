-- What goes into the file of everything about a member, one function for each part: a new part is a new function, and the others stay as they
-- are. Each answers the rows of a member behind a key; nobody may call one but member_data, which looks whether the member waits.

create function data_of_account(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select '', json_build_object('username', m.username, 'nickname', m.nickname, 'phone', m.phone, 'country', m.country, 'email', m.email,
      'realName', encode(m.real_name_sealed, 'hex'), 'idNumber', encode(m.id_number_sealed, 'hex'), 'language', m.language,
      'timeZone', m.time_zone, 'theme', m.theme, 'directionColours', m.updown, 'careMode', m.care_mode, 'inviteCode', m.invite_code,
      'invitedSomeone', (select count(*) from member x where x.invited_by = m.id), 'wasInvited', m.invited_by is not null,
      'frozen', m.frozen, 'tradingAllowed', m.trading_allowed, 'withdrawalAllowed', m.withdrawal_allowed, 'registeredAt', m.created_at)
    from member m where m.id = who;
end $$;

create function data_of_bank_card(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select '', json_build_object('bank', c.bank, 'branch', c.branch, 'holder', encode(c.holder_sealed, 'hex'),
      'number', encode(c.number_sealed, 'hex'), 'boundAt', c.bound_at)
    from bank_card c where c.member_id = who;
end $$;

create function data_of_verifications(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select v.id::text, json_build_object('status', v.status, 'realName', encode(v.name_sealed, 'hex'),
      'idNumber', encode(v.number_sealed, 'hex'), 'front', v.front_file, 'back', v.back_file, 'submittedAt', v.submitted_at,
      'decidedAt', v.decided_at, 'reason', v.reason, 'wrong', v.wrong)
    from verification v where v.member_id = who and v.id > after_n order by v.id limit most;
end $$;

create function data_of_sessions(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select s.id::text, json_build_object('device', s.user_agent, 'address', s.address, 'createdAt', s.created_at,
      'lastSeenAt', s.last_seen_at, 'expiresAt', s.expires_at)
    from session s where s.member_id = who order by s.created_at;
end $$;

create function data_of_logins(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select l.id::text, json_build_object('at', l.at, 'device', l.device, 'network', l.address, 'secondStep', l.factor)
    from member_login l where l.member_id = who and l.id > after_n order by l.id limit most;
end $$;

create function data_of_security_events(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select e.id::text, json_build_object('at', e.at, 'kind', e.kind, 'device', e.device, 'network', e.address)
    from security_event e where e.member_id = who and e.id > after_n order by e.id limit most;
end $$;

create function data_of_passkeys(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select p.id::text, json_build_object('name', p.name, 'addedAt', p.added_at, 'lastUsedAt', p.last_used_at)
    from passkey p where p.member_id = who order by p.added_at;
end $$;

create function data_of_agreements(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select '', json_build_object('text', t.slug, 'version', t.version, 'acceptedAt', t.accepted_at)
    from text_acceptance t where t.member_id = who order by t.accepted_at;
end $$;

create function data_of_limits(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select '', json_build_object('kind', l.kind, 'period', l.period, 'amount', price_text(l.amount, d), 'waiting', l.waiting,
      'nextAmount', price_text(l.next_amount, d), 'nextAt', l.next_at)
    from own_limit l where l.member_id = who order by l.kind, l.period;
end $$;

create function data_of_exclusions(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select e.id::text, json_build_object('term', e.term, 'at', e.at, 'until', nullif(e.until, 'infinity'))
    from self_exclusion e where e.member_id = who and e.id > after_n order by e.id limit most;
end $$;

create function data_of_restrictions(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select r.id::text, json_build_object('at', r.at, 'kind', r.kind, 'restricted', r.restricted, 'reason', r.code)
    from member_restriction r where r.member_id = who and r.id > after_n order by r.id limit most;
end $$;

create function data_of_price_alerts(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select a.id::text, json_build_object('product', a.product, 'side', a.side, 'target', price_text(a.target, p.decimals),
      'createdAt', a.created_at, 'expiresAt', a.expires_at, 'firedAt', a.fired_at, 'firedPrice', price_text(a.fired_price, p.decimals))
    from price_alert a join product p on p.code = a.product where a.member_id = who order by a.created_at;
end $$;

create function data_of_messages(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select m.id::text, json_build_object('at', m.at, 'kind', m.kind, 'state', m.state, 'subject', m.subject,
      'amount', price_text(m.amount, d), 'reason', m.reason, 'readAt', m.read_at)
    from member_message m where m.member_id = who and m.id > after_n order by m.id limit most;
end $$;

create function data_of_support(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select x.id::text, json_build_object('at', x.created_at, 'author', x.author, 'text', x.text, 'order', x.order_id,
      'picture', x.file_id, 'finding', x.finding)
    from support_conversation c join support_message x on x.conversation_id = c.id where c.member_id = who and x.id > after_n order by x.id limit most;
end $$;

create function data_of_complaints(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select c.id::text, json_build_object('number', c.id, 'topic', c.topic, 'text', c.text, 'about', c.about, 'aboutId', c.about_id,
      'aboutName', c.about_name, 'openedAt', c.opened_at, 'dueOn', c.due_on, 'state', c.state, 'decision', c.decision, 'endedAt', c.ended_at)
    from complaint c where c.member_id = who and c.id > after_n order by c.id limit most;
end $$;

create function data_of_complaint_steps(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_account bigint := case when after_key ~ '/' then split_part(after_key, '/', 1) else '0' end;
  after_no bigint := case when after_key ~ '/' then split_part(after_key, '/', 2) else '0' end;
begin
  return query
    select x.complaint_id || '/' || x.seq, json_build_object('number', x.complaint_id, 'step', x.seq, 'kind', x.kind, 'at', x.at,
      'text', x.text, 'decision', x.decision)
    from complaint c join complaint_step x on x.complaint_id = c.id
    where c.member_id = who and (x.complaint_id, x.seq) > (after_account, after_no) order by x.complaint_id, x.seq limit most;
end $$;

create function data_of_deposits(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select y.id::text, json_build_object('id', y.id, 'reference', y.reference, 'createdAt', y.created_at, 'wallet', y.wallet,
      'channel', y.channel, 'amount', price_text(y.amount, d), 'asset', y.asset, 'status', y.status, 'credited', price_text(y.credited, d),
      'reason', y.reason, 'txid', y.txid, 'payer', y.payer, 'proof', y.proof, 'paidAt', y.paid_at, 'decidedAt', y.decided_at)
    from deposit y where y.member_id = who and y.id > after_id order by y.id limit most;
end $$;

create function data_of_withdrawals(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select w.id::text, json_build_object('id', w.id, 'reference', w.reference, 'createdAt', w.created_at, 'wallet', w.wallet,
      'amount', price_text(w.amount, d), 'fee', price_text(w.fee, d), 'card', w.payee, 'status', w.status, 'payout', w.paid_out,
      'reason', w.reason, 'decidedAt', w.decided_at, 'lockedAt', (select k.at from withdrawal_lock k where k.withdrawal_id = w.id))
    from withdrawal w where w.member_id = who and w.id > after_id order by w.id limit most;
end $$;

create function data_of_holdings(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select h.id::text, json_build_object('id', h.id, 'reference', h.reference, 'createdAt', h.created_at, 'wallet', h.wallet,
      'project', h.project_id, 'version', h.version, 'principal', price_text(h.principal, d), 'startsOn', h.starts_on,
      'maturesOn', h.matures_on, 'status', h.status, 'paid', price_text(h.paid, d), 'earned', price_text(h.earned, d), 'endedOn', h.ended_on)
    from holding h where h.member_id = who and h.id > after_id order by h.id limit most;
end $$;

create function data_of_savings(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select s.n::text, json_build_object('id', s.id, 'at', s.at, 'wallet', s.wallet, 'direction', s.direction, 'origin', s.origin,
      'amount', price_text(s.amount, d))
    from savings_transfer s where s.member_id = who and s.n > after_n order by s.n limit most;
end $$;

create function data_of_pictures(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select f.id::text, json_build_object('id', f.id, 'purpose', f.purpose, 'at', f.created_at, 'bytes', f.bytes, 'erasedAt', f.erased_at)
    from file f where f.member_id = who and f.id > after_id order by f.id limit most;
end $$;

create function data_of_orders(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
begin
  return query
    select o.no::text, order_data(o, s, d)
    from trade_order o left join settlement s on s.order_id = o.id
    where o.member_id = who and o.no > after_n order by o.no limit most;
end $$;

create function data_of_transfers(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_account bigint := case when after_key ~ '/' then split_part(after_key, '/', 1) else '0' end;
  after_no bigint := case when after_key ~ '/' then split_part(after_key, '/', 2) else '0' end;
begin
  return query
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
end $$;

-- What banks and chains wrote of the member's own payments: it names them and their account.
create function data_of_bank_entries(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select e.id::text, json_build_object('bookedOn', e.booked_on, 'valuedOn', e.valued_on, 'amount', price_text(e.amount, a.decimals),
      'currency', a.currency, 'bankReference', e.bank_ref, 'endToEndId', e.end_to_end_id, 'counterparty', e.counterparty, 'words', e.words,
      'is', m.kind, 'refId', m.ref_id)
    from (
      select x.id, x.kind, y.id as ref_id from deposit y join statement_match x on x.deposit_id = y.id and x.undone_at is null
      where y.member_id = who
      union all
      select x.id, x.kind, w.id from withdrawal w join statement_match x on x.withdrawal_id = w.id and x.undone_at is null
      where w.member_id = who) m
    join statement_entry e on e.match_id = m.id join statement_account a on a.code = e.account
    where e.id > after_id order by e.id limit most;
end $$;

-- Wishes to close the account, and what was given up.
create function data_of_closings(who bigint, d smallint, after_key text, most int) returns table (key text, data json)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
begin
  return query
    select c.id::text, json_build_object('askedAt', c.asked_at, 'dueAt', c.due_at, 'stoppedAt', c.stopped_at, 'closedAt', c.closed_at,
      'giveUp', price_text(c.give_up, d))
    from member_closing c where c.member_id = who and c.id > after_id order by c.id limit most;
end $$;

create or replace function member_data(of_request uuid, part text, after_key text, most integer) returns table (key text, data json)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  who bigint := (select r.member_id from data_request r where r.id = of_request and r.status = 'asked');
  -- 'bankCard' is data_of_bank_card.
  of_part text := 'data_of_' || lower(regexp_replace(part, '([A-Z])', '_\1', 'g'));
begin
  if who is null or part !~ '^[a-zA-Z]+$' or to_regprocedure(of_part || '(bigint, smallint, text, int)') is null then
    raise exception 'DATA_REFUSED' using errcode = 'CD350';
  end if;
  return query execute format('select p.key, p.data from %I($1, $2, $3, $4) p', of_part)
    using who, (select s.currency_decimals from site s), after_key, most;
end $$;
revoke execute on function data_of_account(bigint, smallint, text, int), data_of_bank_card(bigint, smallint, text, int), data_of_verifications(bigint, smallint, text, int),
  data_of_sessions(bigint, smallint, text, int), data_of_logins(bigint, smallint, text, int), data_of_security_events(bigint, smallint, text, int),
  data_of_passkeys(bigint, smallint, text, int), data_of_agreements(bigint, smallint, text, int), data_of_limits(bigint, smallint, text, int),
  data_of_exclusions(bigint, smallint, text, int), data_of_restrictions(bigint, smallint, text, int), data_of_price_alerts(bigint, smallint, text, int),
  data_of_messages(bigint, smallint, text, int), data_of_support(bigint, smallint, text, int), data_of_complaints(bigint, smallint, text, int),
  data_of_complaint_steps(bigint, smallint, text, int), data_of_deposits(bigint, smallint, text, int), data_of_withdrawals(bigint, smallint, text, int),
  data_of_holdings(bigint, smallint, text, int), data_of_savings(bigint, smallint, text, int), data_of_pictures(bigint, smallint, text, int),
  data_of_orders(bigint, smallint, text, int), data_of_transfers(bigint, smallint, text, int), data_of_bank_entries(bigint, smallint, text, int),
  data_of_closings(bigint, smallint, text, int) from public;

-- What is matched with a payment of a member who was forgotten by then loses its words too.
create function forget_late_words() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from statement_match m left join deposit y on y.id = m.deposit_id left join withdrawal w on w.id = m.withdrawal_id
      join member_closing c on c.member_id = coalesce(y.member_id, w.member_id)
      where m.id = new.match_id and c.forgotten_at is not null) then
    new.counterparty := null;
    new.words := null;
  end if;
  return new;
end $$;
revoke execute on function forget_late_words() from public;
create trigger forget_late_words before update of match_id on statement_entry for each row
  when (new.match_id is not null) execute function forget_late_words();
