#!/bin/sh
# Restarts the instances of this machine one after the other, such as after an upgrade, while the rest answer: takes one out of
# nginx, gives the calls that are on their way to it time to arrive, restarts it, waits until it is ready, and puts it back.
# Usage: rolling-restart.sh 1 2 3
#
# Stops at the first instance that doesn't come back; the others go on serving.
set -eu
servers=${SEOGA_NGINX_SERVERS:-/etc/nginx/seoga}
restart=${SEOGA_RESTART:-systemctl restart seoga@}
drain_s=${SEOGA_DRAIN_S:-2}
ready_max_s=${SEOGA_READY_MAX_S:-120}
[ $# -ge 2 ] || { echo "usage: rolling-restart.sh INSTANCE INSTANCE ..." >&2; exit 2; }

# The ports of an instance are in its own file: "server 127.0.0.1:8081; # ops 9091"
for instance in "$@"; do
  file=$servers/$instance.conf
  [ -f "$file" ] || { echo "$file is missing" >&2; exit 1; }
  ops=$(sed -n 's/.*# ops \([0-9][0-9]*\).*/\1/p' "$file")
  : > "$servers/$instance.out"
  sleep "$drain_s"
  ${restart}"$instance"
  waited=0
  until curl -fsS -o /dev/null --max-time 5 "http://127.0.0.1:$ops/health/ready" 2>/dev/null; do
    waited=$((waited + 1))
    [ "$waited" -le "$((ready_max_s * 5))" ] || { echo "instance $instance isn't ready after $ready_max_s s; it stays out of nginx" >&2; exit 1; }
    sleep 0.2
  done
  rm "$servers/$instance.out"
  echo "instance $instance restarted"
done
