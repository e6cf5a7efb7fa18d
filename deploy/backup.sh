#!/bin/sh
# Makes one backup while the server runs, and deletes the oldest beyond SEOGA_BACKUPS_KEPT - but only after the new one is
# whole. Exit code 0: the new backup is there. A folder without backup.json is the rest of an interrupted run.
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
into=${SEOGA_BACKUP_DIR:?set SEOGA_BACKUP_DIR to the folder that holds the backups}
kept=${SEOGA_BACKUPS_KEPT:-14}
case $kept in '' | *[!0-9]* | 0) echo "SEOGA_BACKUPS_KEPT is \"$kept\": it takes a whole number from 1" >&2; exit 2 ;; esac

umask 077
mkdir -p "$into"
name=$(date -u +%Y-%m-%dT%H%M%S%3NZ)
node "$root/bin/seoga.mjs" backup "$into/$name"

# Names begin with the time, so their order is that of the backups.
for old in $(ls -1 "$into" | grep -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{9}Z$' | sort -r | tail -n "+$((kept + 1))"); do
  rm -rf "${into:?}/$old"
  echo "deleted $into/$old"
done
