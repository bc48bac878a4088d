#!/bin/sh
# Creates the files that docker-compose.yml needs and this repository does not contain: `.env`, the master key, and the
# engines' passwords and certificates. Never overwrites a file: to replace one, delete it and run this again.
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

# The engines' own authority, certificates and passwords. Like the master key, files are readable by the containers'
# users, and only the owner of the folder can enter it.
engines=deploy/secrets/engines
mkdir -p "$engines"
chmod 0700 deploy/secrets "$engines"

# secret <file>: its text is what standard input has.
secret() {
  if [ -e "$engines/$1" ]; then cat > /dev/null; else cat > "$engines/$1"; chmod 0444 "$engines/$1"; fi
}
# password <file>: 192 random bits.
password() {
  openssl rand -hex 24 | secret "$1"
}
new_key() {
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256
}

if [ ! -e "$engines/ca.crt" ]; then
  # What an earlier authority has signed is of no use any more.
  rm -f "$engines/ca.key" "$engines"/*.crt
  new_key | secret ca.key
  # Only this script needs it.
  chmod 0400 "$engines/ca.key"
  openssl req -x509 -new -key "$engines/ca.key" -sha256 -days 3650 -subj "/O=Wardline/CN=Wardline engines CA" \
    -addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign,cRLSign | secret ca.crt
  echo "created an authority for the engines"
fi

# certificate <engine> <its host names>: for TLS as a server, and as a client of its own kind. Valid for five years.
certificate() {
  [ -e "$engines/$1.crt" ] && return
  rm -f "$engines/$1.pem" "$engines/$1.p12"
  new_key | secret "$1.key"
  extensions="subjectAltName=$2
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth"
  openssl req -new -key "$engines/$1.key" -subj "/CN=$1" -out "$engines/$1.csr"
  echo "$extensions" > "$engines/$1.ext"
  openssl x509 -req -in "$engines/$1.csr" -CA "$engines/ca.crt" -CAkey "$engines/ca.key" -sha256 -days 1825 \
    -set_serial "0x$(openssl rand -hex 16)" -extfile "$engines/$1.ext" 2> /dev/null | secret "$1.crt"
  rm "$engines/$1.csr" "$engines/$1.ext"
  echo "created a certificate for $1"
}
certificate kafka DNS:kafka
certificate mongodb DNS:mongodb,DNS:localhost
certificate opensearch DNS:opensearch-hot,DNS:opensearch-warm,DNS:localhost

password kafka-password
password kafka-registry-password
password kafka-store-password
password mongodb-password
password mongodb-root-password
password opensearch-password
openssl rand -base64 512 | secret mongodb-keyfile
cat "$engines/mongodb.crt" "$engines/mongodb.key" | secret mongodb.pem
openssl pkcs12 -export -in "$engines/kafka.crt" -inkey "$engines/kafka.key" -certfile "$engines/ca.crt" -name kafka \
  -passout "file:$engines/kafka-store-password" | secret kafka.p12
secret kafka-jaas.conf << END
KafkaServer {
  org.apache.kafka.common.security.plain.PlainLoginModule required
  user_wardline="$(cat "$engines/kafka-password")"
  user_registry="$(cat "$engines/kafka-registry-password")";
};
END
secret registry-jaas.conf << END
KafkaClient {
  org.apache.kafka.common.security.plain.PlainLoginModule required
  username="registry"
  password="$(cat "$engines/kafka-registry-password")";
};
END

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
