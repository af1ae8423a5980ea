{{/* Settings that are no secret, as the data of a ConfigMap. */}}
{{- define "testigo.settings" -}}
HOST: 0.0.0.0
PORT: '4310'
# Below the volume: its own folder belongs to root, and the service makes the one that it closes to others.
TESTIGO_DATA: /var/lib/testigo/data
TESTIGO_SECRET_FILE: /run/testigo/secret
TESTIGO_DRAIN: {{ .Values.drainSeconds | quote }}
TESTIGO_PUBLIC_URL: {{ required "publicUrl is required: the origin by which browsers reach the service." .Values.publicUrl | quote }}
TESTIGO_S3_BUCKET: {{ required "objectStore.bucket is required: nothing that lasts is in a pod." .Values.objectStore.bucket | quote }}
{{- if .Values.metrics.enabled }}
TESTIGO_METRICS: 0.0.0.0:{{ .Values.metrics.port }}
{{- end }}
{{- with .Values.trustedProxies }}
TESTIGO_TRUSTED_PROXY: {{ join "," . | quote }}
{{- end }}
{{- with .Values.authorities }}
{{- if .issuers }}
TESTIGO_ISSUERS: /etc/testigo/issuers
{{- end }}
{{- if .tsaAnchors }}
TESTIGO_TSA_ANCHORS: /etc/testigo/tsa-anchors
{{- end }}
{{- if .tsaCredentials.name }}
TESTIGO_TSA_CREDENTIALS: /run/testigo/tsa-credentials
{{- end }}
{{- if .anchorKey.name }}
TESTIGO_ANCHOR_KEY_FILE: /run/testigo/anchor-key
{{- end }}
{{- end }}
{{- if .Values.caBundle }}
NODE_EXTRA_CA_CERTS: /etc/testigo/ca/ca.crt
{{- end }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ include "testigo.text" $value }}
{{- end }}
{{- end -}}
