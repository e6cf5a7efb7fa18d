#!/bin/sh
# Proves that a backup can be restored: restores it into a temporary folder, verifies it there, and removes the folder.
# The service isn't touched. Usage: restore-drill.sh BACKUP_FOLDER
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
backup=${1:?usage: restore-drill.sh BACKUP_FOLDER}
umask 077
drill=$(mktemp -d)
trap 'rm -rf "$drill"' EXIT
SEOGA_DATA_DIR=$drill/data
export SEOGA_DATA_DIR
# A backup of PostgreSQL is proven on an embedded store, too.
unset SEOGA_DATABASE_URL SEOGA_DATABASE_URL_FILE
node "$root/bin/seoga.mjs" restore "$backup"
node "$root/bin/seoga.mjs" verify
echo "restored and verified: $backup"
