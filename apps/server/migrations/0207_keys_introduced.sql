-- A new signing key is introduced by the old one: its note names both keys and the moment, so that whoever trusts the old key can
-- follow to the new one (packages/proof/src/key-rotation.ts). A key without a note is possible, because a lost key cannot sign, but
-- every device that knows the site warns of it.

alter table proof_key add introduction text;
alter table proof_key add constraint proof_key_introduction_check check (starts_with(introduction, 'candor-key-rotation-v1'));
comment on column proof_key.introduction is 'The signed note by which the key before handed over; null for the first key, and after a loss.';

-- The text of a key for people and programs, as verifierKeyText writes it.
create function verifier_key_text(key proof_key) returns text
language sql immutable set search_path = public, pg_temp as $$
  select key.name || '+' || key.id || '+' || encode('\x01'::bytea || key.public_key, 'base64')
$$;

drop function use_proof_key(text, bytea);

-- Says with which key the site signs. A new one retires the one before, at the moment of its introduction; a retired one never
-- comes back, because what it signs from then on would not be believed. Answers whether the key is new.
create function use_proof_key(key_name text, key bytea, introduced text default null) returns table (key_id text, fresh boolean)
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  old proof_key;
  new_key proof_key;
  moment timestamptz := clock_timestamp();
  prefix text;
  rest text;
  signature bytea;
begin
  key_id := encode(substring(sha256(convert_to(key_name || E'\n', 'UTF8') || '\x01'::bytea || key) for 4), 'hex');
  lock table proof_key in share row exclusive mode;
  if exists (select from proof_key where id = key_id and (public_key <> key or retired_at is not null)) then
    raise exception 'PROOF_KEY_RETIRED' using errcode = 'CD003';
  end if;
  fresh := not exists (select from proof_key where id = key_id);
  if fresh then
    select * into old from proof_key where name = key_name and retired_at is null;
    if introduced is not null then
      new_key.id := key_id;
      new_key.name := key_name;
      new_key.public_key := key;
      moment := split_part(introduced, E'\n', 4)::timestamptz;
      prefix := E'candor-key-rotation-v1\n' || verifier_key_text(old) || E'\n' || verifier_key_text(new_key) || E'\n'
        || to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n\n— ' || key_name || ' ';
      rest := substr(introduced, length(prefix) + 1);
      signature := (case when rest ~ E'^[A-Za-z0-9+/]{91}=\n$' then decode(rtrim(rest, E'\n'), 'base64') end);
      if prefix is null or not starts_with(introduced, prefix) or length(signature) is distinct from 68
        or encode(substring(signature for 4), 'hex') <> old.id
        or moment not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes' then
        raise exception 'PROOF_KEY_INTRODUCTION' using errcode = 'CD004';
      end if;
    end if;
    update proof_key set retired_at = greatest(moment, created_at) where id = old.id;
    insert into proof_key (id, name, public_key, introduction) values (key_id, key_name, key, introduced);
  end if;
  return next;
end $$;

revoke execute on function use_proof_key(text, bytea, text), verifier_key_text(proof_key) from public;
