-- Where members pay in, at which price, and what a withdrawal costs. One operator proposes a change with a reason, another
-- approves it. No role may write these tables: a trigger applies exactly what was approved, to the version that the maker saw.
-- What runs is never touched: a deposit and a withdrawal keep what was promised when they began.

alter table deposit_channel
  add version       integer not null default 1 check (version > 0),
  add confirmations integer not null default 12 check (confirmations between 1 and 1000),
  -- Only a coin has a price. The account currency is worth itself.
  add constraint deposit_channel_par_check check (kind = 'usdt' or rate = 10000);
comment on column deposit_channel.confirmations is 'Blocks after which the desk may take a payment on a chain as final.';
alter table withdrawal_rule
  add version integer not null default 1 check (version > 0),
  -- Something arrives of every withdrawal.
  add constraint withdrawal_rule_fee_check check (fee_rate < 10000 and fee_min < min);

-- What was promised to a member, by the terms of the moment.
alter table deposit add promised_minutes integer, add proof_required boolean;
alter table withdrawal add promised_minutes integer;
alter table deposit disable trigger user;
update deposit d set promised_minutes = c.arrival_minutes, proof_required = c.proof_required
from deposit_channel c where c.code = d.channel;
alter table deposit enable trigger user;
alter table withdrawal disable trigger user;
update withdrawal set promised_minutes = r.arrival_hours * 60 from withdrawal_rule r;
alter table withdrawal enable trigger user;
alter table deposit alter promised_minutes set not null, alter proof_required set not null;
alter table withdrawal alter promised_minutes set not null;

create function keep_promise() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'deposit' then
    select c.arrival_minutes, c.proof_required into strict new.promised_minutes, new.proof_required
    from deposit_channel c where c.code = new.channel;
  else
    select r.arrival_hours * 60 into strict new.promised_minutes from withdrawal_rule r;
  end if;
  return new;
end $$;
create trigger keep_promise before insert on deposit for each row execute function keep_promise();
create trigger keep_promise before insert on withdrawal for each row execute function keep_promise();

create table cashier_change (
  id         uuid primary key default uuidv7(),
  subject    text not null check (subject = 'withdrawals' or subject ~ '^channel/[a-z0-9-]{2,32}$'),
  base       integer not null check (base >= 0),
  -- The terms of that version, written by the database. Null for a channel that is new.
  before     jsonb,
  terms      jsonb not null check (length(terms::text) <= 4000),
  reason     text not null check (length(reason) <= 300 and reason ~ '\S'),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references member (id),
  checker    bigint references member (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null)),
  check ((base = 0) = (before is null))
);
comment on column cashier_change.base is 'The version that the maker saw; 0 for a channel that is new.';
create unique index cashier_change_open on cashier_change (subject) where status = 'proposed';

-- The terms that hold now, in the form in which they are proposed; null where there are none.
create function cashier_terms(wanted text) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('min', r.min::text, 'max', r.max::text, 'dailyMax', r.daily_max::text, 'feeRate', r.fee_rate::text,
    'feeMin', r.fee_min::text, 'feeMax', r.fee_max::text, 'cardRequired', r.card_required, 'identityRequired', r.identity_required,
    'arrivalHours', r.arrival_hours)
  from withdrawal_rule r where wanted = 'withdrawals'
  union all
  select jsonb_build_object('kind', c.kind, 'network', c.network, 'names', c.names, 'rate', c.rate::text, 'min', c.min::text,
    'max', c.max::text, 'details', c.details, 'arrivalMinutes', c.arrival_minutes, 'proofRequired', c.proof_required,
    'active', c.active, 'position', c.position, 'confirmations', c.confirmations)
  from deposit_channel c where wanted = 'channel/' || c.code
$$;

create function apply_cashier_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t jsonb := new.terms;
  named text := substr(new.subject, 9);
  is_rule boolean := new.subject = 'withdrawals';
  current integer;
begin
  if not exists (select from member m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD012';
  end if;
  if is_rule then
    select version into current from withdrawal_rule for update;
  else
    select version into current from deposit_channel where code = named for update;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
    end if;
    if coalesce(current, 0) <> new.base then
      raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
    end if;
    new.before := cashier_terms(new.subject);
    if (select array_agg(k order by k collate "C") from jsonb_object_keys(t) k) is distinct from (case when is_rule
        then '{arrivalHours,cardRequired,dailyMax,feeMax,feeMin,feeRate,identityRequired,max,min}'::text[]
        else '{active,arrivalMinutes,confirmations,details,kind,max,min,names,network,position,proofRequired,rate}'::text[] end) then
      raise exception 'CHANGE_REFUSED: FORM' using errcode = 'CD012';
    end if;
    -- What a channel is never changes. One that credits by itself is made by the owner of the site alone.
    if not is_rule and (case when new.base > 0 then (t -> 'kind', t -> 'network') is distinct from (new.before -> 'kind', new.before -> 'network')
        else t ->> 'kind' not in ('bank', 'usdt') end) then
      raise exception 'CHANGE_REFUSED: KIND' using errcode = 'CD012';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD012';
  end if;
  if (new.id, new.subject, new.base, new.before, new.terms, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.subject, old.base, old.before, old.terms, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD012';
  end if;
  new.decided_at := clock_timestamp();
  if new.status <> 'approved' then return new; end if;
  if coalesce(current, 0) <> new.base then
    raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD012';
  end if;
  if is_rule then
    update withdrawal_rule set min = (t ->> 'min')::bigint, max = (t ->> 'max')::bigint, daily_max = (t ->> 'dailyMax')::bigint,
      fee_rate = (t ->> 'feeRate')::bigint, fee_min = (t ->> 'feeMin')::bigint, fee_max = (t ->> 'feeMax')::bigint,
      card_required = (t ->> 'cardRequired')::boolean, identity_required = (t ->> 'identityRequired')::boolean,
      arrival_hours = (t ->> 'arrivalHours')::integer, version = version + 1;
  elsif new.base = 0 then
    insert into deposit_channel (code, kind, network, names, asset, asset_decimals, rate, min, max, details, arrival_minutes,
      proof_required, active, position, confirmations)
    select named, t ->> 'kind', t ->> 'network', t -> 'names', case t ->> 'kind' when 'usdt' then 'USDT' else s.currency end,
      case t ->> 'kind' when 'usdt' then 6 else s.currency_decimals end, (t ->> 'rate')::bigint, (t ->> 'min')::bigint,
      (t ->> 'max')::bigint, t -> 'details', (t ->> 'arrivalMinutes')::integer, (t ->> 'proofRequired')::boolean,
      (t ->> 'active')::boolean, (t ->> 'position')::integer, (t ->> 'confirmations')::integer
    from site s;
  else
    update deposit_channel set names = t -> 'names', rate = (t ->> 'rate')::bigint, min = (t ->> 'min')::bigint,
      max = (t ->> 'max')::bigint, details = t -> 'details', arrival_minutes = (t ->> 'arrivalMinutes')::integer,
      proof_required = (t ->> 'proofRequired')::boolean, active = (t ->> 'active')::boolean,
      position = (t ->> 'position')::integer, confirmations = (t ->> 'confirmations')::integer, version = version + 1
    where code = named;
  end if;
  return new;
end $$;
create trigger apply_cashier_change before insert or update on cashier_change
  for each row execute function apply_cashier_change();

revoke execute on function keep_promise(), cashier_terms(text), apply_cashier_change() from public;
grant select on cashier_change to candor_console;
grant insert (id, subject, base, terms, reason, maker), update (status, checker, note) on cashier_change to candor_console;

-- Cashiers check what an admin proposes, and propose nothing: the desk cannot redirect the money that it counts.
update role set permissions = permissions || '{site:channel:read,site:channel:check}' where name = 'cashier';
