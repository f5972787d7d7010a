{{/*
Readiness: can this pod work? Startup and liveness only check the process and its loops, because a restart does not bring a
database back. They use a separate port, because a kubelet has no client certificate.
*/}}
{{- define "kla.probes" -}}
startupProbe:
  httpGet:
    path: /healthz
    port: health
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 60
  # A hung process finishes nothing, so skip its grace period.
  terminationGracePeriodSeconds: 10
readinessProbe:
  httpGet:
    path: /readyz
    port: health
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
  terminationGracePeriodSeconds: 10
{{- end }}
