-- Orders of months that have left the database, where a complaint names one, and the lines of a month that is archived.

set local check_function_bodies = off;

-- As 0068 has it, as a function that Postgres reads as a part of the statement around it: it planned it anew for each order before, which
-- took a hundred times longer. Those that call it set the search path, the time zone and how bytes are written.
drop function order_archive_line(trade_order);
create function order_archive_line(o trade_order) returns table (line jsonb, missing text)
language sql stable as $$
  select jsonb_build_object('order', to_jsonb(o), 'settlement', to_jsonb(d.s),
      'log', jsonb_build_object('order', g.order_index, 'settlement', g.settlement_index)),
    case when (d.s).order_id is null then 'NOT_SETTLED'
      when o.nonce is not null and g.order_index is null then 'NOT_LOGGED'
      when o.request_key is not null and g.settlement_index is null then 'NOT_LOGGED'
      when not exists (select from checkpoint c where c.product = o.product and c.at >= o.closes_at) then 'NOT_SIGNED'
    end
  from (select) one
  left join lateral (select s from settlement s where s.order_id = o.id offset 0) d on true
  left join lateral (
    select
      (select b.first + (select count(*) from trade_order x
          where x.no > coalesce(before.last_no, 0) and x.no < o.no and x.nonce is not null)
          + (select count(*) from order_archive_number x where x.no > coalesce(before.last_no, 0) and x.no < o.no)
        from (select c.first from order_log_batch c where c.last_no >= o.no and c.kind = 'orders' order by c.last_no limit 1) b
        left join lateral (select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1) before on true
        where o.nonce is not null) as order_index,
      (select b.first + array_position(b.orders, o.id) - 1 from settlement_batch b
        where b.during @> (d.s).settled_at and o.id = any (b.orders) and b.first is not null) as settlement_index
    offset 0) g on true
$$;
revoke execute on function order_archive_line(trade_order) from public;

-- A complaint may name an order that has left. What the database still knows of it is that its member has orders of the month, and which
-- numbers these have; whose it is, and its number and product, say the member's files, which a login of the site has read.
create or replace function open_complaint() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  filed record;
begin
  if calling_role() = 'candor_console' and new.recorded_by is null or calling_role() = 'candor_http' and new.recorded_by is not null then
    raise exception 'COMPLAINT_REFUSED: NOT_ALLOWED' using errcode = 'CD050';
  end if;
  -- The member's row is locked by the call of a member: two at once count each other.
  if calling_role() = 'candor_http'
    and (select count(*) from complaint c where c.member_id = new.member_id and c.ended_at is null) >= 5 then
    raise exception 'COMPLAINT_REFUSED: TOO_MANY' using errcode = 'CD050';
  end if;
  select new.about_name as name, new.product into filed
  from order_archive_left l
  join order_archive a on a.month = l.month
  join order_archive_member w on w.month = l.month and w.member_id = new.member_id
  where new.about = 'order' and l.month = (select min(x.month) from order_archive x
      where x.month >= date_trunc('month', uuid_extract_timestamp(new.about_id) at time zone 'UTC')::date)
    and case when new.about_name ~ '^[1-9]\d{0,17}$' then new.about_name::bigint between a.first_no and a.last_no end
    and exists (select from product p where p.code = new.product);
  select t.name, t.product into new.about_name, new.product from (
    select o.no::text as name, o.product from trade_order o
    where new.about = 'order' and o.id = new.about_id and o.member_id = new.member_id
    union all
    select d.reference, null from deposit d where new.about = 'deposit' and d.id = new.about_id and d.member_id = new.member_id
    union all
    select w.reference, null from withdrawal w where new.about = 'withdrawal' and w.id = new.about_id and w.member_id = new.member_id
    union all
    select filed.name, filed.product where filed.name is not null
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

-- Who asks or answers first takes it, in the same step: two at once no longer take it over from each other. As 0067 has it else.
create or replace function take_complaint_step() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c complaint%rowtype;
  refused text;
begin
  select * into c from complaint x where x.id = new.complaint_id for no key update;
  if not found then
    raise exception 'COMPLAINT_REFUSED: UNKNOWN' using errcode = 'CD050';
  end if;
  if new.kind in ('asked', 'answered') and c.operator_id is null and c.ended_at is null then
    insert into complaint_step (complaint_id, kind, operator_id) values (c.id, 'taken', new.operator_id);
    select * into c from complaint x where x.id = c.id;
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

grant insert (about_name, product) on complaint to candor_http, candor_console;
