-- Where several members had the same card before it belonged to one, none lost it. But no withdrawal to it is approved or paid out
-- until two operators decided whose it is, by releasing the others.

-- The card of a withdrawal stays the one it was made to, also when the member loses it.

alter table withdrawal add column payee_mark bytea check (length(payee_mark) = 32);
comment on column withdrawal.payee_mark is
  'The mark of the card it goes to. Null without a card, and where a sealed card from before this column did not open.';

-- A card pays out for its member alone: it is theirs, and nobody else has it. A card that is not known pays out for nobody.
create function is_payee_shared(holder bigint, sealed bytea, card_mark bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select length(sealed) > 0 and (card_mark is null
    or not exists (select from member_mark k where k.kind = 'card' and k.mark = card_mark and k.member_id = holder and k.state = 'own')
    or exists (select from member_mark k where k.kind = 'card' and k.mark = card_mark and k.member_id <> holder
      and k.state in ('own', 'shared')))
$$;

-- After keep_mover and before keep_payout_hands and move_withdrawal.
create function keep_payee() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.payee_mark := case when length(new.payee_sealed) > 0
      then (select c.number_mark from bank_card c where c.member_id = new.member_id) end;
    return new;
  end if;
  new.payee_mark := old.payee_mark;
  if (old.paid_out = 'none' and new.paid_out = 'sent' or new.status <> old.status and new.status in ('seconding', 'approved'))
    and is_payee_shared(old.member_id, old.payee_sealed, old.payee_mark) then
    raise exception 'WITHDRAWAL_REFUSED: MEMBER SHARED' using errcode = 'CD330';
  end if;
  return new;
end $$;
create trigger keep_payee before insert or update on withdrawal for each row execute function keep_payee();

-- The mark of a withdrawal from before, computed outside like that of a card. Its card may be gone since.
create function adopt_payee_mark(of_withdrawal uuid, fingerprint bytea) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  holder bigint;
begin
  select w.member_id into strict holder from withdrawal w where w.id = of_withdrawal and w.payee_mark is null;
  insert into member_mark (kind, mark, member_id, state)
  values ('card', fingerprint, holder, case when is_mark_taken('card', fingerprint, holder) then 'shared' else 'own' end)
  on conflict do nothing;
  -- It is no step of the withdrawal.
  alter table withdrawal disable trigger user;
  update withdrawal set payee_mark = fingerprint where id = of_withdrawal;
  alter table withdrawal enable trigger user;
end $$;

revoke execute on function is_payee_shared(bigint, bytea, bytea), keep_payee(), adopt_payee_mark(uuid, bytea) from public;
grant execute on function is_payee_shared(bigint, bytea, bytea) to candor_console;

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
