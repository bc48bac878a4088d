#!/bin/sh
# Makes what docker-compose.yml needs and no file of this repository holds: `.env` and the master key. Never overwrites either.
#   deploy/make-env.sh [name in the server certificate, localhost where none is given]
set -eu
cd "$(dirname "$0")/.."
umask 077

hostnames=${1:-localhost}
key=deploy/secrets/master.key

if [ -e "$key" ]; then
  echo "kept $key"
else
  mkdir -p deploy/secrets
  openssl rand -base64 32 > "$key"
  # Readable for the containers' user, through the mount alone: the folder lets nobody else in.
  chmod 0444 "$key"
  echo "made $key: keep a copy; without it agents' identities, pseudonyms and rejected logs are lost"
fi

# Rules of your own, and secrets of connections (docs/operating.md): the latter in files of mode 0600 that belong to user 1000.
for folder in deploy/secrets/connections deploy/rules; do
  mkdir -p "$folder"
  chmod 0755 "$folder"
done

if [ -e .env ]; then
  echo "kept .env"
else
  # Kafka's cluster id: 16 random bytes, base64url. The fixed first letter keeps it from looking like an option.
  cluster=A$(openssl rand -base64 16 | tr '+/' '-_' | tr -d '=\n' | cut -c2-21)A
  {
    echo "KAFKA_CLUSTER_ID=$cluster"
    echo "WARDLINE_AGENT_HOSTNAMES=$hostnames"
    echo "WARDLINE_PORT=8443"
  } > .env
  echo "made .env"
fi
