#!/bin/sh
# Makes what the profiles of compose.yaml keep secret, once; what is there stays. The files are open to every account of
# a container, each has its own, but on this machine they lie in a folder that only its owner enters. Keep a copy of the
# keys apart from the data.
set -eu
cd "$(dirname "$0")"
umask 022
mkdir -p secrets/files
chmod 0700 secrets
chmod 0711 secrets/files

keep() { [ -e "secrets/files/$1" ] || cat > "secrets/files/$1"; }
word() { openssl rand -hex 24; }

word | keep postgres-password
word | keep owner-password
word | keep portal-password
openssl rand -base64 32 | keep secret-key
openssl rand -base64 32 | keep files-key
word | keep storage-secret
at='@localhost/portal?host=/run/postgresql'
echo "postgres://portal:$(cat secrets/files/portal-password)$at" | keep database-url
echo "postgres://portal_owner:$(cat secrets/files/owner-password)$at" | keep database-owner-url
keep storage.json <<JSON
{"identities":[{"name":"portal","credentials":[{"accessKey":"portal","secretKey":"$(cat secrets/files/storage-secret)"}],"actions":["Admin","Read","Write","List","Tagging"]}]}
JSON
[ -e secrets/files/storage.crt ] || openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj /CN=storage \
  -addext subjectAltName=DNS:storage -keyout secrets/files/storage.key -out secrets/files/storage.crt 2> /dev/null
chmod 0444 secrets/files/*
echo "The secrets are in $(pwd)/secrets/files."
