#!/bin/bash
# What the official image does with POSTGRES_USER, POSTGRES_PASSWORD_FILE and POSTGRES_DB, without its other features.
set -euo pipefail
user=${POSTGRES_USER:-postgres}
password=${POSTGRES_PASSWORD:-$(< "$POSTGRES_PASSWORD_FILE")}
if [ "$1" != postgres ]; then exec "$@"; fi

as_postgres() { setpriv --reuid postgres --regid postgres --init-groups -- "$@"; }

install -d -o postgres -g postgres -m 0700 "$PGDATA"
install -d -o postgres -g postgres -m 3775 /var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -o postgres -m 0600 <(echo "$password") /var/run/postgresql/password
  as_postgres initdb --username "$user" --pwfile /var/run/postgresql/password --auth-local trust --auth-host scram-sha-256 \
    --encoding UTF8 --locale C.UTF-8 > /dev/null
  rm /var/run/postgresql/password
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  as_postgres pg_ctl -w start -o "-c listen_addresses=''" > /dev/null
  as_postgres createdb --username "$user" "${POSTGRES_DB:-$user}" || true
  as_postgres pg_ctl -w -m fast stop > /dev/null
fi
exec setpriv --reuid postgres --regid postgres --init-groups -- "$@" -c listen_addresses='*'
