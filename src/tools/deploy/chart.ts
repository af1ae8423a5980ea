/**
 * The chart: Helm's linter, wrong values, what it renders against the interface of Kubernetes and the settings of the service,
 * and its containers, started as a pod starts them. `npm run deep -- chart`; exits 1 on the first thing that is otherwise.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Container, PodSpec } from 'kubernetes-types/core/v1';
import { readSettings } from '#service/settings.ts';
import { tryContainers } from './chart-containers.ts';
import { findHelm } from './helm.ts';
import type { Helm } from './helm.ts';
import { configMapsOf, deploymentsOf, environmentOf, parseManifests, typeErrors } from './manifests.ts';
import type { Manifest } from './manifests.ts';

const chart = join(import.meta.dirname, 'chart');
const cases = (await readdir(join(chart, 'ci'))).map((name) => join(chart, 'ci', name));
const minimal = join(chart, 'ci/minimal-values.yaml');
/** What the Secrets of the sets of values hold. */
const secrets = {
  'testigo-database': { url: 'postgres://testigo@db/testigo', uri: 'postgres://testigo@db/testigo' },
  'testigo-objects': { 'access-key-id': 'id', 'secret-access-key': 'key', id: 'id', key: 'key' },
  'testigo-settings': { TESTIGO_ANCHOR_RPC: 'https://node.example.com' },
};

/** Values beside the minimal ones, and what Helm says of them. */
const refusals: readonly (readonly [set: string, refusal: RegExp])[] = [
  ['publicUrl=', /publicUrl is required/],
  ['publicUrl=http://testigo.example.com', /publicUrl/],
  ['publicUrl=https://testigo.example.com/app', /publicUrl/],
  ['secret.name=', /secret\.name is required/],
  ['secret.value=0123', /value/],
  ['database.name=', /database\.name is required/],
  ['database.url=postgres://testigo:secret@db/testigo', /url/],
  ['objectStore.bucket=', /objectStore\.bucket is required/],
  ['settings.TESTIGO_RAET=5', /TESTIGO_RAET/],
  ['settings.TESTIGO_S3_SECRET_ACCESS_KEY=secret', /TESTIGO_S3_SECRET_ACCESS_KEY/],
  ['settings.DATABASE_URL=postgres://db/testigo', /DATABASE_URL/],
  ['web.replicas=0', /replicas/],
  ['web.replica=3', /replica/],
  ['worker.replicas=-1', /replicas/],
  ['worker.resources.limits.memory=many', /memory/],
  ['drainSeconds=601', /drainSeconds/],
  ['image.digest=sha256:12', /digest/],
  ['ingress.enabled=true', /trustedProxies/],
  ['ingress.enabled=true,trustedProxies={everybody}', /trustedProxies/],
  ['autoscaling.enabled=true,autoscaling.maxReplicas=1', /maxReplicas is less/],
  ['metrics.port=80', /port/],
];

// Its containers end with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const folder = await mkdtemp(join(tmpdir(), 'testigo-chart-'));
try {
  const helms = await findHelm(folder);
  for (const helm of helms) await lint(helm);
  for (const values of cases) {
    const [rendered, ...others] = await Promise.all(helms.map((helm) => render(helm, values)));
    assert(rendered);
    for (const other of others)
      assert.deepEqual(byName(other), byName(rendered), `Helm's versions differ in ${values}`);
    checkManifests(rendered);
    console.log(`ok  ${rendered.length} objects of ${values.slice(chart.length + 1)}`);
  }
  const [helm] = helms;
  assert(helm);
  await tryContainers(folder, async (values) => {
    const file = join(folder, 'values.json');
    await writeFile(file, JSON.stringify(values));
    return render(helm, file);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The linter on each set of values, and what it or rendering refuses. */
async function lint(helm: Helm): Promise<void> {
  for (const values of [undefined, ...cases]) {
    const { status, stdout, stderr } = await helm.run(
      'lint',
      '--strict',
      chart,
      ...(values ? ['--values', values] : []),
    );
    assert.equal(status, 0, `${helm.version} refuses ${values ?? 'the default values'}: ${stdout}${stderr}`);
    assert.match(stdout, /1 chart\(s\) linted, 0 chart\(s\) failed/);
    assert.doesNotMatch(stdout, /\[(?:WARNING|ERROR)\]/);
  }
  for (const [set, refusal] of refusals) {
    const { status, stderr } = await helm.run(
      'template',
      'release',
      chart,
      '--values',
      minimal,
      '--set',
      set,
    );
    assert.notEqual(status, 0, `${helm.version} renders ${set}`);
    assert.match(stderr, refusal);
  }
  console.log(
    `ok  Helm ${helm.version}: nothing found with ${cases.length + 1} sets of values, ${refusals.length} refused`,
  );
}

async function render(helm: Helm, values: string): Promise<Manifest[]> {
  // A release of this name has a Service that would put variables into its pods which are no settings.
  const { status, stdout, stderr } = await helm.run('template', 'testigo', chart, '--values', values);
  assert.equal(status, 0, stderr);
  return parseManifests(stdout);
}

function byName(manifests: readonly Manifest[]): Record<string, Manifest> {
  return Object.fromEntries(manifests.map((each) => [`${each.kind} ${each.metadata.name}`, each]));
}

function checkManifests(manifests: readonly Manifest[]): void {
  assert.deepEqual(typeErrors(manifests), []);
  assert.equal(Object.keys(byName(manifests)).length, manifests.length, 'two objects have one name');
  for (const [name, value] of [...configMapsOf(manifests).values()].flatMap((data) => Object.entries(data))) {
    assert(!/DATABASE_URL|TESTIGO_SECRET$|ACCESS_KEY/.test(name), `${name} is in a ConfigMap`);
    assert.doesNotMatch(value, /^[\d.]+e\+\d+$/, `${name} is written as a number with a fraction`);
  }
  const deployments = deploymentsOf(manifests);
  assert(deployments.length > 0);
  for (const { metadata, spec } of deployments) {
    const pod = spec?.template.spec;
    assert(spec && pod, metadata?.name);
    assert.deepEqual(
      { ...spec.template.metadata?.labels, ...spec.selector.matchLabels },
      spec.template.metadata?.labels,
      'the selector finds its pods',
    );
    assert.deepEqual(spec.strategy?.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
    checkPod(pod);
  }
  const all = deployments.flatMap(({ spec }) => spec?.template.spec?.containers ?? []);
  const settings = all
    .filter(({ name }) => name === 'testigo')
    // Refuses a name that is no setting, and values that do not go together.
    .map((container) => readSettings(environmentOf(container, manifests, secrets)));
  assert.equal(settings.length, deployments.length);
  assert(settings.some(({ roles }) => roles.web) && settings.some(({ roles }) => roles.worker));
}

/** What the profile `restricted` of Kubernetes requires, and more. */
function checkPod(pod: PodSpec): void {
  assert.equal(pod.enableServiceLinks, false);
  assert.equal(pod.automountServiceAccountToken, false);
  assert.equal(pod.securityContext?.runAsNonRoot, true);
  assert(
    pod.securityContext.runAsUser,
    'the user of the image has a name, which is not known to be another than root',
  );
  assert.equal(pod.securityContext.seccompProfile?.type, 'RuntimeDefault');
  const volumes = new Set((pod.volumes ?? []).map(({ name }) => name));
  const containers: Container[] = [...(pod.initContainers ?? []), ...pod.containers];
  const used = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
  assert.deepEqual(new Set(used), volumes, 'every volume is mounted');
  for (const { name, securityContext, resources } of containers) {
    assert.deepEqual(
      securityContext,
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      name,
    );
    assert(resources?.requests?.memory && resources.limits?.memory, `${name} has no bounds`);
  }
}
