-- A card, an identity and a device key belong to one member. Each is known by a mark, a hash of 32 bytes: of a card and of an
-- identity number under a secret of the site, of a device's public key without one, because nobody can guess that. Whoever holds
-- a mark keeps it, also after the card is removed, until two operators release it. A card that goes from account to account
-- would else pay out for all of them.
--
-- Browsers and networks are marks too, but belong to nobody: they only show which accounts may be one person's, for the rewards
-- of invitations. They are forgotten after a time.

create table member_mark (
  kind      text not null check (kind in ('card', 'identity', 'device', 'browser', 'network')),
  mark      bytea not null check (length(mark) = 32),
  member_id bigint not null references member (id),
  state     text not null check (state in ('own', 'shared', 'refused', 'released', 'seen')),
  first_at  timestamptz not null default clock_timestamp(),
  last_at   timestamptz not null default clock_timestamp(),
  primary key (kind, mark, member_id),
  check ((kind in ('browser', 'network')) = (state = 'seen')),
  check (last_at >= first_at)
);
comment on column member_mark.state is 'own: it is theirs alone. shared: they had it before the rule, and another has it too.
refused: they tried, and it is another''s. released: two operators took it back. seen: it belongs to nobody.';
create unique index member_mark_owner on member_mark (kind, mark) where state = 'own';
create index member_mark_member on member_mark (member_id, kind);
create index member_mark_age on member_mark (kind, last_at);

-- Two who want the same mark wait for each other. These locks have a number space of their own.
create function lock_mark(wanted text, fingerprint bytea) returns void
language sql set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock(728, hashtext(wanted || '/' || encode(fingerprint, 'hex')))
$$;

-- Whether another member holds the mark. Whoever asks holds its lock until the end of the transaction.
create function is_mark_taken(wanted text, fingerprint bytea, asker bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_mark(wanted, fingerprint);
  return exists (select from member_mark k where k.kind = wanted and k.mark = fingerprint and k.state = 'own' and k.member_id <> asker);
end $$;

create function take_mark(wanted text, fingerprint bytea, taker bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_mark_taken(wanted, fingerprint, taker) then
    raise exception 'MARK_TAKEN: %', wanted using errcode = 'CD340';
  end if;
  insert into member_mark as k (kind, mark, member_id, state) values (wanted, fingerprint, taker, 'own')
  on conflict (kind, mark, member_id) do update set state = 'own', last_at = clock_timestamp();
end $$;

-- Writes that a member was seen with a browser or in a network, or tried what belongs to another. Nobody gets a mark by this.
create function note_mark(wanted text, fingerprint bytea, of_member bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into member_mark as k (kind, mark, member_id, state)
  values (wanted, fingerprint, of_member, case when wanted in ('browser', 'network') then 'seen' else 'refused' end)
  on conflict (kind, mark, member_id) do update set last_at = clock_timestamp()
$$;

-- The same for a browser whose token came from another account. Only what the site gave has a mark already; anything else
-- that a caller sends leaves nothing.
create function note_known_browser(fingerprint bytea, of_member bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  select note_mark('browser', fingerprint, of_member)
  where exists (select from member_mark k where k.kind = 'browser' and k.mark = fingerprint)
$$;

-- A card names its mark. A session's and an identity's follow from their rows.
alter table bank_card add column number_mark bytea check (length(number_mark) = 32);
comment on column bank_card.number_mark is
  'HMAC of the digits under a secret of the site. Null only for a card from before this column that could not be opened.';

create function take_card_mark() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.number_mark is null then
    raise exception 'MARK_MISSING: card' using errcode = 'CD340';
  end if;
  perform take_mark('card', new.number_mark, new.member_id);
  return new;
end $$;
create trigger take_card_mark before insert on bank_card for each row execute function take_card_mark();
grant insert (number_mark) on bank_card to candor_http;

create function take_device_mark() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform take_mark('device', sha256(new.device_key), new.member_id);
  return new;
end $$;
create trigger take_device_mark before insert on session for each row when (new.device_key is not null)
  execute function take_device_mark();

create function take_identity_mark() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform take_mark('identity', new.number_hash, new.member_id);
  return null;
end $$;
create trigger take_identity_mark after update on verification
  for each row when (new.status = 'verified' and old.status <> 'verified') execute function take_identity_mark();
-- The mark says it now: an identity that was released may be verified again.
drop index verification_number;

-- What was there before. Of several who have the same key, the first has it alone; the others keep their sessions.
insert into member_mark (kind, mark, member_id, state, first_at, last_at)
select 'device', k.mark, k.member_id, case when row_number() over (partition by k.mark order by k.first_at, k.member_id) = 1
    then 'own' else 'shared' end, k.first_at, k.first_at
from (select sha256(s.device_key) as mark, s.member_id, min(s.created_at) as first_at from session s
  where s.device_key is not null group by 1, 2) k;
insert into member_mark (kind, mark, member_id, state, first_at, last_at)
select 'identity', v.number_hash, v.member_id, 'own', v.decided_at, v.decided_at from verification v where v.status = 'verified';

-- The mark of a card from before. It is computed outside: SQL cannot open a sealed number. Nobody loses a card by this.
create function adopt_card_mark(of_member bigint, fingerprint bytea) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  became text := case when is_mark_taken('card', fingerprint, of_member) then 'shared' else 'own' end;
begin
  update bank_card set number_mark = fingerprint where member_id = of_member and number_mark is null;
  insert into member_mark as k (kind, mark, member_id, state) values ('card', fingerprint, of_member, became)
  on conflict (kind, mark, member_id) do update set state = became, last_at = clock_timestamp();
  return became;
end $$;

-- Marks that are too old to show anything: half a year after they were last seen. A device's mark stays while a session has its key.
create function forget_marks() returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from member_mark k where k.last_at < clock_timestamp() - interval '180 days'
      and (k.kind in ('browser', 'network') or k.kind = 'device' and not exists (
        select from session s where s.member_id = k.member_id and sha256(s.device_key) = k.mark))
    returning 1)
  select count(*) from gone
$$;

revoke execute on function lock_mark(text, bytea), is_mark_taken(text, bytea, bigint), take_mark(text, bytea, bigint),
  note_mark(text, bytea, bigint), note_known_browser(bytea, bigint), take_card_mark(), take_device_mark(), take_identity_mark(), adopt_card_mark(bigint, bytea),
  forget_marks() from public;
grant execute on function is_mark_taken(text, bytea, bigint) to candor_http, candor_console;
grant execute on function note_mark(text, bytea, bigint), note_known_browser(bytea, bigint) to candor_http;
grant execute on function forget_marks() to candor_worker;
grant select on member_mark to candor_console;
