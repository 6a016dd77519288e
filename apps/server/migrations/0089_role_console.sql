-- The operators' console is a role of its own, so that no right of an operator is ever in the process that members talk to.
-- Its number is low on purpose: the migrations after it grant the console what their tables need.

do $$
begin
  if not exists (select from pg_roles where rolname = 'candor_console') then
    create role candor_console nologin;
  end if;
  -- Who owns the schema may become it, so that one login is enough for a whole site.
  if not pg_has_role(current_user, 'candor_console', 'set') then
    grant candor_console to current_user with set true, inherit false;
  end if;
end $$;

grant usage on schema public to candor_console;
-- What every role checks when it starts.
grant select on site, site_key, proof_key to candor_console;
