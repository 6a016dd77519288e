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
{{- if include "candor.signs" . }}
- { name: SIGNER_SOCKET, value: /run/candor-signer/socket }
{{- end }}
{{- range $name, $value := .root.Values.site.settings }}
{{- if has $name $.root.Values.secrets.settings.keys }}
{{- fail (printf "site.settings.%s: secrets.settings.keys names it too" $name) }}
{{- end }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range .root.Values.secrets.settings.keys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $.root.Values.secrets.settings.name }}, key: {{ . }} } }
{{- end }}
{{- end }}

{{- define "candor.bucket" -}}
{{- with .root.Values.storage.bucket }}
{{- if .endpoint }}
- { name: S3_ENDPOINT, value: {{ .endpoint | quote }} }
- { name: S3_BUCKET, value: {{ .name | quote }} }
- { name: S3_REGION, value: {{ .region | quote }} }
- { name: S3_PREFIX, value: {{ .prefix | quote }} }
- { name: S3_CA_FILE, value: {{ .caFile | quote }} }
{{- $secret := .secret }}
{{- range list "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY" }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The way to the bucket, but for the outside at port 443, which is open. An address of a Service says its namespace. */}}
{{- define "candor.wayToBucket" -}}
{{- with .Values.storage.bucket.endpoint }}
{{- $host := (urlParse .).host }}
{{- $port := regexFind ":[0-9]+$" $host | trimPrefix ":" | default "443" }}
{{- $name := regexReplaceAll ":[0-9]+$" $host "" }}
{{- $inner := true }}
{{- if regexMatch "^[^.]+[.][^.]+[.]svc([.]|$)" $name }}
- to:
    - namespaceSelector:
        matchLabels: { kubernetes.io/metadata.name: {{ index (splitList "." $name) 1 }} }
{{- else if regexMatch "^[0-9]+([.][0-9]+){3}$" $name }}
- to:
    - ipBlock: { cidr: {{ $name }}/32 }
{{- else if hasPrefix "[" $name }}
- to:
    - ipBlock: { cidr: '{{ $name | trimPrefix "[" | trimSuffix "]" }}/128' }
{{- else if ne $port "443" }}
- to:
    {{- range $.Values.network.inner }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
    {{- include "candor.outside" $ | nindent 4 }}
{{- else }}
{{- $inner = false }}
{{- end }}
{{- if $inner }}
  ports: [{ protocol: TCP, port: {{ $port }} }]
{{- end }}
{{- end }}
{{- end }}

{{/* What the server holds for inside (config/inside-address.ts) is not outside. */}}
{{- define "candor.outside" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except: [10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, 100.64.0.0/10]
- ipBlock:
    cidr: '::/0'
    except: ['fc00::/7', 'fe80::/10']
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
{{- if include "candor.signs" . }}
- name: signer
  emptyDir: { medium: Memory, sizeLimit: 1Mi }
- name: signer-tmp
  emptyDir: { sizeLimit: 64Mi }
- name: pin
  secret:
    secretName: {{ .root.Values.signer.pin }}
    defaultMode: 0440
    items: [{ key: pin, path: pin }]
{{- with .root.Values.signer.files }}
- name: token
  secret: { secretName: {{ . }}, defaultMode: 0440 }
{{- end }}
{{- end }}
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

{{/* The process that holds the signing key on a token: it starts before the container that asks it, and ends after it. */}}
{{- define "candor.signer" -}}
{{- with .Values.signer }}
{{- if .module }}
initContainers:
  - name: signer
    image: {{ .image | quote }}
    imagePullPolicy: {{ $.Values.image.pullPolicy }}
    restartPolicy: Always
    command: [node, --disable-sigusr1, --no-experimental-sqlite, apps/server/src/sign-on-token.ts]
    securityContext:
      # Another user than the role beside it: neither reads the other's memory.
      runAsUser: 10005
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      privileged: false
      capabilities: { drop: [ALL] }
    env:
      - { name: NODE_ENV, value: production }
      - { name: HOME, value: /tmp }
      - { name: LOG_LEVEL, value: {{ $.Values.site.logLevel }} }
      - { name: SIGNER_SOCKET, value: /run/candor-signer/socket }
      - { name: PKCS11_MODULE, value: {{ .module | quote }} }
      - { name: PKCS11_TOKEN, value: {{ .token | quote }} }
      - { name: PKCS11_KEY, value: {{ .key | quote }} }
      {{- with .previousKey }}
      - { name: PKCS11_PREVIOUS_KEY, value: {{ . | quote }} }
      {{- end }}
      - { name: PKCS11_PIN_FILE, value: /etc/candor/pin/pin }
      {{- range $name, $value := .settings }}
      - name: {{ $name }}
        value: {{ $value | quote }}
      {{- end }}
    startupProbe:
      exec: { command: [test, -S, /run/candor-signer/socket] }
      periodSeconds: 1
      failureThreshold: 60
    resources: {{- toYaml .resources | nindent 6 }}
    volumeMounts:
      - { name: signer-tmp, mountPath: /tmp }
      - { name: signer, mountPath: /run/candor-signer }
      - { name: pin, mountPath: /etc/candor/pin, readOnly: true }
      {{- if .files }}
      - { name: token, mountPath: /etc/candor/token, readOnly: true }
      {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Who signs: all but the console. */}}
{{- define "candor.signs" -}}
{{- if and .root.Values.signer.module (ne .role "console") }}yes{{ end }}
{{- end }}
