-- Where several members had the same card before it belonged to one, none lost it. But no withdrawal to it is approved or paid out
-- until two operators decided whose it is, by releasing the others.

create function is_card_shared(holder bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from bank_card c join member_mark k on k.kind = 'card' and k.mark = c.number_mark
    where c.member_id = holder and k.member_id <> holder and k.state in ('own', 'shared'))
$$;
revoke execute on function is_card_shared(bigint) from public;
grant execute on function is_card_shared(bigint) to candor_console;

-- As before, and: a card that another member has too.
create or replace function payout_block(member bigint) returns text
language sql security definer set search_path = public, pg_temp as $$
  select case when m.frozen then 'frozen' when not m.withdrawal_allowed then 'forbidden'
    when m.withdrawals_paused_until > clock_timestamp() then 'paused'
    when is_card_shared(m.id) then 'shared' end
  from member m where m.id = payout_block.member for share
$$;

-- As before, and: who shares a card may lose it while a withdrawal to it is open, because that withdrawal waits for this.
create or replace function release_mark(wanted text, fingerprint bytea, holder bigint) returns void
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
  if wanted = 'card' and exists (select from member_mark k where k.kind = wanted and k.mark = fingerprint and k.member_id = holder
      and k.state = 'own') and exists (select from bank_card c where c.member_id = holder and c.number_mark = fingerprint)
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
