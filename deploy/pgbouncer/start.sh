#!/bin/sh
# Starts PgBouncer in deploy/compose.yaml. Its list of users is made from the password of the app's login.
set -eu
umask 077
printf '"daftar_login" "%s"\n' "$APP_PASSWORD" > /tmp/userlist.txt
exec pgbouncer /etc/daftar/compose.ini
