{{/* Where a process finds who it is: its certificate, the key, and who has signed the others'. */}}
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
All of it, and no part by itself: only then does the pod get what the Secret holds anew, without a restart. Takes { root, name }.
*/}}
{{- define "kla.identity.volume" -}}
- name: identity
  secret:
    secretName: {{ include "kla.identity.secret" . }}
    # 0440: the group of the pod may read it.
    defaultMode: 288
{{- end }}
