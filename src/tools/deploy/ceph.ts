import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A gateway of Ceph with a monitor and a store in memory, as Debian's packages have them. */
export interface CephGateway {
  /** Settings of a service that stores its documents there, without the bucket. */
  readonly settings: Readonly<Record<string, string>>;
  /** The same over TLS, where the gateway also encrypts with `kmsKey`. */
  readonly tls: Readonly<Record<string, string>>;
  /** File of the authority that the certificate of the gateway leads to (`NODE_EXTRA_CA_CERTS`). */
  readonly authority: string;
  /** Everything that lies on the disk of the store for documents, as the store has it. */
  raw(): Promise<Buffer>;
  /** From here on the gateway takes connections and answers nothing, until what this returns is called. */
  stall(): () => void;
  close(): Promise<void>;
}

const keys = { id: 'testigo-key', secret: 'testigo-secret' };
const patienceMs = 120_000;
/** Of the gateway's own key service, which is for tests. */
export const kmsKey = 'testigo-kms';

const packages = ['ceph-mon', 'ceph-osd', 'ceph-mgr', 'ceph-common', 'radosgw'];

/** Starts one from Debian's packages; any user may run it. */
export async function startCeph(): Promise<CephGateway> {
  for (const program of ['ceph-mon', 'ceph-osd', 'ceph-mgr', 'ceph', 'radosgw'])
    await promisify(execFile)('which', [program]).catch(() => {
      throw new Error(
        `There is no ${program}: apt-get install --no-install-recommends ${packages.join(' ')}`,
      );
    });
  const folder = await mkdtemp(join(tmpdir(), 'testigo-ceph-'));
  const [v2 = 0, v1 = 0, port = 0, tlsPort = 0] = await freePorts(4);
  const clusterId = randomUUID();
  const monitor = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
  await Promise.all(['mon', 'osd', 'mgr', 'rgw', 'run'].map((name) => mkdir(join(folder, name))));
  const file = (name: string): string => join(folder, name);
  await writeFile(file('ceph.conf'), configurationOf({ folder, clusterId, monitor, port, tlsPort }));
  const run = async (program: string, ...options: string[]): Promise<void> => {
    await promisify(execFile)(program, options, { cwd: folder, timeout: patienceMs });
  };
  await makeCertificates(run, file);
  const configured = (program: string, ...options: string[]): Promise<void> =>
    run(program, '-c', file('ceph.conf'), ...options);
  const keyring = file('keyring');
  await run(
    'ceph-authtool',
    '--create-keyring',
    keyring,
    '--gen-key',
    '-n',
    'mon.',
    '--cap',
    'mon',
    'allow *',
  );
  const caps = ['mon', 'osd', 'mgr'].flatMap((part) => ['--cap', part, 'allow *']);
  for (const name of ['client.admin', 'osd.0', 'mgr.x'])
    await run('ceph-authtool', keyring, '--gen-key', '-n', name, ...caps);
  const map = file('monmap');
  await run('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', clusterId, map);
  await configured('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
  await configured('ceph-mon', '-i', 'a');
  const storeId = randomUUID();
  await configured('ceph', 'osd', 'new', storeId);
  await configured('ceph', 'auth', 'import', '-i', keyring);
  await configured('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', storeId);
  await configured('ceph-osd', '-i', '0');
  await configured('ceph-mgr', '-i', 'x');
  const user = [
    '--uid=testigo',
    '--display-name=Testigo',
    `--access-key=${keys.id}`,
    `--secret-key=${keys.secret}`,
  ];
  await configured('radosgw-admin', 'user', 'create', ...user);
  const gateway = spawn('radosgw', ['-c', file('ceph.conf'), '-n', 'client.admin', '-f'], {
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await untilAnswered(endpoint);
  const settingsOf = (address: string): CephGateway['settings'] => ({
    TESTIGO_S3_ENDPOINT: address,
    TESTIGO_S3_ACCESS_KEY_ID: keys.id,
    TESTIGO_S3_SECRET_ACCESS_KEY: keys.secret,
    TESTIGO_S3_FORCE_PATH_STYLE: '1',
  });
  return {
    settings: settingsOf(endpoint),
    tls: settingsOf(`https://127.0.0.1:${tlsPort}`),
    authority: file('authority.pem'),
    async raw() {
      const rados = ['-c', file('ceph.conf'), '-p', 'default.rgw.buckets.data'];
      const { stdout } = await promisify(execFile)('rados', [...rados, 'ls'], { timeout: patienceMs });
      const parts: Buffer[] = [];
      for (const name of stdout.split('\n').filter(Boolean)) {
        await run('rados', ...rados, 'get', name, file('raw'));
        parts.push(await readFile(file('raw')));
      }
      return Buffer.concat(parts);
    },
    stall() {
      gateway.kill('SIGSTOP');
      return () => void gateway.kill('SIGCONT');
    },
    async close() {
      gateway.kill('SIGKILL');
      for (const name of ['mgr.x', 'osd.0', 'mon.a'])
        process.kill(Number(await readFile(join(folder, 'run', `${name}.pid`), 'utf8')), 'SIGKILL');
      await sleep(500);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A certificate for this machine, and the authority that it leads to. */
async function makeCertificates(
  run: (program: string, ...options: string[]) => Promise<void>,
  file: (name: string) => string,
): Promise<void> {
  const fresh = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  await run(
    ...(['openssl', 'req', '-x509', ...fresh] as const),
    ...[
      '-keyout',
      file('authority.key'),
      '-out',
      file('authority.pem'),
      '-subj',
      '/CN=Testigo test authority',
    ],
  );
  const ownRequest = ['-keyout', file('gateway.key'), '-out', file('gateway.csr'), '-subj', '/CN=gateway'];
  await run('openssl', 'req', ...fresh.slice(0, 3), ...ownRequest);
  await writeFile(file('names'), 'subjectAltName=IP:127.0.0.1');
  await run(
    ...(['openssl', 'x509', '-req', '-in', file('gateway.csr'), '-out', file('gateway.pem')] as const),
    ...['-CA', file('authority.pem'), '-CAkey', file('authority.key'), '-CAcreateserial'],
    ...['-days', '2', '-extfile', file('names')],
  );
}

/** The gateway of Debian refuses to be without keys (cephx), whatever the cluster admits. */
function configurationOf(about: {
  readonly folder: string;
  readonly clusterId: string;
  readonly monitor: string;
  readonly port: number;
  readonly tlsPort: number;
}): string {
  const { folder, clusterId, monitor, port, tlsPort } = about;
  const tls = `ssl_endpoint=127.0.0.1:${tlsPort} ssl_certificate=${folder}/gateway.pem ssl_private_key=${folder}/gateway.key`;
  return `[global]
fsid = ${clusterId}
mon host = ${monitor}
public addr = 127.0.0.1
keyring = ${folder}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
osd objectstore = memstore
mon data = ${folder}/mon
osd data = ${folder}/osd
mgr data = ${folder}/mgr
rgw data = ${folder}/rgw
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/$name.log
rgw frontends = beast endpoint=127.0.0.1:${port} ${tls}
rgw crypt s3 kms backend = testing
rgw crypt s3 kms encryption keys = ${kmsKey}=${randomBytes(32).toString('base64')}
`;
}

async function untilAnswered(endpoint: string): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end;) {
    if (
      await fetch(endpoint).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(200);
  }
  throw new Error('The gateway did not answer in time.');
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port); // TCP, so it has one
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
