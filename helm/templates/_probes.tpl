{{/*
Startup and readiness: can this pod do its work? Liveness asks whether the process and its loops still turn: a database that
is away is no reason to restart anything. Takes a service's facts.
*/}}
{{- define "kla.probes" -}}
startupProbe:
  {{- if .grpc }}
  grpc:
    port: 50051
  {{- else }}
  # The socket listener opens last.
  tcpSocket:
    port: realtime
  {{- end }}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 60
readinessProbe:
  {{- if .grpc }}
  grpc:
    port: 50051
  {{- else }}
  httpGet:
    path: /readyz
    port: health
  {{- end }}
  periodSeconds: 5
  timeoutSeconds: 2
  failureThreshold: 2
livenessProbe:
  httpGet:
    path: /healthz
    port: health
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
{{- end }}
