{{/* Common part of the containers of the Job. */}}
{{- define "kla.migrations.rest" -}}
{{ include "kla.container.security" . }}
resources:
  {{- toYaml .Values.migrations.resources | nindent 2 }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- include "kla.ca.mount" . | indent 2 }}
{{- end }}
