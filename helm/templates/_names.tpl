{{- define "kla.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name -}}
{{- end }}

{{/*
The maximum length of kla.fullname. Names of Services and values of labels have at most 63 characters. Names of CronJobs have at
most 52, because their Jobs' names are 11 longer.
*/}}
{{- define "kla.longestName" -}}
{{- $longest := 63 -}}
{{- range $name, $_ := .Files.Get "files/services.yaml" | fromYaml -}}
{{- $longest = min $longest (sub 63 (len (printf "-%s-headless" $name))) -}}
{{- end -}}
{{- if .Values.chores.enabled -}}
{{- range $name, $_ := .Files.Get "files/chores.yaml" | fromYaml -}}
{{- $longest = min $longest (sub 51 (len $name)) -}}
{{- end -}}
{{- end -}}
{{- $longest -}}
{{- end }}

{{/* The labels that selectors use; they never change. Takes { root, component }. */}}
{{- define "kla.selector" -}}
app.kubernetes.io/name: kla
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* The labels of a pod. None depends on the chart version, which would replace every pod. */}}
{{- define "kla.podLabels" -}}
{{ include "kla.selector" . }}
app.kubernetes.io/part-of: kla
{{- end }}

{{/*
Labels and annotations of a pod: the chart's, those of `defaults`, and `own`, which overrides them. Takes { root, component },
`own` (the values that have podLabels and podAnnotations) and `annotations` (the chart's).
*/}}
{{- define "kla.pod.metadata" -}}
{{- $labels := dict -}}
{{- $annotations := dict -}}
{{- range list .root.Values.defaults (.own | default dict) -}}
{{- $labels = mustMergeOverwrite $labels (deepCopy (.podLabels | default dict)) -}}
{{- $annotations = mustMergeOverwrite $annotations (deepCopy (.podAnnotations | default dict)) -}}
{{- end -}}
labels:
  {{- include "kla.podLabels" . | nindent 2 }}
  {{- with $labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with mustMergeOverwrite $annotations (.annotations | default dict) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* All labels of an object. Takes { root, component }. */}}
{{- define "kla.labels" -}}
{{ include "kla.podLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Name, namespace and labels of an object. Takes { root, component, name }. */}}
{{- define "kla.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "kla.labels" . | nindent 2 }}
{{- end }}

{{/* One of our images. Takes { root, name, image }. */}}
{{- define "kla.image" -}}
{{- with .root.Values.images -}}
{{- $registry := ternary "" (printf "%s/" (trimSuffix "/" .registry)) (empty .registry) -}}
{{- $digest := index .digests $.name -}}
{{- $.image | default (printf "%skla/%s:%s%s" $registry $.name (.tag | default $.root.Chart.AppVersion) (ternary (printf "@%s" $digest) "" (not (empty $digest)))) -}}
{{- end -}}
{{- end }}

{{/* A service's gRPC address: a headless Service, so that clients see every pod. Takes { root, name }. */}}
{{- define "kla.grpcAddress" -}}
dns:///{{ include "kla.fullname" .root }}-{{ .name }}-headless.{{ .root.Release.Namespace }}.svc.{{ .root.Values.clusterDomain }}:50051
{{- end }}

{{/* A service's values over the defaults, as YAML. Takes { root, name }. */}}
{{- define "kla.settings" -}}
{{- mustMergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (index .root.Values.services .name)) | toYaml -}}
{{- end }}

{{/* The host name of the site. */}}
{{- define "kla.host" -}}
{{- (urlParse .Values.site.publicUrl).host | splitList ":" | first -}}
{{- end }}

{{/* The TURN servers that browsers get. */}}
{{- define "kla.turnUrls" -}}
{{- if .Values.media.turnUrls -}}
{{- join "," .Values.media.turnUrls -}}
{{- else if .Values.coturn.enabled -}}
{{- $urls := list (printf "turn:%s:3478?transport=udp" .Values.coturn.host) (printf "turn:%s:3478?transport=tcp" .Values.coturn.host) -}}
{{- if .Values.coturn.tls.enabled }}{{ $urls = append $urls (printf "turns:%s:5349?transport=tcp" .Values.coturn.host) }}{{ end -}}
{{- join "," $urls -}}
{{- end -}}
{{- end }}
