{{- /* Writes a value as text. Helm reads 12345678 in a file of values as a floating-point number, which `quote` writes as
1.2345678e+07. toJson writes its digits. Nothing (`null`) is written as an empty text. */ -}}
{{- define "daftar.text" -}}
{{- if kindIs "string" . }}{{ . }}{{ else if not (kindIs "invalid" .) }}{{ toJson . }}{{ end }}
{{- end }}

{{- define "daftar.labels" -}}
app.kubernetes.io/name: daftar
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | quote }}
{{- end }}

{{- define "daftar.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ include "daftar.text" (.Values.image.tag | default (printf "v%s" .Chart.AppVersion)) }}
{{- end }}
{{- end }}

{{- /* Settings of every pod. The pod does not run as root and gets no service account token. */ -}}
{{- define "daftar.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.extraVolumes }}
volumes: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "daftar.container" -}}
image: {{ include "daftar.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- with .Values.extraVolumeMounts }}
volumeMounts: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
