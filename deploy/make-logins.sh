#!/bin/sh
# Runs once, when the database of compose.yaml is created: makes a login for each task of the server. The migrations
# find these roles and grant their rights.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=http="$HTTP_PASSWORD" --set=feed="$FEED_PASSWORD" --set=worker="$WORKER_PASSWORD" \
  --set=console="$CONSOLE_PASSWORD" <<'SQL'
create role candor_http login password :'http';
create role candor_feed login password :'feed';
create role candor_worker login password :'worker';
create role candor_console login password :'console';
SQL
