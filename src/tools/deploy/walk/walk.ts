/**
 * README and runbook followed word by word from an empty folder: every command of the sections *Start* and *In production*,
 * *Install*, *Commands*, *Upgrade*, *Erase* and *Replace keys* is read out of the texts of the last commit and executed, or
 * `passages.ts` names why not. Machines are folders of their own over `/etc`, `/var`, `/run` and `/opt` (mount namespaces)
 * in a network of their own; PostgreSQL, nginx, `useradd`, `npm ci` and the builds are the real ones, `systemctl` is a
 * stand-in that does what the unit says, and the object store is the one of the tests.
 *
 *     npm run deep -- walk
 *
 * Exits 1 with the first thing that is not as the texts say.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { postgresqlPrograms } from '../../bench/service/postgresql.ts';
import { Started } from '../composed.ts';
import { install, upgrade } from './install.ts';
import { writeStubs } from './machine.ts';
import { createCustomer, erase, Operator, replaceKeys } from './operate.ts';
import { omitted } from './passages.ts';
import { walkReadme } from './readme.ts';
import { openSurroundings } from './surroundings.ts';

const inside = process.env.WALK_FOLDER;
if (inside === undefined) enter();
else {
  await walk(inside);
  // The machines would hold this process up; they end with its namespace.
  process.exit();
}

/** Runs this file again where nothing of the machine changes but the folder of the walk. */
function enter(): void {
  const missing = ['unshare', 'nsenter', 'ip', 'nginx', 'openssl', 'xxd', 'curl', 'git', 'useradd'].filter(
    (name) => !['/usr/bin', '/usr/sbin', '/bin', '/sbin'].some((folder) => existsSync(join(folder, name))),
  );
  if (process.getuid?.() !== 0 || missing.length > 0 || postgresqlPrograms() === undefined) {
    console.log(
      `The walk needs root, PostgreSQL and nginx (Debian: postgresql nginx-light iproute2 xxd curl); missing: ${missing.join(' ') || 'none of the other programs'}. Nothing was tried.`,
    );
    process.exit(1);
  }
  const folder = mkdtempSync(join(tmpdir(), 'testigo-walk-'));
  chmodSync(folder, 0o755);
  const names = ['db.internal', 'testigo.example.com'].map((name) => `127.0.0.1 ${name}\n`);
  writeFileSync(join(folder, 'hosts'), readFileSync('/etc/hosts', 'utf8') + names.join(''));
  const script = `set -e; cd ${folder}
cat /etc/resolv.conf > resolv.conf
mount --bind hosts /etc/hosts
touch network; mount --bind /proc/self/ns/net network
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=testigo.example.com \\
  -addext subjectAltName=DNS:testigo.example.com -keyout proxy.key -out proxy.pem 2> /dev/null
cat $NODE_EXTRA_CA_CERTS proxy.pem > authorities.pem
cd ${resolve('.')}
NODE_EXTRA_CA_CERTS=${folder}/authorities.pem unshare --net bash -c 'ip link set lo up; for n in 11 12; do ip address add 10.0.0.$n/32 dev lo; done; exec "$@"' bash \\
  ${process.execPath} node_modules/tsx/dist/cli.mjs src/tools/deploy/walk/walk.ts || exit 1`;
  const { status } = spawnSync(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash', '-c', script],
    {
      stdio: 'inherit',
      env: { ...process.env, WALK_FOLDER: folder },
    },
  );
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = status === 0 ? 0 : 1;
}

async function walk(folder: string): Promise<void> {
  await writeStubs(folder, resolve('.'));
  const started = new Started();
  try {
    const surroundings = await openSurroundings(folder, started);
    const texts = await walkReadme(surroundings);
    const installed = await install(surroundings, texts);
    const operator = new Operator(installed, texts);
    const customer = await createCustomer(surroundings, texts, operator, installed);
    const key = await replaceKeys(texts, operator, installed, customer);
    await upgrade(surroundings, texts, installed, { ...customer, key });
    await erase(texts, operator, installed, { ...customer, key });
    const unread = texts.unread();
    if (unread.length > 0) throw new Error(`Nobody executed ${unread.join(', ')}.`);
    for (const { document, section, begins, reason } of omitted)
      console.log(`--  ${document}, ${section}: not "${begins}" (${reason})`);
  } finally {
    await started.close();
  }
}
