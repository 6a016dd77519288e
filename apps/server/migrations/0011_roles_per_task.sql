-- One role per task, each with a login of its own. For now each of them has the rights of candor_app; the next migrations
-- give every role exactly its own. The embedded Postgres lets them log in; elsewhere the operator does, or one login becomes
-- each of them by `set role`.

do $$
declare
  name text;
begin
  foreach name in array array['candor_http', 'candor_feed', 'candor_worker'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    execute format('grant candor_app to %I', name);
    -- Who owns the schema may become each of them, so that one login is enough for a whole site.
    if not pg_has_role(current_user, name, 'set') then
      execute format('grant %I to current_user with set true, inherit false', name);
    end if;
  end loop;
end $$;
