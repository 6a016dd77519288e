-- Of one kind and state the newest 500 messages of a member stay. Before, the newest 500 of all: whoever guessed passwords for long
-- enough pushed out what concerned money.
create or replace function tell_member(who bigint, about text, came_to text, which text, how_much bigint, why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into member_message (member_id, kind, state, subject, amount, reason)
  values (who, about, came_to, which, how_much, why);
  delete from member_message m where m.member_id = who and m.kind = about and m.state = came_to
    and m.id <= (select x.id from member_message x where x.member_id = who and x.kind = about and x.state = came_to
                 order by x.id desc offset 500 limit 1);
  insert into outbox (member_id, message) values (who, '{"type":"notice"}');
end $$;
