import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { Caller, createDatabase, eventually, tag, tagBefore } from './surroundings.ts';
import { fill } from './passages.ts';
import type { Passages } from './passages.ts';
import type { Surroundings } from './surroundings.ts';

/** Two machines with web instance and worker, and the proxy in front of them. */
export interface Installed {
  readonly origin: string;
  readonly machines: readonly InstalledMachine[];
}

interface InstalledMachine {
  readonly machine: Machine;
  readonly host: string;
  /** Of the worker on loopback; the machines of the walk share it. */
  readonly workerPort: string;
}

const publicUrl = 'https://testigo.example.com';

/** The steps of the runbook's *Install*, with the release before. */
export async function install(surroundings: Surroundings, texts: Passages): Promise<Installed> {
  const { folder, repository } = surroundings;
  const [first, second] = [await openMachine('first', folder), await openMachine('second', folder)];
  const machines: readonly InstalledMachine[] = [
    { machine: first, host: '10.0.0.11', workerPort: '4311' },
    { machine: second, host: '10.0.0.12', workerPort: '4312' },
  ];
  // 1
  const release = texts
    .lines('release')
    .map((line) => fillPresent(line, { TAG: tagBefore, REPOSITORY: repository }));
  await first.run(release.join('\n'));
  await copyRelease(first, second, tagBefore);
  await second.run(release.filter((line) => !buildsRelease(line)).join('\n'));
  // 2 to 4
  const database = await createDatabase(surroundings, texts, 'testigo');
  await first.run(texts.commands('secret'));
  await second.run(texts.lines('secret')[0] ?? '');
  const secret = await first.run('cat /etc/testigo/secret');
  await second.run('umask 077; cat > /etc/testigo/secret', { input: secret });
  const settings = settingsOf(texts, { ...(await surroundings.store()), DATABASE_URL: database });
  for (const { machine, host, workerPort } of machines) {
    await machine.run(`${texts.commands('settingsFile')}; cat > /etc/testigo/testigo.env`, {
      input: settings + (await copyAuthorities(surroundings, machine)),
    });
    await machine.run(`echo HOST=${host} > /etc/testigo/testigo-web.env
echo PORT=4310 >> /etc/testigo/testigo-web.env
echo TESTIGO_METRICS=${host}:9464 >> /etc/testigo/testigo-web.env
echo PORT=${workerPort} > /etc/testigo/testigo-worker.env`);
  }
  // 5: both at once, so that one creates the tables while the others wait.
  await Promise.all(machines.map(({ machine }) => machine.run(texts.commands('unit'))));
  await verifyUnit(first);
  // 6
  await startProxy(surroundings, texts);
  // 7
  const command = texts.commands('ready');
  for (const { machine, workerPort } of machines)
    await eventually(
      `${machine.name} is ready`,
      async () => (await machine.run(command.replace('4311', workerPort))).includes('"status":"ready"'),
      { printed: () => `See ${join(folder, machine.name)}.` },
    ).catch(async (error: unknown) => {
      throw new Error(await machine.run('tail -n 20 /var/log/testigo@*.log'), { cause: error });
    });
  const page = await fetch(publicUrl);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<title>/);
  for (const path of ['/metrics', '/readyz'])
    assert.equal((await fetch(publicUrl + path)).status, 404, `${path} passes the proxy`);
  console.log('ok  Install: two machines are ready, and the page comes through the proxy over TLS');
  return { origin: publicUrl, machines };
}

/** The words of a line of the text that it has. */
function fillPresent(line: string, values: Readonly<Record<string, string>>): string {
  const present = Object.entries(values).filter(([word]) => line.includes(word));
  return fill(line, Object.fromEntries(present));
}

const buildsRelease = (line: string): boolean => /^(?:git clone|npm ci) /.test(line);

/** Building the same release twice shows nothing new, so the second machine takes the files of the first. */
async function copyRelease(from: Machine, to: Machine, name: string): Promise<void> {
  const folder = `testigo-${name}`;
  await promisify(execFile)('cp', ['-al', join(from.opt, folder), join(to.opt, folder)]);
}

/** The settings of the text, a line each, with the values of this place. @throws Error for one that has no value here */
function settingsOf(texts: Passages, here: Readonly<Record<string, string>>): string {
  const values: Readonly<Record<string, string>> = {
    ...here,
    TESTIGO_PUBLIC_URL: publicUrl,
    // Between addresses of one machine, a connection comes from the address to which it goes.
    TESTIGO_TRUSTED_PROXY: "'10.0.0.11 10.0.0.12'",
  };
  const lines = texts.lines('settings').map((line) => {
    const [name = ''] = line.split('=');
    const value = values[name];
    if (value === undefined) throw new Error(`The walk has no value for ${name} of the runbook.`);
    return `${name}=${value}\n`;
  });
  return lines.join('');
}

/** The files of the authorities below `/etc/testigo`, as the runbook has them. @returns lines of the settings */
async function copyAuthorities({ outside }: Surroundings, machine: Machine): Promise<string> {
  const copied: Record<string, string> = {};
  for (const [name, value] of Object.entries(outside.environment)) {
    if (!existsSync(value)) continue;
    const path = `/etc/testigo/${name.toLowerCase()}`;
    copied[name] = path;
    await machine.run(
      name.endsWith('_FILE')
        ? `install -m 0600 -o testigo ${value} ${path}`
        : `install -d ${path} && install -m 0644 ${value}/* ${path}/`,
    );
  }
  return Object.entries({ ...outside.environment, ...copied })
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

async function verifyUnit(machine: Machine): Promise<void> {
  const isThere = await machine.run('command -v systemd-analyze || true');
  if (isThere === '') {
    console.log('--  the unit is not verified: there is no systemd-analyze (apt-get install systemd)');
    return;
  }
  const printed = await machine.run('systemd-analyze verify /etc/systemd/system/testigo@.service 2>&1');
  assert.doesNotMatch(printed, /testigo@/, printed);
  console.log('ok  systemd-analyze verifies the unit');
}

/** The settings of the proxy as step 6 changes them. */
async function startProxy({ center, folder }: Surroundings, texts: Passages): Promise<void> {
  const text = await readFile(join(texts.root, 'src/tools/deploy/nginx.conf'), 'utf8');
  const changed = fill(text, {
    'web-1': '10.0.0.11',
    'web-2': '10.0.0.12',
    'listen 8080': 'listen 127.0.0.1:8080',
  });
  await center.run('cat > /etc/nginx/conf.d/testigo.conf', { input: changed });
  await center.run(`install -d /etc/nginx/testigo; cd /etc/nginx/testigo
install -m 0644 ${folder}/proxy.pem certificate.pem; install -m 0600 ${folder}/proxy.key key.pem`);
  await center.run('cat > /etc/nginx/testigo/tls.conf', { input: texts.commands('proxy') });
  await center.run('nginx -t && nginx');
}

/** The runbook's *Upgrade* on one machine after the other, while requests come. */
export async function upgrade(
  { repository }: Surroundings,
  texts: Passages,
  { origin, machines }: Installed,
  { key, organization }: { key: string; organization: string },
): Promise<void> {
  const caller = new Caller(origin, key);
  const over = new AbortController();
  const counts = { read: 0, created: 0 };
  const failures: string[] = [];
  const repeat = async (name: keyof typeof counts, act: () => Promise<unknown>): Promise<void> => {
    while (!over.signal.aborted) {
      await act().catch((error: unknown) => failures.push(String(error)));
      counts[name] += 1;
      await sleep(20);
    }
  };
  const load = Promise.all([
    repeat('read', () => caller.call('GET', '/witnesses?_limit=1')),
    repeat('created', () => caller.createRequest(organization)),
  ]);
  const [first] = machines;
  for (const passage of ['upgrade', 'upgradeWorker'] as const)
    for (const { machine, host, workerPort } of machines) {
      const lines = texts
        .lines(passage)
        .map((line) => fillPresent(line, { TAG: tag, REPOSITORY: repository }))
        .map((line) => line.replaceAll('10.0.0.11', host).replaceAll(':4311', `:${workerPort}`));
      const isFirst = machine === first?.machine;
      if (first && !isFirst && passage === 'upgrade') await copyRelease(first.machine, machine, tag);
      await machine.run(lines.filter((line) => isFirst || !buildsRelease(line)).join('\n'));
    }
  over.abort();
  await load;
  for (const { machine } of machines)
    for (const unit of ['testigo@web', 'testigo@worker']) {
      const release = await machine.run(`readlink /proc/$(cat /run/${unit}.pid)/cwd`);
      assert.equal(release.trim(), `/opt/testigo-${tag}`, `the release of ${unit} of ${machine.name}`);
    }
  assert.deepEqual(failures, [], 'requests that failed during the upgrade');
  console.log(
    `ok  Upgrade: ${counts.read} reads and ${counts.created} requests with a document meanwhile, none failed`,
  );
}
