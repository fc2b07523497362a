#!/bin/sh
# Creates the roles, the logins and the database, with the SQL of docs/operating.md#database-logins. The PostgreSQL image
# runs this script only once, when the data volume of deploy/compose.yaml is new.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres \
  --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" <<'SQL'
CREATE ROLE daftar_logins NOLOGIN NOINHERIT;
CREATE ROLE daftar_app NOLOGIN;
CREATE ROLE daftar_system NOLOGIN;
GRANT daftar_app, daftar_system TO daftar_logins;
CREATE ROLE daftar_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE daftar_login LOGIN PASSWORD :'app_password';
CREATE DATABASE daftar OWNER daftar_owner;
REVOKE ALL ON DATABASE daftar FROM PUBLIC;
GRANT CONNECT ON DATABASE daftar TO daftar_login;
GRANT daftar_logins TO daftar_owner, daftar_login;
SQL
