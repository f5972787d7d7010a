{{/* Settings that the Pod Security Standard `restricted` requires. */}}
{{- define "kla.pod.security" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "kla.container.security" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "kla.pod.pull" -}}
{{- with .Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Cluster names have four dots. Tried as they are first, they need one DNS query instead of five. */}}
{{- define "kla.pod.dns" -}}
dnsConfig:
  options:
    - { name: ndots, value: '2' }
{{- end }}

{{/* Takes { root, component, spread }. */}}
{{- define "kla.pod.spread" -}}
topologySpreadConstraints:
  {{- range $key, $when := dict "topology.kubernetes.io/zone" .spread.zone "kubernetes.io/hostname" .spread.host }}
  {{- if ne $when "None" }}
  - topologyKey: {{ $key }}
    maxSkew: 1
    whenUnsatisfiable: {{ $when }}
    # Counts one rollout only: old pods are about to go.
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "kla.selector" $ | nindent 8 }}
  {{- end }}
  {{- end }}
{{- end }}

{{/* Spreads if possible, for pods that must run anyway. Takes the root. */}}
{{- define "kla.pod.spreadIfPossible" -}}
{{- range $over, $when := .Values.defaults.spread }}
{{ $over }}: {{ eq $when "None" | ternary "None" "ScheduleAnyway" }}
{{- end }}
{{- end }}

{{/* Where pods may run. Takes a service's settings. */}}
{{- define "kla.pod.place" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* A service's resources, with disk space for its volumes. Takes { root, facts, settings }. */}}
{{- define "kla.resources" -}}
{{- $resources := deepCopy .settings.resources -}}
{{- range .facts.volumes -}}
{{- $volume := tpl .sizeMiB $.root | int -}}
{{- range $of := list $resources.requests $resources.limits -}}
{{- $quantity := index $of "ephemeral-storage" -}}
{{- $unit := index (dict "Ki" 0.0009765625 "Mi" 1.0 "Gi" 1024.0) (regexFind "[KMG]i$" $quantity) -}}
{{- $own := mulf (regexFind "^[0-9.]+" $quantity | float64) $unit | ceil | int -}}
{{- $_ := set $of "ephemeral-storage" (printf "%dMi" (add $volume $own)) -}}
{{- end -}}
{{- end -}}
{{- toYaml $resources -}}
{{- end }}
