#!/bin/bash
# Starts OpenSearch in its container, with one user instead of the demo's: `wardline`, with the password of the secret.
# The users are read at the first start of a cluster only.
set -euo pipefail
cd "${OPENSEARCH_HOME:-/usr/share/opensearch}"

OPENSEARCH_PASSWORD=$(cat "${OPENSEARCH_PASSWORD_FILE:-/run/secrets/opensearch_password}")
export OPENSEARCH_PASSWORD
hash=$(bash plugins/opensearch-security/tools/hash.sh -env OPENSEARCH_PASSWORD | grep -o '\$2[aby]\$.*' | tail -n 1)
unset OPENSEARCH_PASSWORD

cat > config/opensearch-security/internal_users.yml << END
_meta:
  type: "internalusers"
  config_version: 2
wardline:
  hash: "$hash"
  reserved: true
  backend_roles: ["admin"]
  description: "Wardline's services"
END

exec ./opensearch-docker-entrypoint.sh opensearch
