{{/* Name, namespace and labels of coturn's objects. */}}
{{- define "kla.coturn.metadata" -}}
name: {{ include "kla.fullname" . }}-coturn
namespace: {{ .Values.coturn.namespace | default .Release.Namespace }}
labels:
  {{- include "kla.labels" (dict "root" . "component" "coturn") | nindent 2 }}
{{- end }}

{{/*
Ranges that a TURN server must never relay to, because they lead into your network. No IPv6 range may begin with `::`: coturn reads
that as no start and denies every IPv4 address. (It denies `::` by its own rule.)
*/}}
{{- define "kla.coturn.denied" -}}
0.0.0.0-0.255.255.255
10.0.0.0-10.255.255.255
100.64.0.0-100.127.255.255
127.0.0.0-127.255.255.255
169.254.0.0-169.254.255.255
172.16.0.0-172.31.255.255
192.0.0.0-192.0.0.255
192.0.2.0-192.0.2.255
192.88.99.0-192.88.99.255
192.168.0.0-192.168.255.255
198.18.0.0-198.19.255.255
198.51.100.0-198.51.100.255
203.0.113.0-203.0.113.255
224.0.0.0-255.255.255.255
::1-::ffff:ffff:ffff
64:ff9b::-64:ff9b::ffff:ffff
64:ff9b:1::-64:ff9b:1:ffff:ffff:ffff:ffff:ffff
100::-100::ffff:ffff:ffff:ffff
2001::-2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff
2001:db8::-2001:db8:ffff:ffff:ffff:ffff:ffff:ffff
2002::-2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff
fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
fe80::-feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
ff00::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
{{- end }}
