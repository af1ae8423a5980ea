import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Container, PodSpec, Probe } from 'kubernetes-types/core/v1';
import { bucket, startS3Server } from '#service/storage/testing/s3-server.ts';
import { startOutside } from '../../../e2e/outside.ts';
import { startPostgresql } from '../bench/service/postgresql.ts';
import { makeVolumes, readImage, requireContainers, startContainer } from './container.ts';
import type { Namespace, RunningContainer } from './container.ts';
import { configMapsOf, deploymentsOf, environmentOf } from './manifests.ts';
import type { Manifest } from './manifests.ts';

const patienceMs = 60_000;
const image = readImage();

/** A pod whose containers run: with an address of its own, as pods have. */
interface Pod {
  readonly address: string;
  readonly spec: PodSpec;
  readonly containers: readonly RunningContainer[];
  /** A command in the container of the service, as `kubectl exec -i`; what it printed. */
  execute(command: readonly string[], input?: string): Promise<string>;
  /** As the kubelet ends a pod; seconds until the service ended by itself, with 0. */
  end(): Promise<number>;
}

/**
 * Starts what the chart renders on PostgreSQL, an object store and authorities of its own: two web pods and a worker at once,
 * from an empty database. Sees a document from the first command to its certificate, and ends the pods.
 *
 * @param render the objects of values
 */
export async function tryContainers(
  folder: string,
  render: (values: object) => Promise<Manifest[]>,
): Promise<void> {
  requireContainers();
  const [postgresql, store, outside] = await Promise.all([
    startPostgresql(),
    startS3Server(),
    startOutside(),
  ]);
  const running: Pod[] = [];
  try {
    const { TESTIGO_S3_ENDPOINT, ...keys } = store.settings;
    const { TESTIGO_ISSUERS, TESTIGO_TSA_ANCHORS, TESTIGO_ANCHOR_KEY_FILE, TESTIGO_ANCHOR_RPC, ...settings } =
      outside.environment;
    const stamps = new URL(settings.TESTIGO_TSA_URLS?.split(' ')[0] ?? '');
    const namespace: Namespace = {
      configMaps: { issuers: await textsOf(TESTIGO_ISSUERS), anchors: await textsOf(TESTIGO_TSA_ANCHORS) },
      secrets: {
        all: { secret: randomBytes(32).toString('hex') },
        database: { url: postgresql.url },
        objects: {
          'access-key-id': keys.TESTIGO_S3_ACCESS_KEY_ID ?? '',
          'secret-access-key': keys.TESTIGO_S3_SECRET_ACCESS_KEY ?? '',
        },
        payer: { key: await readFile(TESTIGO_ANCHOR_KEY_FILE ?? '', 'utf8') },
        tsa: { credentials: `${stamps.host} testigo:${randomBytes(8).toString('hex')}\n` },
        more: { TESTIGO_ANCHOR_RPC: TESTIGO_ANCHOR_RPC ?? '' },
      },
    };
    const manifests = await render({
      publicUrl: 'https://testigo.example.com',
      secret: { name: 'all' },
      database: { name: 'database' },
      objectStore: { bucket, credentials: { name: 'objects' } },
      authorities: {
        issuers: 'issuers',
        tsaAnchors: 'anchors',
        tsaCredentials: { name: 'tsa' },
        anchorKey: { name: 'payer' },
      },
      settings: {
        ...settings,
        TESTIGO_S3_ENDPOINT,
        TESTIGO_S3_FORCE_PATH_STYLE: 1,
        TESTIGO_UPLOAD_MAX: 26_214_400,
      },
      settingsSecret: 'more',
      drainSeconds: 2,
      metrics: { enabled: true },
    });
    const [web, worker] = deploymentsOf(manifests).map(({ spec }) => spec?.template.spec);
    assert(web && worker);
    const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
    const start = async (spec: PodSpec, number: number): Promise<void> => {
      const pod = await startPod(spec, `${network}.${number}`, { manifests, namespace, folder });
      running.push(pod);
    };
    await Promise.all([start(web, 2), start(web, 3), start(worker, 4)]);
    running.sort((a, b) => a.address.localeCompare(b.address));
    console.log(
      'ok  two web pods and a worker start at once from an empty database, and their probes are 200',
    );
    await preserveDocument(running, await readFile(outside.memberCertificate, 'utf8'), store.objects);
    for (const pod of running.splice(0)) {
      const seconds = await pod.end();
      console.log(
        `ok  ${pod.address} ends ${seconds.toFixed(1)} s after its signal, in ${pod.spec.terminationGracePeriodSeconds}`,
      );
    }
  } finally {
    for (const { containers } of running) containers.forEach((each) => each.signal('SIGKILL'));
    await Promise.all([outside.stop(), store.close(), postgresql.stop()]);
  }
}

/** Files of a folder, byte by byte, as the data of a ConfigMap. */
async function textsOf(folder = ''): Promise<Record<string, string>> {
  const names = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')] as const),
    ),
  );
}

/** @throws Error with what its containers printed, where a probe fails until the patience ends */
async function startPod(
  spec: PodSpec,
  address: string,
  { manifests, namespace, folder }: { manifests: readonly Manifest[]; namespace: Namespace; folder: string },
): Promise<Pod> {
  const configMaps = { ...namespace.configMaps, ...Object.fromEntries(configMapsOf(manifests)) };
  const volumes = makeVolumes(spec, { ...namespace, configMaps }, join(folder, address));
  const start = (container: Container, command = container.command ?? image.command, input?: string) =>
    startContainer(spec, container, {
      volumes,
      environment: atAddress(
        { ...image.environment, ...environmentOf(container, manifests, namespace.secrets) },
        address,
      ),
      command,
      input,
    });
  for (const container of spec.initContainers ?? []) {
    const initial = await start(container);
    assert.equal(await initial.ended, 0, initial.printed());
  }
  const containers = await Promise.all(spec.containers.map((container) => start(container)));
  const service = spec.containers.find(({ name }) => name === 'testigo');
  const running = service && containers[spec.containers.indexOf(service)];
  assert(service && running);
  const probes = [service.startupProbe, service.livenessProbe, service.readinessProbe];
  for (const probe of probes)
    await eventually(running, async () => (await fetch(urlOf(address, service, probe))).status === 200);
  for (const each of containers) assert(!each.hasEnded(), each.printed());
  return {
    address,
    spec,
    containers,
    async execute(command, input) {
      // Node's own pipes are sockets, which cannot be opened by their name; those of a shell can.
      const executed = await start(service, ['sh', '-c', 'cat | "$@"', 'sh', ...command], input);
      assert.equal(await executed.ended, 0, executed.printed());
      return executed.stdout();
    },
    async end() {
      const started = performance.now();
      containers.forEach((each) => each.signal('SIGTERM'));
      await eventually(
        running,
        async () => (await fetch(urlOf(address, service, service.readinessProbe))).status === 503,
      );
      const grace = (spec.terminationGracePeriodSeconds ?? 0) * 1000;
      for (const [index, each] of containers.entries()) {
        const code = await Promise.race([each.ended, sleep(grace, 'killed', { ref: false })]);
        assert.equal(code, 0, `${spec.containers[index]?.name} ended with ${code}: ${each.printed()}`);
      }
      return (performance.now() - started) / 1000;
    },
  };
}

/** In a cluster each pod has addresses of its own; here each has one of the loopback. */
function atAddress(environment: Record<string, string>, address: string): Record<string, string> {
  const isMoved = (name: string): boolean => ['HOST', 'TESTIGO_METRICS'].includes(name);
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      isMoved(name) ? value.replace('0.0.0.0', address) : value,
    ]),
  );
}

function urlOf(address: string, { ports = [] }: Container, probe: Probe | undefined): string {
  const port = ports.find(({ name }) => name === probe?.httpGet?.port)?.containerPort;
  assert(port, 'a probe names a port of its container');
  return `http://${address}:${port}${probe?.httpGet?.path}`;
}

/** Looks again until something is there. @throws Error with what a container printed, once it ends or the patience does */
async function eventually(container: RunningContainer, look: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end && !container.hasEnded();) {
    if (await look().catch(() => false)) return;
    await sleep(100);
  }
  throw new Error(`What was waited for did not come: ${container.printed()}`);
}

/** From an organization on, through both web pods, to what the worker's metrics say. */
async function preserveDocument(
  [first, second, worker]: readonly Pod[],
  certificate: string,
  objects: ReadonlyMap<string, Buffer>,
): Promise<void> {
  assert(first && second && worker);
  const created = JSON.parse(
    await first.execute(
      [
        ...['node', 'dist/service/main.js', 'organization', 'create', '--name', 'Notaría 7', '--json'],
        ...['--member-certificate', '/dev/stdin', '--nom151', '3', '--grouped', '3'],
      ],
      certificate,
    ),
  ) as { organization: { id: string }; apiKey: { secret: string } };
  const headers = { authorization: `Bearer ${created.apiKey.secret}`, 'content-type': 'application/json' };
  const call = async (pod: Pod, path: string, options: RequestInit = {}): Promise<Record<string, string>> => {
    const answer = await fetch(`http://${pod.address}:4310/rest/v1${path}`, { headers, ...options });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as Record<string, string>;
  };
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200)]);
  const md5 = createHash('md5').update(bytes).digest();
  const place = await call(first, `/sign-file-url?filePath=contrato.pdf&md5Checksum=${md5.toString('hex')}`);
  assert.match(place.url ?? '', /^https:\/\/testigo\.example\.com\/uploads\//);
  // The address of an upload leads to any of the web pods.
  const put = await fetch(
    (place.url ?? '').replace('https://testigo.example.com', `http://${second.address}:4310`),
    {
      method: 'PUT',
      headers: { 'content-md5': md5.toString('base64') },
      body: bytes,
    },
  );
  assert.equal(put.status, 200, await put.text());
  assert.deepEqual([...objects.values()], [bytes], 'the object store has the document, and nothing else');
  const post = (path: string, input: object): Promise<Record<string, string>> =>
    call(second, path, { method: 'POST', body: JSON.stringify({ input }) });
  const input = {
    name: 'Contrato',
    content: { pdf: place.key },
    organization: created.organization.id,
    nom151: true,
  };
  await post('/signature-request', input);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { id = '' } = await post('/witness', {
    hash,
    algorithm: 'SHA256',
    organization: created.organization.id,
  });
  const body = JSON.stringify({ witnessId: id });
  const certified = await call(first, `/nom151-certification?witnessId=${id}`, { method: 'POST', body });
  assert(certified.nom151, 'a web pod calls the time-stamp authority');
  const [running] = worker.containers;
  assert(running);
  const metrics = async (pod: Pod): Promise<string> =>
    (await fetch(`http://${pod.address}:9464/metrics`)).text();
  await eventually(running, async () => /^testigo_preserved_total [1-9]/m.test(await metrics(worker)));
  assert.match(await metrics(first), /^testigo_role\{role="worker"\} 0$/m);
  assert.equal((await fetch(`http://${first.address}:9464/rest/v1/witnesses`)).status, 404);
  console.log(
    'ok  a document goes through both web pods into the store, and its witness is certified, anchored and preserved',
  );
}
