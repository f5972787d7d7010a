{{/* CA certificates of `caBundle` that Node also trusts: file, volume and mount. */}}
{{- define "kla.ca.file" -}}
/etc/kla-ca/ca.crt
{{- end }}

{{- define "kla.ca.env" -}}
{{- if .Values.caBundle.configMap }}
- { name: NODE_EXTRA_CA_CERTS, value: {{ include "kla.ca.file" . }} }
{{- end }}
{{- end }}

{{- define "kla.ca.mount" -}}
{{- if .Values.caBundle.configMap }}
- { name: ca, mountPath: {{ include "kla.ca.file" . | dir }}, readOnly: true }
{{- end }}
{{- end }}

{{- define "kla.ca.volume" -}}
{{- with .Values.caBundle }}
{{- if .configMap }}
- name: ca
  configMap:
    name: {{ .configMap }}
    items:
      - { key: {{ .key }}, path: {{ include "kla.ca.file" $ | base }} }
{{- end }}
{{- end }}
{{- end }}
