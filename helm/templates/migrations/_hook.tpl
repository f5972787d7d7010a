{{/* When Helm creates and deletes an object of the migrations. Takes { root, weight, keep }. */}}
{{- define "kla.migrations.hook" -}}
{{- if .root.Values.migrations.hook -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation{{ if not .keep }},hook-succeeded{{ end }}
{{- else -}}
{}
{{- end -}}
{{- end }}
