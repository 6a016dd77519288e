-- A member who has lost every factor and every recovery code. Two operators ask that the second factor be released. For 24 hours
-- the member sees it, and any use of the factor stops it. No process of the site may do this: the owner of the database does.

create table factor_release (
  id        bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  maker     bigint not null references member (id),
  checker   bigint not null references member (id),
  reason    text not null check (length(btrim(reason)) between 1 and 300),
  asked_at  timestamptz not null default clock_timestamp(),
  done_at   timestamptz,
  check (maker <> member_id),
  check (checker <> member_id),
  check (checker <> maker)
);
create index factor_release_member on factor_release (member_id, id desc);

create function tell_factor_release(member bigint, event text, operator bigint) returns void
language sql set search_path = public, pg_temp as $$
  insert into security_event (member_id, kind, device) values (member, event, '');
  insert into outbox (member_id, message) values (member, '{"type":"account"}');
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (operator, 'account/factors/' || event, 'member', member::text, '{}');
$$;

-- Asks for a release, and returns when it may be carried out.
create function ask_factor_release(member_name text, maker_name text, checker_name text, why text) returns timestamptz
language plpgsql set search_path = public, pg_temp as $$
declare
  owner bigint := (select id from member where lower(username collate "C") = lower(member_name));
  made bigint := (select m.id from member m join role r on r.name = any(m.roles) where m.username = maker_name limit 1);
  checked bigint := (select m.id from member m join role r on r.name = any(m.roles) where m.username = checker_name limit 1);
begin
  if not exists (select from member_totp where member_id = owner and secret_sealed is not null)
    and not exists (select from passkey where member_id = owner) then
    raise exception 'RELEASE_REFUSED: the member has no second factor' using errcode = 'CD009';
  end if;
  if made is null or checked is null then
    raise exception 'RELEASE_REFUSED: two operators have to ask' using errcode = 'CD009';
  end if;
  insert into factor_release (member_id, maker, checker, reason) values (owner, made, checked, why);
  perform tell_factor_release(owner, 'releaseAsked', made);
  return clock_timestamp() + interval '24 hours';
end $$;

-- Carries out the newest release of a member.
create function carry_out_factor_release(member_name text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  owner bigint := (select id from member where lower(username collate "C") = lower(member_name) for no key update);
  release factor_release := (select r from factor_release r where r.member_id = owner order by r.id desc limit 1);
begin
  if release.id is null or release.done_at is not null then
    raise exception 'RELEASE_REFUSED: nobody has asked' using errcode = 'CD009';
  end if;
  if release.asked_at > clock_timestamp() - interval '24 hours' then
    raise exception 'RELEASE_REFUSED: the member has 24 hours to object' using errcode = 'CD009';
  end if;
  if exists (select from member_login l where l.member_id = owner and l.factor <> 'none' and l.at > release.asked_at)
    or exists (select from session s where s.member_id = owner and s.confirmed_at > release.asked_at) then
    raise exception 'RELEASE_REFUSED: the member has used the factor since' using errcode = 'CD009';
  end if;
  update member_totp set secret_sealed = null, fresh_sealed = null, used_step = null, added_at = null where member_id = owner;
  delete from passkey where member_id = owner;
  delete from member_recovery_code where member_id = owner;
  update factor_release set done_at = clock_timestamp() where id = release.id;
  perform tell_factor_release(owner, 'released', release.checker);
end $$;
revoke execute on function tell_factor_release(bigint, text, bigint), ask_factor_release(text, text, text, text),
  carry_out_factor_release(text) from public;
