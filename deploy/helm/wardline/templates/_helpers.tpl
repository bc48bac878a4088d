{{- define "wardline.labels" -}}
app.kubernetes.io/name: wardline
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "wardline.selector" -}}
app.kubernetes.io/name: wardline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "wardline.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "wardline.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/*
The consumer groups whose lag says how many replicas a service needs; with commas. None: the lag says nothing of it.
*/}}
{{- define "wardline.groups" -}}
{{- get (dict "normalizer" "normalizer" "detector" "detector.match,detector.correlate" "alert-projector" "alert-projector") . -}}
{{- end }}

{{/* Who reads what a service writes to topics, and so is replaced before it. */}}
{{- define "wardline.readerOf" -}}
{{- get (dict "ingest" "normalizer" "normalizer" "detector" "detector" "alert-projector") . -}}
{{- end }}

{{/* The name that all processes of a reader have, also those that are about to end: {root, name}. */}}
{{- define "wardline.podsOf" -}}
{{ .root.Release.Name }}-{{ trimPrefix "alert-" .name }}-pods
{{- end }}

{{/* Services that ask what is outside: providers, webhooks. */}}
{{- define "wardline.asksOutside" -}}
{{- if has . (list "gateway" "mdm-connector" "alert-projector") }}yes{{ end -}}
{{- end }}

{{/*
What a process reads only when it starts, as it is in the cluster now: {root, name}. Certificates are missing here,
because processes read them again by themselves. The version of an object says nothing of what is in it, as a digest
of a short password would.
*/}}
{{- define "wardline.readAtStart" -}}
{{- $v := .root.Values -}}
{{- $objects := list (list "Secret" $v.masterKey.existingSecret) (list "Secret" $v.engines.existingSecret) -}}
{{- if has .name (list "gateway" "mdm-connector") -}}{{- $objects = append $objects (list "Secret" $v.connectionSecrets.existingSecret) -}}{{- end -}}
{{- if eq .name "detector" -}}{{- $objects = append $objects (list "ConfigMap" $v.rules.configMap) -}}{{- end -}}
{{- if include "wardline.asksOutside" .name -}}{{- $objects = append $objects (list "ConfigMap" $v.outsideAuthorities.configMap) -}}{{- end -}}
{{- $versions := list -}}
{{- range $objects -}}
{{- if index . 1 -}}
{{- $object := lookup "v1" (index . 0) $.root.Release.Namespace (index . 1) -}}
{{- if $object -}}{{- $versions = append $versions (printf "%s/%s=%s" (index . 0) (index . 1) $object.metadata.resourceVersion) -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- if $versions }}{{ join " " $versions | sha256sum }}{{ end -}}
{{- end }}

{{- define "wardline.archiveClaim" -}}
{{- if .Values.archive.existingClaim }}{{ .Values.archive.existingClaim }}
{{- else if .Values.archive.create }}{{ .Release.Name }}-archive
{{- end }}
{{- end }}

{{/* https if the services have certificates. */}}
{{- define "wardline.scheme" -}}
{{ if .Values.internal.tls.existingSecret }}https{{ else }}http{{ end }}
{{- end }}

{{/* The ports in the engines' addresses, and those that are named; with commas. */}}
{{- define "wardline.enginePorts" -}}
{{- $e := .Values.engines -}}
{{- $ports := .Values.networkPolicy.enginePorts -}}
{{- range regexFindAll ":[0-9]+(,|/|[?]|$)" (printf "%s,%s,%s,%s" $e.kafka.brokers $e.schemaRegistry.url $e.mongodb.url $e.opensearch.url) -1 -}}
{{- $ports = append $ports (regexFind "[0-9]+" .) -}}
{{- end -}}
{{- $ports | uniq | join "," -}}
{{- end }}

{{/* The environment of a service: {root, name, values}. */}}
{{- define "wardline.environment" -}}
{{- $v := .root.Values -}}
{{- $env := dict
  "WARDLINE_MASTER_KEY_FILE" "/run/master/key"
  "WARDLINE_HOST" "0.0.0.0"
  "WARDLINE_INTERNAL_PORT" "7080"
  "WARDLINE_ADMIN_PORT" "9090"
  "WARDLINE_LOG_LEVEL" $v.logLevel
  "WARDLINE_TRUST_DOMAIN" $v.trustDomain
  "WARDLINE_KAFKA_BROKERS" $v.engines.kafka.brokers
  "WARDLINE_SCHEMA_REGISTRY_URL" $v.engines.schemaRegistry.url
  "WARDLINE_MONGODB_URL" $v.engines.mongodb.url
  "WARDLINE_OPENSEARCH_URL" $v.engines.opensearch.url
-}}
{{- $env = mergeOverwrite $env $v.engines.settings -}}
{{- if $v.masterKey.previousKey -}}
{{- $_ := set $env "WARDLINE_MASTER_KEY_PREVIOUS_FILE" "/run/master/previous" -}}
{{- end -}}
{{- if $v.internal.tls.existingSecret -}}
{{- $_ := set $env "WARDLINE_INTERNAL_TLS_CERT_FILE" "/run/internal-tls/tls.crt" -}}
{{- $_ := set $env "WARDLINE_INTERNAL_TLS_KEY_FILE" "/run/internal-tls/tls.key" -}}
{{- else -}}
{{- $_ := set $env "WARDLINE_INTERNAL_PLAINTEXT" "allow" -}}
{{- end -}}
{{- if include "wardline.asksOutside" .name -}}
{{- if $v.egressAllow -}}{{- $_ := set $env "WARDLINE_EGRESS_ALLOW" $v.egressAllow -}}{{- end -}}
{{- if $v.outsideAuthorities.configMap -}}{{- $_ := set $env "NODE_EXTRA_CA_CERTS" "/run/authorities/ca.crt" -}}{{- end -}}
{{- end -}}
{{- if and (has .name (list "normalizer" "log-store" "detector")) (include "wardline.archiveClaim" .root) -}}
{{- $_ := set $env "WARDLINE_ARCHIVE_DIR" "/var/lib/wardline/archive" -}}
{{- end -}}
{{- if and (has .name (list "gateway" "enrollment" "log-store")) $v.revocations.existingClaim -}}
{{- $_ := set $env "WARDLINE_REVOCATION_JOURNAL_DIR" "/var/lib/wardline/revocations/own" -}}
{{- end -}}
{{- if and (eq .name "alert-projector") $v.revocations.existingClaim -}}
{{- $_ := set $env "WARDLINE_CHECKPOINT_DIR" "/var/lib/wardline/revocations/own/checkpoints" -}}
{{- end -}}
{{- if and (eq .name "detector") $v.rules.configMap -}}
{{- $_ := set $env "WARDLINE_RULES_DIR" "/rules" -}}
{{- end -}}
{{- if eq .name "gateway" -}}
{{- $urls := list -}}
{{- range $name, $_ := $v.services -}}
{{- if ne $name "gateway" -}}
{{- $urls = append $urls (printf "%s=%s://%s-%s:7080" $name (include "wardline.scheme" $.root) $.root.Release.Name $name) -}}
{{- end -}}
{{- end -}}
{{- $_ := set $env "WARDLINE_SERVICE_URLS" (join "," $urls) -}}
{{- $_ := set $env "WARDLINE_API_HOST" "127.0.0.1" -}}
{{- /* A folder that the process creates itself, so that it owns it. */ -}}
{{- $_ := set $env "WARDLINE_BOOTSTRAP_DIR" "/var/lib/wardline/bootstrap/own" -}}
{{- $_ := set $env "WARDLINE_AGENT_PORT" "8443" -}}
{{- $_ := set $env "WARDLINE_AGENT_HOSTNAMES" (join "," $v.gateway.hostnames) -}}
{{- if $v.gateway.publicUrl -}}{{- $_ := set $env "WARDLINE_PUBLIC_URL" $v.gateway.publicUrl -}}{{- end -}}
{{- if $v.internal.tls.existingSecret -}}{{- $_ := set $env "WARDLINE_INTERNAL_TLS_CA_FILE" "/run/internal-tls/ca.crt" -}}{{- end -}}
{{- if $v.gateway.tls.existingSecret -}}
{{- $_ := set $env "WARDLINE_TLS_CERT_FILE" "/run/gateway-tls/tls.crt" -}}
{{- $_ := set $env "WARDLINE_TLS_KEY_FILE" "/run/gateway-tls/tls.key" -}}
{{- end -}}
{{- end -}}
{{- $env = mergeOverwrite $env .values.env -}}
{{- range $key := keys $env | sortAlpha }}
{{- $value := get $env $key }}
{{- /* YAML reads on and off as true and false, and numbers as floats, of which a large one would be written 2e+07. */ -}}
{{- if and (kindIs "bool" $value) (hasPrefix "WARDLINE_" $key) }}{{- $value = $value | ternary "on" "off" }}{{- end }}
{{- if kindIs "float64" $value }}{{- $value = eq $value (floor $value) | ternary (printf "%.0f" $value) (toString $value) }}{{- end }}
- name: {{ $key }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* Volumes of a service: name, mount path and source of each. Input: {root, name}. */}}
{{- define "wardline.mounts" -}}
{{- $v := .root.Values -}}
- { name: tmp, mountPath: /tmp }
- { name: master-key, mountPath: /run/master, readOnly: true }
{{- if $v.engines.existingSecret }}
- { name: engines, mountPath: /run/engines, readOnly: true }
{{- end }}
{{- if $v.internal.tls.existingSecret }}
- { name: internal-tls, mountPath: /run/internal-tls, readOnly: true }
{{- end }}
{{- if and (has .name (list "normalizer" "log-store" "detector")) (include "wardline.archiveClaim" .root) }}
- { name: archive, mountPath: /var/lib/wardline/archive{{ if ne .name "log-store" }}, readOnly: true{{ end }} }
{{- end }}
{{- if and (has .name (list "gateway" "enrollment" "log-store" "alert-projector")) $v.revocations.existingClaim }}
- { name: revocations, mountPath: /var/lib/wardline/revocations }
{{- end }}
{{- if and (eq .name "detector") $v.rules.configMap }}
- { name: rules, mountPath: /rules, readOnly: true }
{{- end }}
{{- if and (include "wardline.asksOutside" .name) $v.outsideAuthorities.configMap }}
- { name: authorities, mountPath: /run/authorities, readOnly: true }
{{- end }}
{{- if eq .name "gateway" }}
- { name: bootstrap, mountPath: /var/lib/wardline/bootstrap }
{{- if $v.gateway.tls.existingSecret }}
- { name: gateway-tls, mountPath: /run/gateway-tls, readOnly: true }
{{- end }}
{{- end }}
{{- end }}

{{- define "wardline.volumes" -}}
{{- $v := .root.Values -}}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
- name: master-key
  secret:
    secretName: {{ $v.masterKey.existingSecret }}
    defaultMode: 0440
    items:
      - { key: {{ $v.masterKey.key }}, path: key }
{{- if $v.masterKey.previousKey }}
      - { key: {{ $v.masterKey.previousKey }}, path: previous }
{{- end }}
{{- if $v.engines.existingSecret }}
- name: engines
  secret: { secretName: {{ $v.engines.existingSecret }}, defaultMode: 0440 }
{{- end }}
{{- if $v.internal.tls.existingSecret }}
- name: internal-tls
  secret: { secretName: {{ $v.internal.tls.existingSecret }}, defaultMode: 0440 }
{{- end }}
{{- if and (has .name (list "normalizer" "log-store" "detector")) (include "wardline.archiveClaim" .root) }}
- name: archive
  persistentVolumeClaim: { claimName: {{ include "wardline.archiveClaim" .root }} }
{{- end }}
{{- if and (has .name (list "gateway" "enrollment" "log-store" "alert-projector")) $v.revocations.existingClaim }}
- name: revocations
  persistentVolumeClaim: { claimName: {{ $v.revocations.existingClaim }} }
{{- end }}
{{- if and (eq .name "detector") $v.rules.configMap }}
- name: rules
  configMap: { name: {{ $v.rules.configMap }} }
{{- end }}
{{- if and (include "wardline.asksOutside" .name) $v.outsideAuthorities.configMap }}
- name: authorities
  configMap:
    name: {{ $v.outsideAuthorities.configMap }}
    items: [{ key: {{ $v.outsideAuthorities.key }}, path: ca.crt }]
{{- end }}
{{- if eq .name "gateway" }}
# Tokens of the first start, in memory. Read them, create your own accounts, and delete the first ones (NOTES).
- name: bootstrap
  emptyDir: { medium: Memory, sizeLimit: 1Mi }
{{- if $v.gateway.tls.existingSecret }}
- name: gateway-tls
  secret: { secretName: {{ $v.gateway.tls.existingSecret }}, defaultMode: 0440 }
{{- end }}
{{- end }}
{{- end }}
