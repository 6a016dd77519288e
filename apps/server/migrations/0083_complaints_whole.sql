-- Two steps of a complaint under one key, sent at once: the second one is not written, and the complaint stays as the first one left it. What
-- `on conflict` skipped had set the state before, so a complaint could be answered without an answer. As 0080 has it else.
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
  -- Nothing follows from a second one of its key: no step, no state.
  if new.key is not null and exists (select from complaint_step s where s.complaint_id = c.id and s.key = new.key) then
    return null;
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

-- Nothing is written down for a member whose words were erased: it would stay for ever. As 0080 has it else.
create or replace function open_complaint() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  filed record;
begin
  if calling_role() = 'candor_console' and new.recorded_by is null or calling_role() = 'candor_http' and new.recorded_by is not null then
    raise exception 'COMPLAINT_REFUSED: NOT_ALLOWED' using errcode = 'CD050';
  end if;
  -- Whoever erases a closed account locks its member: it waits for this one, and erases its words too, or this one sees it.
  perform from member m where m.id = new.member_id for share;
  if exists (select from member_closing k where k.member_id = new.member_id and k.erased_at is not null) then
    raise exception 'COMPLAINT_REFUSED: ERASED' using errcode = 'CD050';
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
