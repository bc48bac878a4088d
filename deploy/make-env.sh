#!/bin/sh
# Creates the files that docker-compose.yml needs and this repository does not contain: `.env` and the master key.
# Never overwrites either.
#   deploy/make-env.sh [name in the server certificate; default: localhost]
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
  # Readable by the containers' user, but only through the mount: nobody else can enter the folder.
  chmod 0444 "$key"
  echo "created $key. Keep a copy: without it, agents' identities, pseudonyms and rejected logs are lost"
fi

# Your own rules, and secrets of connections (docs/operating.md). Secrets must be files with
# mode 0600 owned by user 1000.
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
  echo "created .env"
fi
