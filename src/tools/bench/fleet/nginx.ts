import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = '/usr/sbin/nginx';
const deployed = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url));

export const isNginxInstalled = (): boolean => existsSync(program);

/** What `nginx.conf` of the deployment says, for these instances, on this port of loopback, with files in this folder. */
async function configurationFor(port: number, upstreams: readonly number[], folder: string): Promise<string> {
  const text = await readFile(deployed, 'utf8');
  const named = [...text.matchAll(/^ {2}server web-\d:4310 (.*);\n/gm)];
  const [first] = named;
  if (!first || named.some(([, options]) => options !== first[1]))
    throw new Error('nginx.conf of the deployment names no web instances, or not with the same options.');
  const servers = upstreams.map((upstream) => `  server 127.0.0.1:${upstream} ${first[1]};\n`).join('');
  const rest = named.slice(1).reduce((left, [line]) => left.replace(line, ''), text);
  return rest
    .replace(first[0], servers)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('/var/log/nginx/', `${folder}/`)
    .replaceAll('/etc/nginx/testigo/', `${folder}/testigo/`);
}

/**
 * The proxy of the deployment, with its own configuration, as a process of this one.
 *
 * @param files of the operator: what `/etc/nginx/testigo` has, by name
 */
export async function startNginx(
  port: number,
  upstreams: readonly number[],
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly log: () => Promise<string>; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'testigo-nginx-'));
  await mkdir(join(folder, 'testigo'));
  for (const [name, text] of Object.entries(files))
    await writeFile(
      join(folder, 'testigo', name),
      text.replaceAll('/etc/nginx/testigo/', `${folder}/testigo/`),
    );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const configuration = `daemon off; user root; worker_processes 1; worker_rlimit_nofile 8192;
pid ${folder}/pid; error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http { access_log off; ${temporary}
${await configurationFor(port, upstreams, folder)}
}
`;
  await writeFile(join(folder, 'nginx.conf'), configuration);
  const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended: ${await readFile(join(folder, 'error.log'), 'utf8')}`);
    if (await isListening(port)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    log: () => readFile(join(folder, 'access.log'), 'utf8'),
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
