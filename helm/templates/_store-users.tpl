{{/*
The users of Redis as an ACL file. Takes { root, password }: what stands for each one's password, such as `>made-up `, or
nothing: then nobody gets in before it has one. With passwords, an operator may do everything.
*/}}
{{- define "kla.storeUsers.redis" -}}
{{- $password := .password -}}
user default off resetpass ~* &* +@all
{{- if $password }}
user operator on {{ $password }}~* &* +@all
{{- end }}
{{- range $service, $user := .root.Files.Get "files/store-users.yaml" | fromYaml }}
{{- with $user.redis }}
user {{ $user.user }} {{ $password }}{{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/*
The users of NATS as a part of nats-server's configuration. Takes { root, password }: all have this one; or nothing: each has
what the server's variable KLA_NATS_<SERVICE> says. With a password, an operator may do everything.
*/}}
{{- define "kla.storeUsers.nats" -}}
{{- $password := .password -}}
authorization {
  users = [
    {{- with $password }}
    { user: operator, password: {{ . }} }
    {{- end }}
    {{- range $service, $user := .root.Files.Get "files/store-users.yaml" | fromYaml }}
    {
      user: {{ $user.user }}, password: {{ $password | default (printf "$KLA_NATS_%s" ($service | upper | replace "-" "_")) }}
      permissions: {{ toRawJson $user.nats }}
    }
    {{- end }}
  ]
}
{{- end }}
