-- A practice site has no gateway that sends six-digit codes to members. At its console an operator sees the codes that wait. The
-- role console cannot read the table of codes: this function is the only way, it writes an entry of the audit log each time, and
-- it refuses on a live site.
create function read_practice_codes(operator bigint, life_sec integer, most integer)
  returns table (member_id bigint, username text, purpose text, sealed bytea, made_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  shown bigint[];
begin
  if not exists (select from site where mode = 'practice') then
    raise exception 'CODES_REFUSED: LIVE' using errcode = 'CD195';
  end if;
  shown := array(select o.member_id from code_outbox o where o.made_at > clock_timestamp() - make_interval(secs => life_sec)
    order by o.made_at desc, o.member_id limit least(most, 50));
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (operator, 'console/practice-codes/read', 'site', 'codes', jsonb_build_object('members', array_to_string(shown, ', ')));
  return query select o.member_id, m.username, o.purpose, o.sealed, o.made_at
    from code_outbox o join member m on m.id = o.member_id
    where o.member_id = any(shown) and o.made_at > clock_timestamp() - make_interval(secs => life_sec)
    order by o.made_at desc, o.member_id;
end $$;
revoke execute on function read_practice_codes(bigint, integer, integer) from public;
grant execute on function read_practice_codes(bigint, integer, integer) to candor_console;

-- Not a right to read in general: an auditor, who reads all, has no use for a code.
update role set permissions = permissions || '{account:code:open}' where name = 'support';
