{{/* The name of everything, with a part of it behind. */}}
{{- define "candor.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "candor.labels" -}}
app.kubernetes.io/name: candor
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "candor.selector" -}}
app.kubernetes.io/name: candor
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "candor.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end }}

{{/* Users as in compose.yaml: each role its own, with a group in common. */}}
{{- define "candor.user" -}}
{{- get (dict "prepare" 10000 "http" 10001 "feed" 10002 "worker" 10003 "console" 10004) .role -}}
{{- end }}

{{- define "candor.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ include "candor.user" . }}
  runAsGroup: 10000
  fsGroup: 10000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "candor.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  privileged: false
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "candor.settings" -}}
- { name: NODE_ENV, value: production }
- { name: HOME, value: /tmp }
- { name: DATA_DIR, value: /data }
- { name: SECRETS_DIR, value: /data/secrets }
- { name: HOST, value: 0.0.0.0 }
- name: HOSTS
  value: {{ join "," .root.Values.site.hosts | quote }}
- name: TRUSTED_PROXIES
  value: {{ join "," .root.Values.site.trustedProxies | default "none" | quote }}
- name: FEED
  value: {{ .root.Values.site.feed }}
- name: LOG_LEVEL
  value: {{ .root.Values.site.logLevel }}
{{- range $name, $value := .root.Values.site.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "candor.bucket" -}}
{{- with .root.Values.storage.bucket }}
{{- if .endpoint }}
- { name: S3_ENDPOINT, value: {{ .endpoint | quote }} }
- { name: S3_BUCKET, value: {{ .name | quote }} }
- { name: S3_REGION, value: {{ .region | quote }} }
{{- $secret := .secret }}
{{- range list "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY" }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "candor.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
- name: data
  emptyDir: { sizeLimit: 64Mi }
- name: keys
  secret:
    secretName: {{ .root.Values.secrets.keys }}
    # Keys that others could read are refused.
    defaultMode: 0440
{{- if ne .role "prepare" }}
{{- if not .root.Values.storage.bucket.endpoint }}
- name: archive
  persistentVolumeClaim:
    claimName: {{ .root.Values.storage.archive.existingClaim | default (printf "%s-archive" (include "candor.name" .root)) }}
- name: files
  persistentVolumeClaim:
    claimName: {{ .root.Values.storage.files.existingClaim | default (printf "%s-files" (include "candor.name" .root)) }}
{{- end }}
{{- if .root.Values.secrets.nats }}
- name: nats
  secret:
    secretName: {{ .root.Values.secrets.nats }}
    defaultMode: 0440
    items: [{ key: ca.pem, path: ca.pem }]
{{- end }}
{{- end }}
{{- end }}
