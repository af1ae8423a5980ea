{{- define "testigo.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "testigo.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "testigo.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "testigo.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "testigo.selector" -}}
app.kubernetes.io/name: {{ include "testigo.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "testigo.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "testigo.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "testigo.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "testigo.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "testigo.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end -}}

{{/* Helm reads every number as one with a fraction, and would write 26214400 as 2.62144e+07. */}}
{{- define "testigo.text" -}}
{{- if kindIs "float64" . -}}{{- int64 . | toString | quote -}}{{- else -}}{{- toString . | quote -}}{{- end -}}
{{- end -}}

{{/* What every container of a pod may do. */}}
{{- define "testigo.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/*
A Deployment. Called with `root`, `role` (the component), `roles` (TESTIGO_ROLES) and `values` (of the role).
*/}}
{{- define "testigo.deployment" -}}
{{- $values := .root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "testigo.fullname" .root }}-{{ .role }}
  labels:
    {{- include "testigo.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if not (and (eq .role "web") $values.autoscaling.enabled) }}
  replicas: {{ .values.replicas }}
  {{- end }}
  # A new pod answers before an old one ends.
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  progressDeadlineSeconds: {{ add $values.startSeconds 300 }}
  selector:
    matchLabels:
      {{- include "testigo.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "testigo.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
      annotations:
        checksum/settings: {{ include "testigo.settings" .root | sha256sum }}
        {{- if and $values.metrics.enabled (not $values.metrics.podMonitor) }}
        prometheus.io/scrape: 'true'
        prometheus.io/port: {{ $values.metrics.port | quote }}
        prometheus.io/path: /metrics
        {{- end }}
        {{- with .values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "testigo.pod" . | nindent 6 }}
{{- end -}}
