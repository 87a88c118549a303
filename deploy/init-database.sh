#!/bin/sh
# Run once by the image of PostgreSQL, in an empty volume: the owner of the tables and the role that the portal works as
# (docs/operations.md, "Two roles there").
set -eu
owner=$(cat /run/secrets/owner-password)
portal=$(cat /run/secrets/portal-password)
psql --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=owner="$owner" --set=portal="$portal" <<'SQL'
create role portal_owner login password :'owner';
create role portal login password :'portal';
grant portal to portal_owner;
create database portal owner portal_owner encoding 'UTF8' template template0;
SQL
