{{/*
The plain variables that the chart sets from other values, as YAML. Takes { root, name, facts, settings }.
*/}}
{{- define "kla.env.chart" -}}
{{- $root := .root -}}
{{- $env := dict "NODE_ENV" "production" "LOG_LEVEL" .root.Values.logLevel "HEALTH_HOST" "::" "HEALTH_PORT" "9090" "IDENTITY_DIR" (include "kla.identity.directory" .root) -}}
{{- $_ := set $env "STOP_WITHIN_MS" (toString (int64 .settings.shutdown.stopWithinMs)) -}}
{{- if .facts.grpc }}{{ $_ := set $env "GRPC_ADDRESS" "[::]:50051" }}{{ end -}}
{{- /* All but the gateway have the stream of events. */ -}}
{{- if .facts.grpc }}{{ $_ := set $env "EVENTS_REPLICAS" (toString (int64 .root.Values.nats.eventsReplicas)) }}{{ end -}}
{{- if has "postgres" .facts.stores }}{{ $_ := set $env "POSTGRES_MAX" (toString (int64 .settings.postgresConnections)) }}{{ end -}}
{{- if .root.Values.caBundle.configMap }}{{ $_ := set $env "NODE_EXTRA_CA_CERTS" (include "kla.ca.file" .root) }}{{ end -}}
{{- range $variable, $callee := .facts.calls -}}
{{- $_ := set $env $variable (include "kla.grpcAddress" (dict "root" $root "name" $callee)) -}}
{{- end -}}
{{- range $variable, $template := .facts.env -}}
{{- $_ := set $env $variable (tpl $template $root) -}}
{{- end -}}
{{- with .root.Values.tracing -}}
{{- if .endpoint -}}
{{- $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" .endpoint -}}
{{- $_ := set $env "OTEL_SERVICE_NAME" $.name -}}
{{- $_ := set $env "OTEL_TRACES_SAMPLER" "parentbased_traceidratio" -}}
{{- $_ := set $env "OTEL_TRACES_SAMPLER_ARG" (toString .samplingRatio) -}}
{{- end -}}
{{- end -}}
{{- toYaml $env -}}
{{- end }}

{{/*
All plain variables of a service. They are in its pod instead of a ConfigMap, so that `kubectl rollout undo` restores settings
together with the image. Takes { root, name, facts, settings }.
*/}}
{{- define "kla.env.plain" -}}
{{- $root := .root -}}
{{- $env := include "kla.env.chart" . | fromYaml -}}
{{- if .root.Values.dev.standIns -}}
{{- range $variable, $template := index (.root.Files.Get "files/dev/stand-ins.yaml" | fromYaml) .name -}}
{{- $_ := set $env $variable (tpl $template $root) -}}
{{- end -}}
{{- end -}}
{{- range $variable, $value := .settings.env }}{{ $_ := set $env $variable (toString $value) }}{{ end -}}
{{- range $variable, $value := $env }}
{{- if ne $value "" }}
- name: {{ $variable }}
  {{- /* Kubernetes expands $(NAME). */}}
  value: {{ $value | replace "$(" "$$(" | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* Variables from Secrets. Takes { root, facts, settings }. */}}
{{- define "kla.env.secret" -}}
{{- $root := .root -}}
{{- $own := .settings.secrets -}}
{{- range $variable, $from := .facts.secrets }}
{{- $needed := tpl ($from.needed | default "true") $root }}
{{- if eq (tpl ($from.only | default "true") $root) "true" }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ index $own $from.secret | default (index $root.Values.secrets $from.secret) }}
      key: {{ $from.key | default $variable }}
      {{- if ne $needed "true" }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Variables from fields of the pod. Takes { root, facts }. */}}
{{- define "kla.env.pod" -}}
{{- range $variable, $field := .facts.pod }}
- name: {{ $variable }}
  valueFrom:
    fieldRef:
      fieldPath: {{ $field }}
{{- end }}
{{- if .root.Values.tracing.endpoint }}
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
- name: OTEL_RESOURCE_ATTRIBUTES
  value: k8s.namespace.name={{ .root.Release.Namespace }},k8s.pod.name=$(POD_NAME)
{{- end }}
{{- end }}
