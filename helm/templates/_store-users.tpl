{{/*
The users of Redis as an ACL file. Takes { root, password }: the rule of each password, such as `>made-up `. Without it, no user
can log in until it has a password. With it, there is also an operator with all rights.
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
The users of NATS as part of nats-server's configuration. Takes { root, password }: the password of all. Without it, each has the
one in the server's variable KLA_NATS_<SERVICE>. With it, there is also an operator with all rights.
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
