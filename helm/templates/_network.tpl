{{/* Rules that let a pod resolve names. */}}
{{- define "kla.network.dns" -}}
- to:
    {{- toYaml .Values.networkPolicies.dns.to | nindent 4 }}
  ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- end }}

{{/*
A rule that lets a pod reach a store: the chart's own in development, otherwise the peers in values. Takes { root, store }, and
`instead`, whose `to` and `ports` override those of the store unless empty.
*/}}
{{- define "kla.network.store" -}}
{{- $place := index .root.Values.networkPolicies .store -}}
{{- $instead := .instead | default dict -}}
- to:
    {{- if .root.Values.dev.stores }}
    {{- include "kla.network.peer" (dict "root" .root "component" .store) | nindent 4 }}
    {{- else }}
    {{- toYaml ($instead.to | default $place.to) | nindent 4 }}
    {{- end }}
  ports:
    {{- range $instead.ports | default $place.ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}

{{/* Pods of this release. Takes { root, component }. */}}
{{- define "kla.network.peer" -}}
- podSelector:
    matchLabels:
      {{- include "kla.selector" . | nindent 6 }}
{{- end }}

{{/* Only the internet. */}}
{{- define "kla.network.internet" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      {{- toYaml .Values.networkPolicies.outside.except | nindent 6 }}
- ipBlock:
    cidr: 2000::/3
    except:
      {{- toYaml .Values.networkPolicies.outside.exceptV6 | nindent 6 }}
{{- end }}

{{/* A rule that lets a pod reach the internet. */}}
{{- define "kla.network.outside" -}}
- to:
    {{- include "kla.network.internet" . | nindent 4 }}
  ports:
    {{- range .Values.networkPolicies.outside.ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}

{{/* A rule that lets a pod reach the mail server: the peers in values, otherwise the internet. */}}
{{- define "kla.network.mail" -}}
{{- if .Values.dev.standIns -}}
- to:
    {{- include "kla.network.peer" (dict "root" . "component" "stand-ins") | nindent 4 }}
  ports:
    - { port: 4060, protocol: TCP }
{{- else -}}
- to:
    {{- with .Values.networkPolicies.mail.to }}
    {{- toYaml . | nindent 4 }}
    {{- else }}
    {{- include "kla.network.internet" . | nindent 4 }}
    {{- end }}
  ports:
    {{- range .Values.networkPolicies.mail.ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}
{{- end }}

{{/* The beginning of a policy for one component. Takes { root, component, name }. */}}
{{- define "kla.network.policy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "kla.metadata" . | nindent 2 }}
  {{- with .annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  podSelector:
    matchLabels:
      {{- include "kla.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
{{- end }}
