import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { startService } from '../../../e2e/service.ts';
import type { RunningService } from '../../../e2e/service.ts';
import { readSettings } from '#service/settings.ts';
import { openDatabase } from '#service/storage/database/database.ts';
import { s3Client } from '#service/storage/objects/s3-client.ts';
import { addressOf, administer } from '#service/storage/testing/template-database.ts';
import { startOutsideServices } from '#service/testing/outside-services.ts';
import type { OutsideServices } from '#service/testing/outside-services.ts';
import { freePorts } from '../bench/fleet/fleet.ts';
import { startNginx } from '../bench/fleet/nginx.ts';
import { startPostgresql } from '../bench/service/postgresql.ts';
import { startCeph } from './ceph.ts';
import { readComposeFile } from './compose-file.ts';
import { readContainerfile } from './containerfile.ts';
import type { ImageFacts } from './containerfile.ts';
import { readRunbookBlocks } from './runbook.ts';

/** A call of the interface by the key of an organization. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** The deployment of `compose.yaml` as processes of this machine. */
export interface Composed {
  /** Of the proxy. */
  readonly origin: string;
  readonly image: ImageFacts;
  readonly instances: readonly ComposedProcess[];
  readonly outside: OutsideServices;
  /** The bucket of documents. */
  readonly store: S3Client;
  readonly bucket: string;
  /** Of the database server. */
  readonly server: URL;
  /** What the proxy has logged. */
  readonly proxyLog: () => Promise<string>;
  /** The address of the proxy by TLS, and its certificate. */
  readonly tls: { readonly port: number; readonly certificate: string };
}

export interface ComposedProcess {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds that it has to stop. */
  readonly stopMs: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What was started last is closed first. */
export class Started {
  readonly #closers: (() => Promise<void>)[] = [];

  add<T>(part: T, close: (part: T) => unknown): T {
    this.#closers.unshift(async () => {
      await close(part);
    });
    return part;
  }

  async close(): Promise<void> {
    for (const close of this.#closers) await close();
  }
}

/** Starts PostgreSQL, the object store and the authorities, then the instances of the compose file, then the proxy. */
export async function startComposed(started: Started): Promise<Composed> {
  const path = await mkdtemp(join(tmpdir(), 'testigo-compose-'));
  const folder = started.add(path, () => rm(path, { recursive: true, force: true }));
  const server = started.add(await startPostgresql(), (part) => part.stop());
  const ceph = started.add(await startCeph(), (part) => part.close());
  const outside = await startOutside(started);
  await administer(server.url, 'create database testigo template template0');
  const image = await readContainerfile(new URL('Containerfile', import.meta.url));
  const [proxyPort = 0, tlsPort = 0, ...ports] = await freePorts(5);
  const origin = `http://127.0.0.1:${proxyPort}`;
  const compose = await readComposeFile(new URL('compose.yaml', import.meta.url), {
    TESTIGO_PUBLIC_URL: origin,
    POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
    S3_ACCESS_KEY_ID: String(ceph.settings.TESTIGO_S3_ACCESS_KEY_ID),
    S3_SECRET_ACCESS_KEY: String(ceph.settings.TESTIGO_S3_SECRET_ACCESS_KEY),
  });
  assert.deepEqual(compose.names.toSorted(), ['database', 'objects', 'proxy', 'web-1', 'web-2', 'worker']);
  const secretFile = join(folder, 'secret');
  await writeFile(secretFile, randomBytes(32).toString('hex'), { mode: 0o600 });

  const instances = compose.instances.map(({ name, environment, stopMs }, index) => {
    assert.match(environment.DATABASE_URL ?? '', /^postgres:\/\/testigo:[^@]+@database:5432\/testigo$/);
    assert.equal(environment.TESTIGO_S3_ENDPOINT, 'http://objects:9000');
    assert.equal(environment.TESTIGO_SECRET_FILE, '/run/secrets/testigo');
    return processOf(name, stopMs, {
      ...image.environment,
      ...outside.environment,
      ...environment,
      // What names in the network of containers, and paths in them, are here.
      DATABASE_URL: addressOf(server.url, 'testigo').href,
      TESTIGO_S3_ENDPOINT: String(ceph.settings.TESTIGO_S3_ENDPOINT),
      TESTIGO_SECRET_FILE: secretFile,
      TESTIGO_DATA: join(folder, name),
      TESTIGO_TRUSTED_PROXY: '127.0.0.1',
      TESTIGO_HOSTS: `127.0.0.1:${proxyPort}`,
      HOST: '127.0.0.1',
      PORT: String(ports[index]),
      TESTIGO_LOG: 'warn',
    });
  });
  const { s3 } = readSettings(instances[0]?.environment ?? {});
  assert(s3);
  const store = await s3Client(s3);
  started.add(store, (client) => {
    client.destroy();
  });
  await store.send(new CreateBucketCommand({ Bucket: s3.bucket }));
  started.add(instances, (all) => Promise.all(all.map((instance) => instance.stop())));
  await Promise.all(instances.map((instance) => instance.start()));
  const { certificate, files } = await filesOfProxy(folder, tlsPort);
  const proxy = started.add(await startNginx(proxyPort, ports.slice(0, 2), files), (part) => part.stop());
  return {
    ...{ origin, image, instances, outside, store, bucket: s3.bucket, server: new URL(server.url) },
    proxyLog: proxy.log,
    tls: { port: tlsPort, certificate },
  };
}

/** What the runbook puts into `/etc/nginx/testigo`, with a certificate of this machine, which is the proxy in front too. */
async function filesOfProxy(
  folder: string,
  port: number,
): Promise<{ readonly certificate: string; readonly files: Readonly<Record<string, string>> }> {
  const blocks = await readRunbookBlocks('Install');
  const blockWith = (text: string): string => {
    const found = blocks.find((block) => block.includes(text));
    if (found === undefined) throw new Error(`No block of the runbook has ${text}.`);
    return found;
  };
  const [key, pem] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', pem],
    ...['-subj', '/CN=testigo', '-addext', 'subjectAltName=IP:127.0.0.1'],
  ]);
  const certificate = await readFile(pem, 'utf8');
  const tls = blockWith('listen 443 ssl;').replace('443', `127.0.0.1:${port}`);
  const front = blockWith('set_real_ip_from 192.0.2.7;').replace('192.0.2.7', '127.0.0.1');
  const files = {
    'tls.conf': tls,
    'front.conf': front,
    'certificate.pem': certificate,
    'key.pem': await readFile(key, 'utf8'),
  };
  return { certificate, files };
}

/** Authorities outside, with a chain that makes a block each second. */
async function startOutside(started: Started): Promise<OutsideServices> {
  const chain = started.add(await openDatabase({}), (opened) => opened.close());
  const outside = started.add(await startOutsideServices(chain, new Date()), (services) => services.close());
  const mining = setInterval(() => void outside.node.mine(), 1_000);
  started.add(mining, (timer) => {
    clearInterval(timer);
  });
  return outside;
}

function processOf(
  name: string,
  stopMs: number,
  environment: Readonly<Record<string, string>>,
): ComposedProcess {
  let running: RunningService | undefined;
  return {
    name,
    environment,
    stopMs,
    async start() {
      running = await startService(environment, environment.TESTIGO_DATA);
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
  };
}
