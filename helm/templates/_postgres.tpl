{{/*
The maximum number of PostgreSQL connections during a rollout; one pod counts if autoscaling is off. The surge counts
twice: Kubernetes starts the next pods while the old ones still stop.
*/}}
{{- define "kla.postgres.connections" -}}
{{- $root := . -}}
{{- $sum := 0 -}}
{{- range $name, $facts := .Files.Get "files/services.yaml" | fromYaml -}}
{{- if has "postgres" $facts.stores -}}
{{- $settings := include "kla.settings" (dict "root" $root "name" $name) | fromYaml -}}
{{- $pods := ternary (int $settings.autoscaling.maxReplicas) 1 $settings.autoscaling.enabled -}}
{{- $surge := toString $settings.rollout.maxSurge -}}
{{- $more := int $surge -}}
{{- if hasSuffix "%" $surge }}{{ $more = div (add (mul $pods (trimSuffix "%" $surge | int)) 99) 100 }}{{ end -}}
{{- $sum = add $sum (mul (add $pods (mul 2 $more)) (add (int $settings.postgresConnections) (int $facts.vaultConnections))) -}}
{{- end -}}
{{- end -}}
{{- $sum -}}
{{- end }}
