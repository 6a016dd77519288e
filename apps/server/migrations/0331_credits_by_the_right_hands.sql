-- What one operator may credit alone, and how far a credited amount may be from the asked one, are terms of each channel: two
-- operators change them, like its other terms. From an amount on, and where the proof is missing that the channel asks for, a
-- deposit needs a second operator. An amount beyond the bounds is credited by nobody.

alter table deposit_channel
  add column second_from bigint,
  add column far_rate integer not null default 1000,
  add column bound_rate integer not null default 10000;
-- Until two operators choose otherwise, the upper nine tenths of what a channel takes need two.
update deposit_channel set second_from = greatest(min, max / 10);
alter table deposit_channel
  alter column second_from set not null,
  alter column far_rate drop default,
  alter column bound_rate drop default,
  add constraint deposit_channel_second_check check (second_from between 0 and max),
  add constraint deposit_channel_spread_check check (0 <= far_rate and far_rate <= bound_rate and bound_rate <= 100000);
comment on column deposit_channel.second_from is 'From this amount on, a deposit needs a second operator.';
comment on column deposit_channel.far_rate is 'How far the credited amount may be from the asked one before it is typed twice, in 1/10,000 of that.';
comment on column deposit_channel.bound_rate is 'How far it may be at all, in 1/10,000 of the asked amount.';

-- A proposal that waits is about terms without these; it keeps them as they are.
alter table cashier_change disable trigger user;
update cashier_change x set
  terms = x.terms || jsonb_build_object('farRate', '1000', 'boundRate', '10000', 'secondFrom',
    least(coalesce(c.second_from, (x.terms ->> 'max')::bigint / 10), (x.terms ->> 'max')::bigint)::text),
  before = x.before || jsonb_build_object('farRate', '1000', 'boundRate', '10000', 'secondFrom', c.second_from::text)
from cashier_change o left join deposit_channel c on 'channel/' || c.code = o.subject
where o.id = x.id and x.status = 'proposed' and x.subject like 'channel/%';
alter table cashier_change enable trigger user;

-- As before, and: the new terms of a channel.
create or replace function cashier_terms(wanted text) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('min', r.min::text, 'max', r.max::text, 'dailyMax', r.daily_max::text, 'feeRate', r.fee_rate::text,
    'feeMin', r.fee_min::text, 'feeMax', r.fee_max::text, 'cardRequired', r.card_required, 'identityRequired', r.identity_required,
    'arrivalHours', r.arrival_hours)
  from withdrawal_rule r where wanted = 'withdrawals'
  union all
  select jsonb_build_object('kind', c.kind, 'network', c.network, 'names', c.names, 'rate', c.rate::text, 'min', c.min::text,
    'max', c.max::text, 'details', c.details, 'arrivalMinutes', c.arrival_minutes, 'proofRequired', c.proof_required,
    'active', c.active, 'position', c.position, 'confirmations', c.confirmations, 'secondFrom', c.second_from::text,
    'farRate', c.far_rate::text, 'boundRate', c.bound_rate::text)
  from deposit_channel c where wanted = 'channel/' || c.code
$$;

create or replace function apply_cashier_change() returns trigger
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
        else '{active,arrivalMinutes,boundRate,confirmations,details,farRate,kind,max,min,names,network,position,proofRequired,rate,
            secondFrom}'::text[] end) then
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
      proof_required, active, position, confirmations, second_from, far_rate, bound_rate)
    select named, t ->> 'kind', t ->> 'network', t -> 'names', case t ->> 'kind' when 'usdt' then 'USDT' else s.currency end,
      case t ->> 'kind' when 'usdt' then 6 else s.currency_decimals end, (t ->> 'rate')::bigint, (t ->> 'min')::bigint,
      (t ->> 'max')::bigint, t -> 'details', (t ->> 'arrivalMinutes')::integer, (t ->> 'proofRequired')::boolean,
      (t ->> 'active')::boolean, (t ->> 'position')::integer, (t ->> 'confirmations')::integer, (t ->> 'secondFrom')::bigint,
      (t ->> 'farRate')::integer, (t ->> 'boundRate')::integer
    from site s;
  else
    update deposit_channel set names = t -> 'names', rate = (t ->> 'rate')::bigint, min = (t ->> 'min')::bigint,
      max = (t ->> 'max')::bigint, details = t -> 'details', arrival_minutes = (t ->> 'arrivalMinutes')::integer,
      proof_required = (t ->> 'proofRequired')::boolean, active = (t ->> 'active')::boolean,
      position = (t ->> 'position')::integer, confirmations = (t ->> 'confirmations')::integer,
      second_from = (t ->> 'secondFrom')::bigint, far_rate = (t ->> 'farRate')::integer, bound_rate = (t ->> 'boundRate')::integer,
      version = version + 1
    where code = named;
  end if;
  return new;
end $$;

-- What the desk credits, beside the edges that move_deposit allows. What a channel proves by itself never comes this way.
create function keep_second_hand() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c deposit_channel%rowtype;
  spread numeric;
begin
  if old.status not in ('reviewing', 'seconding') or new.status not in ('seconding', 'approved') then return new; end if;
  select * into strict c from deposit_channel where code = new.channel;
  spread := trunc(new.amount::numeric * c.bound_rate / 10000);
  if new.credited <> new.amount
    and new.credited not between greatest(c.min, new.amount - spread) and least(c.max, new.amount + spread) then
    raise exception 'DEPOSIT_REFUSED: BOUNDS' using errcode = 'CD331';
  end if;
  if new.status = 'approved' and new.second_by is null and (old.status = 'seconding' or new.amount >= c.second_from
      or new.credited >= c.second_from or new.proof_required and new.proof is null) then
    raise exception 'DEPOSIT_REFUSED: SECOND_OPERATOR' using errcode = 'CD331';
  end if;
  return new;
end $$;
create trigger keep_second_hand before update on deposit for each row execute function keep_second_hand();
revoke execute on function keep_second_hand() from public;
