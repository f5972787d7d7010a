{{/* Metrics besides CPU that a service scales on: a list of { name, target, query, series }. Takes { root, name, facts, settings }. */}}
{{- define "kla.scaling.metrics" -}}
{{- $root := .root -}}
{{- $metrics := $root.Files.Get "files/scaling-metrics.yaml" | fromYaml -}}
{{- $list := list -}}
{{- range .facts.scaledBy -}}
{{- if hasKey $.settings.autoscaling.targets . -}}
{{- $metric := index $metrics . -}}
{{- $name := printf "kla_%s_%s" (replace "-" "_" $.name) (snakecase .) -}}
{{- $own := dict "name" $name "target" (index $.settings.autoscaling.targets . | toString) -}}
{{- $list = append $list (merge $own $metric) -}}
{{- end -}}
{{- end -}}
{{- toYaml $list -}}
{{- end }}

{{/* How fast the number of pods may change. Takes the settings of `autoscaling`. */}}
{{- define "kla.scaling.behavior" -}}
scaleUp:
  stabilizationWindowSeconds: {{ .scaleUp.stabilizationSeconds }}
  selectPolicy: Max
  policies:
    - { type: Percent, value: 100, periodSeconds: {{ .scaleUp.periodSeconds }} }
    - { type: Pods, value: {{ .scaleUp.pods }}, periodSeconds: {{ .scaleUp.periodSeconds }} }
scaleDown:
  stabilizationWindowSeconds: {{ .scaleDown.stabilizationSeconds }}
  policies:
    - { type: Pods, value: {{ .scaleDown.pods }}, periodSeconds: {{ .scaleDown.periodSeconds }} }
{{- end }}
