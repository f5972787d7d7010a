{{/*
Containers that look for missing keys and rights before the migrations. Each checks one service in its image with its
keys and writes its findings to a folder. The last one prints all and fails if there are any.
Every key is optional here, because Kubernetes would stop at the first missing one.
*/}}
{{- define "kla.preflight.containers" -}}
{{- $root := . -}}
{{- $services := .Files.Get "files/services.yaml" | fromYaml -}}
{{- range $name, $facts := $services }}
{{- $settings := include "kla.settings" (dict "root" $root "name" $name) | fromYaml }}
{{- $keys := dict }}
{{- range $variable, $from := $facts.secrets }}
{{- if and (eq (tpl ($from.only | default "true") $root) "true") (eq (tpl ($from.needed | default "true") $root) "true") }}
{{- $secret := index $settings.secrets $from.secret | default (index $root.Values.secrets $from.secret) }}
{{- $_ := set $keys $variable (dict "secret" $secret "key" ($from.key | default $variable)) }}
{{- end }}
{{- end }}
- name: preflight-{{ $name }}
  image: {{ include "kla.image" (dict "root" $root "name" $name "image" $settings.image) }}
  {{- include "kla.preflight.container" (dict "root" $root "check" $name "keys" $keys "schema" $facts.owner) | nindent 2 }}
{{- end }}
{{- $keys := dict }}
{{- range $_, $facts := $services }}
{{- with $facts.owner }}
{{- $_ := set $keys (printf "OWNER_URL_%s" (upper .)) (dict "secret" $root.Values.secrets.postgresOwners "key" .) }}
{{- end }}
{{- end }}
- name: preflight
  image: {{ include "kla.image" (dict "root" $root "name" "tools" "image" $root.Values.images.tools) }}
  {{- include "kla.preflight.container" (dict "root" $root "check" "report" "keys" $keys) | nindent 2 }}
{{- end }}

{{/* Common part of the preflight containers. Takes { root, check, keys, schema }. */}}
{{- define "kla.preflight.container" -}}
imagePullPolicy: {{ .root.Values.images.pullPolicy }}
args: [services/chassis/dist/preflight/preflight-main.js, {{ .check }}]
env:
  - { name: PREFLIGHT_DIRECTORY, value: /run/preflight }
  - { name: PREFLIGHT_KEYS, value: {{ toJson .keys | squote }} }
  {{- with .schema }}
  - { name: PREFLIGHT_SCHEMA, value: {{ . }} }
  {{- end }}
  {{- range $variable, $from := .keys }}
  - name: {{ $variable }}
    valueFrom:
      secretKeyRef: { name: {{ $from.secret }}, key: {{ $from.key }}, optional: true }
  {{- end }}
  {{- include "kla.ca.env" .root | indent 2 }}
{{ include "kla.migrations.rest" .root }}
  - { name: preflight, mountPath: /run/preflight }
{{- end }}
