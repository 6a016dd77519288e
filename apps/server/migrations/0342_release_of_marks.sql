-- A card, an identity or a device key of a member is released by two operators: one proposes with a reason, another approves. Then
-- it belongs to nobody, the member no longer has the card, the verification or the sessions of it, and the member is told.

create index member_mark_contested on member_mark (last_at desc) where state in ('shared', 'refused');

create table mark_release (
  id         bigint generated always as identity primary key,
  member_id  bigint not null references member (id),
  kind       text not null check (kind in ('card', 'identity', 'device')),
  mark       bytea not null check (length(mark) = 32),
  reason     text not null check (length(btrim(reason)) between 1 and 300),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references member (id),
  checker    bigint references member (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check (maker <> member_id and checker <> member_id),
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null)),
  foreign key (kind, mark, member_id) references member_mark (kind, mark, member_id)
);
create unique index mark_release_open on mark_release (kind, mark, member_id) where status = 'proposed';
create index mark_release_queue on mark_release (status, id desc);

-- What a released mark was for ends with it. Of two who shared it, the other one has it alone now.
create function release_mark(wanted text, fingerprint bytea, holder bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended bigint;
begin
  perform lock_mark(wanted, fingerprint);
  perform from member_mark k where k.kind = wanted and k.mark = fingerprint and k.member_id = holder and k.state in ('own', 'shared')
    for update;
  if not found then
    raise exception 'MARK_REFUSED: NOT_HELD' using errcode = 'CD342';
  end if;
  if wanted = 'card' and exists (select from bank_card c where c.member_id = holder and c.number_mark = fingerprint)
    and exists (select from withdrawal w where w.member_id = holder and (w.status in ('pending', 'reviewing', 'seconding')
      or w.status = 'approved' and w.paid_out in ('none', 'sent', 'returning'))) then
    raise exception 'MARK_REFUSED: IN_USE' using errcode = 'CD342';
  end if;
  update member_mark k set state = 'released' where k.kind = wanted and k.mark = fingerprint and k.member_id = holder;
  case wanted
    when 'card' then
      delete from bank_card where member_id = holder and number_mark = fingerprint;
    when 'identity' then
      update verification set status = 'rejected', reason = 'NUMBER_USED', wrong = '{idNumber}'
        where member_id = holder and status = 'verified' and number_hash = fingerprint returning id into ended;
      if ended is not null and calling_role() = 'candor_console' then
        perform record_act('console/mark-releases/end-verification', 'verification', ended::text, '{"from": "verified", "to": "rejected"}');
      end if;
    else
      delete from session s where s.member_id = holder and sha256(s.device_key) = fingerprint;
  end case;
  if not exists (select from member_mark k where k.kind = wanted and k.mark = fingerprint and k.state = 'own')
    and (select count(*) from member_mark k where k.kind = wanted and k.mark = fingerprint and k.state = 'shared') = 1 then
    update member_mark k set state = 'own' where k.kind = wanted and k.mark = fingerprint and k.state = 'shared';
  end if;
  insert into security_event (member_id, kind, device) values (holder, wanted || 'Released', '');
  insert into outbox (member_id, message) values (holder, '{"type":"account"}');
end $$;

-- As before, and: a verification whose identity was released is no longer one. Only a release does that.
create or replace function keep_verification() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or new.taken_by is not null then
      raise exception 'VERIFICATION_REFUSED: NOT_NEW' using errcode = 'CD007';
    end if;
    return new;
  end if;
  if old.status = 'verified' and new.reason = 'NUMBER_USED' and new.status = 'rejected' and exists (select from member_mark k
      where k.kind = 'identity' and k.mark = old.number_hash and k.member_id = old.member_id and k.state = 'released') then
    new.decided_at := clock_timestamp();
    new.version := old.version + 1;
    return new;
  end if;
  if old.status <> 'pending' then
    raise exception 'VERIFICATION_REFUSED: DECIDED' using errcode = 'CD007';
  end if;
  if (new.member_id, new.name_sealed, new.number_sealed, new.number_hash, new.front_file, new.back_file, new.submitted_at)
    is distinct from (old.member_id, old.name_sealed, old.number_sealed, old.number_hash, old.front_file, old.back_file, old.submitted_at)
  then
    raise exception 'VERIFICATION_REFUSED: PAPERS' using errcode = 'CD007';
  end if;
  if new.status <> old.status then
    if not exists (select from verification_edge e where e.from_state = old.status and e.to_state = new.status) then
      raise exception 'VERIFICATION_REFUSED: EDGE' using errcode = 'CD007';
    end if;
    if new.decided_by is distinct from old.taken_by then
      raise exception 'VERIFICATION_REFUSED: NOT_TAKEN' using errcode = 'CD007';
    end if;
    new.decided_at := clock_timestamp();
  else
    new.taken_at := case when new.taken_by is null then null else clock_timestamp() end;
  end if;
  new.version := old.version + 1;
  return new;
end $$;

create function decide_mark_release() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from member m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'MARK_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD342';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'MARK_REFUSED: STATE' using errcode = 'CD342';
    end if;
    if not exists (select from member_mark k where k.kind = new.kind and k.mark = new.mark and k.member_id = new.member_id
        and k.state in ('own', 'shared')) then
      raise exception 'MARK_REFUSED: NOT_HELD' using errcode = 'CD342';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'MARK_REFUSED: STATE' using errcode = 'CD342';
  end if;
  if (new.id, new.member_id, new.kind, new.mark, new.reason, new.maker, new.created_at) is distinct from
    (old.id, old.member_id, old.kind, old.mark, old.reason, old.maker, old.created_at) then
    raise exception 'MARK_REFUSED: FIXED' using errcode = 'CD342';
  end if;
  new.decided_at := clock_timestamp();
  if new.status = 'approved' then
    perform release_mark(new.kind, new.mark, new.member_id);
  end if;
  return new;
end $$;
create trigger decide_mark_release before insert or update on mark_release for each row execute function decide_mark_release();
create trigger name_who_acts after insert or update on mark_release for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on mark_release deferrable initially deferred
  for each row execute function require_entry('member', 'member_id', 'maker', 'checker');

-- A mark with a release stays: the release names it.
create or replace function forget_marks() returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from member_mark k where k.last_at < clock_timestamp() - interval '180 days'
      and not exists (select from mark_release r where r.kind = k.kind and r.mark = k.mark and r.member_id = k.member_id)
      and (k.kind in ('browser', 'network') or k.kind = 'device' and not exists (
        select from session s where s.member_id = k.member_id and sha256(s.device_key) = k.mark))
    returning 1)
  select count(*) from gone
$$;

revoke execute on function release_mark(text, bytea, bigint), decide_mark_release() from public;
grant select, insert (member_id, kind, mark, reason, maker), update (status, checker, note) on mark_release to candor_console;

-- The kinds of events as they are, and three more.
do $$
declare
  kinds text := pg_get_constraintdef((select oid from pg_constraint where conname = 'security_event_kind_check'));
begin
  execute 'alter table security_event drop constraint security_event_kind_check, add constraint security_event_kind_check '
    || replace(kinds, '''released''::text', '''released''::text, ''cardReleased''::text, ''identityReleased''::text, ''deviceReleased''::text');
end $$;

-- A reviewer proposes and checks, a cashier checks, support proposes: as with second factors.
update role set permissions = permissions || '{member:mark:*}' where name = 'reviewer';
update role set permissions = permissions || '{member:mark:read,member:mark:check}' where name = 'cashier';
update role set permissions = permissions || '{member:mark:read,member:mark:make}' where name = 'support';
