{{/* Folder with a process' certificate, its key, and the authorities of the other services. */}}
{{- define "kla.identity.directory" -}}
/etc/kla-identity
{{- end }}

{{/* The Secret with a service's certificate. Takes { root, name }. */}}
{{- define "kla.identity.secret" -}}
{{- index .root.Values.identities.secrets .name | default (printf "%s-%s-identity" (include "kla.fullname" .root) .name) -}}
{{- end }}

{{- define "kla.identity.mount" -}}
- { name: identity, mountPath: {{ include "kla.identity.directory" . }}, readOnly: true }
{{- end }}

{{/*
The whole Secret: with a subPath, the pod would not get a renewed certificate without a restart. Takes { root, name }.
*/}}
{{- define "kla.identity.volume" -}}
- name: identity
  secret:
    secretName: {{ include "kla.identity.secret" . }}
    # 0440: readable by the pod's group.
    defaultMode: 288
{{- end }}
