#!/bin/sh
# Verifies a webhook with openssl. Usage: sh verify.sh SECRET ID TIMESTAMP SIGNATURES < body
# (for trying things out: arguments of a process can be seen by other users of the machine)
set -eu
secret=$1 id=$2 timestamp=$3 signatures=$4
tolerance=300

refuse() {
  echo "refused: $1"
  exit 1
}

# HMAC-SHA256 of standard input under a key in hex, as base64
mac() {
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary | openssl base64 -A
}

case $timestamp in *[!0-9]* | '') refuse "the timestamp is no number" ;; esac
age=$(($(date +%s) - timestamp))
[ "${age#-}" -le "$tolerance" ] || refuse "the timestamp is too old or too new"

key=$(printf %s "${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=v1,$({ printf '%s.%s.' "$id" "$timestamp"; cat; } | mac "$key")

# compared as MACs under a key that nobody knows: how long it takes tells nothing about the signature
blind=$(openssl rand -hex 32)
for given in $signatures; do
  if [ "$(printf %s "$given" | mac "$blind")" = "$(printf %s "$expected" | mac "$blind")" ]; then
    echo verified
    exit 0
  fi
done
refuse "no signature fits"
