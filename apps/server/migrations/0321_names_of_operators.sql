-- A member must not look like an operator. How a name reads is a rule of the domain (packages/domain/src/identity/reserved-name.ts);
-- here is as much of it as operators' names need, so that http can ask without reading a single operator's name, and so that the
-- database refuses what http would let through.

-- What a name reads as: without the digits and marks around it, with digits as letters, and without any digit.
create function name_forms(name text) returns text[]
language sql immutable set search_path = public, pg_temp as $$
  -- Lower case of every script, whatever the database's own locale is. Accents come apart here and fall away below, with all that
  -- is no letter from a to z.
  with plain as (
    select replace(translate(normalize(lower(normalize(name, nfkc) collate "pg_c_utf8"), nfkd),
      'авекмнорстухѕіјԁԛԝгпαβγεηικνορτυχωıłøđɑɡꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜꭺᏼꮯꭰꭼꮐꮋꭵꭻꮶꮮꮇꮲꭱꮪꭲꮩꮃꭹꮓᴀʙᴄᴅᴇ'
      || 'ꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢաժցհյլոօբզսֆⲟⲥⲣⲁⲕⲙⲧ🅐🅰🇦🅑🅱🇧🅒🅲🇨🅓🅳🇩🅔🅴🇪🅕🅵🇫🅖🅶🇬🅗🅷🇭🅘🅸🇮🅙🅹🇯🅚🅺🇰🅛🅻🇱🅜🅼🇲🅝🅽🇳🅞🅾🇴🅟🅿🇵🅠🆀🇶🅡'
      || '🆁🇷🅢🆂🇸🅣🆃🇹🅤🆄🇺🅥🆅🇻🅦🆆🇼🅧🆇🇽🅨🆈🇾🅩🆉🇿',
      'abekmhopctyxsijdqwrnabyenikvoptuxwilodagabcdefghijklmnoprstuvwxyzabcdeghijklmprstvwyzabcde'
      || 'fghijklmnoprstuvwyzadghjlnopqufocpakmtaaabbbcccdddeeefffggghhhiiijjjkkklllmmmnnnooopppqqqr'
      || 'rrssstttuuuvvvwwwxxxyyyzzz'), 'ß', 'ss') as t),
  part as (
    select regexp_replace(t, '^[^a-z]+|[^a-z]+$', '', 'g') as p from plain
    union all select t from plain
    union all select regexp_replace(t, '[^a-z]', '', 'g') from plain),
  form as (
    select replace(replace(replace(regexp_replace(translate(p, '01345678@$!|9', 'oieasgtbasiig'), '[^a-z]', '', 'g'),
      'rn', 'm'), 'vv', 'w'), 'l', 'i') as f from part)
  select coalesce(array_agg(distinct f), '{}') from form where length(f) >= 3
$$;

create index member_with_role on member (id) where roles <> '{member}';

-- Whether others would take this name for an operator's. It says yes or no, and never which.
create function reads_as_operator(name text, of_member bigint default null) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from member m
    where m.roles <> '{member}' and m.id is distinct from of_member
      and exists (select from role r where r.name = any(m.roles))
      and name_forms(m.username) && name_forms(reads_as_operator.name))
$$;

-- Not for what the owner prepares: operators are members whom the owner gives a role.
create function refuse_operator_name() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'candor_http' and (
    (tg_op = 'INSERT' and reads_as_operator(new.username, new.id))
    or (new.nickname <> '' and (tg_op = 'INSERT' or new.nickname is distinct from old.nickname)
      and reads_as_operator(new.nickname, new.id))) then
    raise exception 'NAME_REFUSED: OPERATOR' using errcode = 'CD321';
  end if;
  return new;
end $$;
create trigger refuse_operator_name before insert or update of username, nickname on member
  for each row execute function refuse_operator_name();

revoke execute on function name_forms(text), reads_as_operator(text, bigint), refuse_operator_name() from public;
grant execute on function reads_as_operator(text, bigint) to candor_http;
