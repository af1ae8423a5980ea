/**
 * The deployment of `compose.yaml`, tried without containers: its instances with the environment, the command and the health
 * check that the compose file and the container file give them, behind the proxy's own settings, on PostgreSQL and a gateway
 * of Ceph from Debian's packages, with authorities outside. An organization is created as the runbook says, a document goes
 * through it to the object store and is preserved, each instance is restarted while requests come, and the service is backed
 * up, lost and restored by the commands of the runbook.
 *
 *     npm run deep -- compose
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { get } from 'node:https';
import { promisify } from 'node:util';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { expectRestore } from './compose-backup.ts';
import { Started, startComposed } from './composed.ts';
import type { Ask, Composed } from './composed.ts';

const run = promisify(execFile);
const started = new Started();
try {
  const composed = await startComposed(started);
  await expectHealthy(composed);
  const { organization, ask } = await createOrganization(composed);
  await expectPreserved(composed, organization, ask);
  await expectProxy(composed);
  await expectUpgrade(composed, ask);
  await expectRestore(composed, ask);
} finally {
  await started.close();
}

async function expectHealthy({ instances, image }: Composed): Promise<void> {
  assert.deepEqual(image.command, ['node', 'dist/service/main.js']);
  const roles = instances.map(({ name, environment }) => `${name}: ${environment.TESTIGO_ROLES}`);
  assert.deepEqual(roles, ['web-1: web', 'web-2: web', 'worker: worker']);
  const [program = '', ...options] = image.healthCheck;
  for (const { environment } of instances)
    await run(program, options, { env: { ...process.env, PORT: environment.PORT } });
  console.log('ok  the instances of the compose file start, and their health checks pass');
}

/** The README, In production: a command beside the process of the worker. */
async function createOrganization({
  instances,
  image,
  outside,
  origin,
}: Composed): Promise<{ organization: string; ask: Ask }> {
  const { file } = await outside.world.signer();
  // A pipe, as from `docker compose exec -T`.
  const command = [process.execPath, ...image.command.slice(1), 'organization', 'create', '--json'];
  const options = ['--name', 'Notaría 7', '--member-certificate', '/dev/stdin'];
  const { stdout } = await run('sh', ['-c', 'cat "$0" | "$@"', file, ...command, ...options], {
    env: { ...process.env, ...instances[2]?.environment },
  });
  // As the command prints it.
  const created = JSON.parse(stdout) as { organization: { id: string }; apiKey: { secret: string } };
  const authorization = `Bearer ${created.apiKey.secret}`;
  return {
    organization: created.organization.id,
    ask: (path, { headers, ...init } = {}) =>
      fetch(`${origin}/rest/v1${path}`, {
        ...init,
        headers: { authorization, ...Object.fromEntries(new Headers(headers)) },
      }),
  };
}

async function expectPreserved(
  { origin, store, bucket }: Composed,
  organization: string,
  ask: Ask,
): Promise<void> {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]);
  const md5 = createHash('md5').update(bytes).digest();
  const place: { url: string; key: string } = await json(
    await ask(`/sign-file-url?filePath=contrato.pdf&md5Checksum=${md5.toString('hex')}`),
  );
  const headers = { 'content-md5': md5.toString('base64') };
  const put = await fetch(place.url, { method: 'PUT', body: bytes, headers });
  assert.equal(put.status, 200, await put.text());
  const { ContentLength } = await store.send(new HeadObjectCommand({ Bucket: bucket, Key: place.key }));
  assert.equal(ContentLength, bytes.length);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const witness: { id: string } = await json(
    await ask('/witness', {
      method: 'POST',
      body: JSON.stringify({ input: { hash, algorithm: 'SHA256', organization } }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  await eventually('the witness is preserved', async () => {
    const found: { results: readonly { merkleized?: unknown }[] } = await json(
      await ask(`/witnesses?_id=${witness.id}`),
    );
    return found.results[0]?.merkleized != null;
  });
  assert.match(await (await fetch(origin)).text(), /<title>/);
  for (const path of ['/metrics', '/readyz', '/livez', '/healthz'])
    assert.equal((await fetch(origin + path)).status, 404, `${path} passes the proxy`);
  console.log('ok  through the proxy: the page, a document in the object store, a witness that is preserved');
}

/** Ids of requests, the address of the caller behind a proxy in front, and TLS, as the runbook sets them. */
async function expectProxy({ origin, proxyLog, tls }: Composed): Promise<void> {
  const idOf = async (id?: string): Promise<string> => {
    const headers = { 'x-forwarded-for': '203.0.113.9', ...(id !== undefined && { 'x-request-id': id }) };
    return String((await fetch(`${origin}/?secret`, { headers })).headers.get('x-request-id'));
  };
  assert.equal(await idOf('caller:1+/='), 'caller:1+/=');
  for (const id of [undefined, 'with space', 'x'.repeat(129)]) assert.match(await idOf(id), /^[0-9a-f]{32}$/);
  await eventually('the proxy logs the request', async () =>
    /^203\.0\.113\.9 \[[^\]]+\] GET "\/" 200 .* caller:1\+\/=$/m.test(await proxyLog()),
  );
  assert.doesNotMatch(await proxyLog(), /secret|\/uploads\/[^"]/);
  const status = await new Promise((resolve, reject) => {
    const headers = { host: new URL(origin).host };
    get({ host: '127.0.0.1', port: tls.port, ca: tls.certificate, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once('error', reject);
  });
  assert.equal(status, 200);
  console.log(
    'ok  the proxy takes ids over and logs them, names the caller behind another proxy, answers TLS',
  );
}

/** As the runbook upgrades: one instance after the other, while requests come. */
async function expectUpgrade({ instances }: Composed, ask: Ask): Promise<void> {
  const over = new AbortController();
  const statuses = new Map<number, number>();
  const requests = (async () => {
    while (!over.signal.aborted) {
      const { status } = await ask('/witnesses?_limit=1');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  })();
  for (const instance of instances) {
    const began = performance.now();
    await instance.stop();
    const took = performance.now() - began;
    assert(took < instance.stopMs, `${instance.name} took ${took} ms to stop`);
    await instance.start();
  }
  over.abort();
  await requests;
  assert.deepEqual([...statuses.keys()], [200]);
  console.log(
    `ok  each instance restarted in its time, ${statuses.get(200) ?? 0} requests meanwhile, none failed`,
  );
}

async function json(answer: Response): Promise<never> {
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text) as never; // each caller names what it reads
}

async function eventually(what: string, look: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    if (await look()) return;
    await sleep(300);
  }
  throw new Error(`In a minute it did not come that ${what}.`);
}
