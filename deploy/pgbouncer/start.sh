#!/bin/sh
# Starts PgBouncer in deploy/compose.yaml. Before that, writes the list of users, which has only the app's login with its
# password.
set -eu
umask 077
printf '"daftar_login" "%s"\n' "$APP_PASSWORD" > /tmp/userlist.txt
exec pgbouncer /etc/daftar/compose.ini
