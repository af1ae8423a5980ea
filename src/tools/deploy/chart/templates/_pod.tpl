{{/* The pod of a Deployment, called as `testigo.deployment` is. */}}
{{- define "testigo.pod" -}}
{{- $values := .root.Values -}}
serviceAccountName: {{ include "testigo.serviceAccount" .root }}
automountServiceAccountToken: false
# A Service named `testigo` would else put TESTIGO_PORT and others into the environment, which are no settings.
enableServiceLinks: false
# The drain, 6 s for the requests in flight, and at most 9.5 s until the process ends in any case.
terminationGracePeriodSeconds: {{ add $values.drainSeconds 15 }}
{{- with $values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ quote . }}
  {{- end }}
{{- end }}
securityContext:
  # `node` of the image, as a number: otherwise it cannot be seen that it is not root.
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "testigo.selector" $.root | nindent 8 }}
        app.kubernetes.io/component: {{ $.role }}
  {{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
initContainers:
  # The service refuses a secret that others than its owner may read, and a volume of a Secret belongs to root: the pod
  # reads it as a group. Here it becomes a file of the pod's user, in memory.
  - name: secrets
    image: {{ include "testigo.image" .root }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    command:
      - install
      - --mode=0400
      - --target-directory=/run/testigo
      - /run/secrets/testigo/secret
      {{- if $values.authorities.tsaCredentials.name }}
      - /run/secrets/testigo/tsa-credentials
      {{- end }}
      {{- if $values.authorities.anchorKey.name }}
      - /run/secrets/testigo/anchor-key
      {{- end }}
    securityContext:
      {{- include "testigo.containerSecurity" . | nindent 6 }}
    resources:
      requests: { cpu: 10m, memory: 16Mi }
      limits: { memory: 64Mi }
    volumeMounts:
      - { name: secrets, mountPath: /run/secrets/testigo, readOnly: true }
      - { name: private, mountPath: /run/testigo }
containers:
  - name: testigo
    image: {{ include "testigo.image" .root }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    envFrom:
      - configMapRef: { name: {{ include "testigo.fullname" .root }} }
      {{- with $values.settingsSecret }}
      - secretRef: { name: {{ quote . }} }
      {{- end }}
    env:
      - { name: TESTIGO_ROLES, value: {{ .roles | quote }} }
      - name: DATABASE_URL
        valueFrom:
          secretKeyRef:
            name: {{ required "database.name is required: the Secret with the address of PostgreSQL." $values.database.name | quote }}
            key: {{ quote $values.database.key }}
      {{- with $values.objectStore.credentials }}
      {{- if .name }}
      - name: TESTIGO_S3_ACCESS_KEY_ID
        valueFrom: { secretKeyRef: { name: {{ quote .name }}, key: {{ quote .accessKeyIdKey }} } }
      - name: TESTIGO_S3_SECRET_ACCESS_KEY
        valueFrom: { secretKeyRef: { name: {{ quote .name }}, key: {{ quote .secretAccessKeyKey }} } }
      {{- end }}
      {{- end }}
    ports:
      - { name: http, containerPort: 4310 }
      {{- if $values.metrics.enabled }}
      - { name: metrics, containerPort: {{ $values.metrics.port }} }
      {{- end }}
    # It listens only once it can answer, which may be after a migration.
    startupProbe:
      httpGet: { path: /livez, port: http }
      periodSeconds: 5
      timeoutSeconds: 3
      failureThreshold: {{ div (add $values.startSeconds 4) 5 }}
    livenessProbe:
      httpGet: { path: /livez, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    # While the database is away, no pod is ready. For half a minute they go on answering 503 with Retry-After by themselves.
    readinessProbe:
      httpGet: { path: /readyz, port: http }
      periodSeconds: 5
      timeoutSeconds: 3
      failureThreshold: 6
    securityContext:
      {{- include "testigo.containerSecurity" . | nindent 6 }}
    resources:
      {{- toYaml .values.resources | nindent 6 }}
    volumeMounts:
      - { name: scratch, mountPath: /var/lib/testigo }
      - { name: private, mountPath: /run/testigo, readOnly: true }
      {{- if $values.authorities.issuers }}
      - { name: issuers, mountPath: /etc/testigo/issuers, readOnly: true }
      {{- end }}
      {{- if $values.authorities.tsaAnchors }}
      - { name: tsa-anchors, mountPath: /etc/testigo/tsa-anchors, readOnly: true }
      {{- end }}
      {{- if $values.caBundle }}
      - { name: ca, mountPath: /etc/testigo/ca, readOnly: true }
      {{- end }}
volumes:
  - name: scratch
    emptyDir: { sizeLimit: {{ $values.scratchSize }} }
  - name: private
    emptyDir: { medium: Memory, sizeLimit: 1Mi }
  - name: secrets
    projected:
      defaultMode: 0440
      sources:
        - secret:
            name: {{ required "secret.name is required: the Secret that all instances share." $values.secret.name | quote }}
            items: [{ key: {{ quote $values.secret.key }}, path: secret }]
        {{- with $values.authorities.tsaCredentials }}
        {{- if .name }}
        - secret:
            name: {{ quote .name }}
            items: [{ key: {{ quote .key }}, path: tsa-credentials }]
        {{- end }}
        {{- end }}
        {{- with $values.authorities.anchorKey }}
        {{- if .name }}
        - secret:
            name: {{ quote .name }}
            items: [{ key: {{ quote .key }}, path: anchor-key }]
        {{- end }}
        {{- end }}
  {{- with $values.authorities.issuers }}
  - name: issuers
    configMap: { name: {{ quote . }} }
  {{- end }}
  {{- with $values.authorities.tsaAnchors }}
  - name: tsa-anchors
    configMap: { name: {{ quote . }} }
  {{- end }}
  {{- with $values.caBundle }}
  - name: ca
    configMap: { name: {{ quote . }} }
  {{- end }}
{{- end -}}
