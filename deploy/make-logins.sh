#!/bin/sh
# Runs once, when the database of compose.yaml is created, or by hand in a Postgres of your own: makes a login for each task of
# the server and bounds it. The migrations find these roles and grant their rights. Run it as a superuser.
#   POSTGRES_USER, POSTGRES_DB        who runs it, and the database of the site
#   OWNER, OWNER_PASSWORD             who owns the database and migrates it (DATABASE_OWNER_URL), made if it is not there.
#                                     Left out, POSTGRES_USER does. It needs no rights over other roles or databases.
#   HTTP_PASSWORD, FEED_PASSWORD, WORKER_PASSWORD, CONSOLE_PASSWORD
#   HTTP_CONNECTIONS …                how many connections each login may have; more machines need more
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=database="$POSTGRES_DB" --set=owner="${OWNER:-}" --set=owner_password="${OWNER_PASSWORD:-}" \
  --set=http="$HTTP_PASSWORD" --set=feed="$FEED_PASSWORD" --set=worker="$WORKER_PASSWORD" \
  --set=console="$CONSOLE_PASSWORD" \
  --set=http_max="${HTTP_CONNECTIONS:-34}" --set=feed_max="${FEED_CONNECTIONS:-10}" \
  --set=worker_max="${WORKER_CONNECTIONS:-20}" --set=console_max="${CONSOLE_CONNECTIONS:-14}" <<'SQL'
create role candor_http;
create role candor_feed;
create role candor_worker;
create role candor_console;
alter role candor_http login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit :http_max password :'http';
alter role candor_feed login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit :feed_max password :'feed';
alter role candor_worker login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit :worker_max password :'worker';
alter role candor_console login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit :console_max password :'console';

-- A login may change its own settings, but not those of others, and not this one.
alter role candor_http set temp_file_limit = '512MB';
alter role candor_feed set temp_file_limit = '512MB';
alter role candor_worker set temp_file_limit = '512MB';
alter role candor_console set temp_file_limit = '512MB';

-- The logins reach the site's database and no other, and make no temporary tables.
revoke all on database postgres, template1 from public;
revoke all on database :"database" from public;
grant connect on database :"database" to candor_http, candor_feed, candor_worker, candor_console;

-- The owner takes on each role while it prepares the site, and inherits the rights of none. Changes of a login's bounds stay yours.
select :'owner' <> '' as has_owner,
  :'owner' <> '' and not exists (select from pg_roles where rolname = :'owner') as makes_owner \gset
\if :makes_owner
create role :"owner" login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner_password';
\endif
\if :has_owner
grant candor_http, candor_feed, candor_worker, candor_console to :"owner" with set true, inherit false;
alter database :"database" owner to :"owner";
\endif
SQL
