{{/*
Readiness: can this pod do its work? Startup and liveness ask whether the process and its loops turn: a database that is away
is no reason to restart anything. All at a port of their own: a kubelet could prove to no service who it is.
*/}}
{{- define "kla.probes" -}}
startupProbe:
  httpGet:
    path: /healthz
    port: health
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 60
  # A process that hangs has nothing to finish, whatever it may take otherwise.
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
