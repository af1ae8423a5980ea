import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Container, PodSpec, Volume } from 'kubernetes-types/core/v1';
import type { SecretValues } from './manifests.ts';

const root = join(import.meta.dirname, '../../..');

/** What is in the image: the variables and the command of the Containerfile. */
export function readImage(): { readonly environment: Record<string, string>; readonly command: string[] } {
  const text =
    readFileSync(join(import.meta.dirname, 'Containerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const variables = /^ENV (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
  const environment = Object.fromEntries(variables.map((each) => each.split('=') as [string, string])); // NAME=value
  return { environment, command: JSON.parse(/^CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]') as string[] };
}

/** ConfigMaps and Secrets of the namespace: data by key, by name. */
export interface Namespace {
  readonly configMaps: SecretValues;
  readonly secrets: SecretValues;
}

/** Makes the volumes of a pod as the kubelet makes them, and gives their folders by name. Needs root. */
export function makeVolumes(
  pod: PodSpec,
  { configMaps, secrets }: Namespace,
  folder: string,
): Map<string, string> {
  const group = pod.securityContext?.fsGroup ?? 0;
  const make = (volume: Volume): string => {
    const path = join(folder, volume.name);
    mkdirSync(path, { recursive: true });
    chownSync(path, 0, group);
    // A volume of a pod with `fsGroup` belongs to root and that group.
    chmodSync(path, 0o2777);
    const { configMap, projected } = volume;
    if (configMap) write(path, configMaps[configMap.name ?? ''] ?? fail(volume), 0o644, group);
    for (const { secret } of projected?.sources ?? []) {
      const data = secrets[secret?.name ?? ''] ?? fail(volume);
      const items = (secret?.items ?? []).map(
        ({ key, path: name }) => [name, data[key] ?? fail(volume)] as const,
      );
      write(path, Object.fromEntries(items), projected?.defaultMode ?? 0o644, group);
    }
    return path;
  };
  return new Map((pod.volumes ?? []).map((volume) => [volume.name, make(volume)]));
}

const fail = ({ name }: Volume): never => {
  throw new Error(`The volume ${name} is of something that is not there.`);
};

/** Each name is a link into the folder of a version, as in volumes of ConfigMaps and Secrets. */
function write(path: string, data: Readonly<Record<string, string>>, mode: number, group: number): void {
  mkdirSync(join(path, '..version'), { recursive: true, mode: 0o755 });
  for (const [name, text] of Object.entries(data)) {
    const file = join(path, '..version', name);
    writeFileSync(file, Buffer.from(text, 'latin1'));
    chownSync(file, 0, group);
    chmodSync(file, mode | (group === 0 ? 0 : 0o440));
    symlinkSync(join('..version', name), join(path, name));
  }
}

export interface RunningContainer {
  /** Standard output, and both outputs. */
  readonly stdout: () => string;
  readonly printed: () => string;
  /** The exit code; null after a signal that ended it. */
  readonly ended: Promise<number | null>;
  readonly hasEnded: () => boolean;
  /** To the first process of the container, which takes only signals that it handles. */
  readonly signal: (name: NodeJS.Signals) => void;
}

/**
 * Starts a container of a pod with bubblewrap: the files of the image and its volumes alone, the user, the capabilities and
 * the read-only files that the pod says. The network is this machine's.
 *
 * @param about with all variables, those of the image too; the command, and its input
 */
export async function startContainer(
  pod: PodSpec,
  container: Container,
  about: {
    readonly volumes: ReadonlyMap<string, string>;
    readonly environment: Readonly<Record<string, string>>;
    readonly command: readonly string[];
    readonly input?: string | undefined;
  },
): Promise<RunningContainer> {
  const options = [
    ...filesOf(container, about.volumes),
    ...['--unshare-pid', '--as-pid-1', '--unshare-ipc', '--die-with-parent'],
    ...['--info-fd', '3', '--chdir', '/app', '--'],
    ...['setpriv', ...userOf(pod, container), '--', ...about.command],
  ];
  const child = spawn('bwrap', options, {
    // The runtime sets HOME by the image's list of users.
    env: { PATH: '/opt:/usr/bin:/bin', HOME: '/home/node', ...about.environment },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(about.input);
  const [stdout, all]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => (stdout.push(chunk.toString()), all.push(chunk.toString())));
  child.stderr.on('data', (chunk: Buffer) => all.push(chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null); // of this event
  // Of a program that did not start, nothing comes.
  const information = await text(child.stdio[3] as Readable);
  const processId = Number(/"child-pid": (\d+)/.exec(information)?.[1]);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const signal = (name: NodeJS.Signals): void => {
    if (processId > 0 && !hasEnded()) process.kill(processId, name);
  };
  // Of another user than bubblewrap, it would not end with it.
  const endWithIt = (): void => signal('SIGKILL');
  process.once('exit', endWithIt);
  void ended.then(() => process.off('exit', endWithIt));
  return { stdout: () => stdout.join(''), printed: () => all.join(''), ended, hasEnded, signal };
}

function filesOf(container: Container, volumes: ReadonlyMap<string, string>): string[] {
  const files = ['--perms', '0755', '--tmpfs', '/'];
  const folder = (path: string): string[] => ['--perms', '0755', '--dir', path];
  files.push('--ro-bind', '/usr', '/usr', '--proc', '/proc', '--dev', '/dev');
  for (const path of ['/etc', '/app', '/opt']) files.push(...folder(path));
  for (const name of ['bin', 'lib', 'lib64']) files.push('--symlink', `usr/${name}`, `/${name}`);
  for (const name of ['hosts', 'resolv.conf', 'nsswitch.conf', 'ssl'])
    files.push('--ro-bind-try', `/etc/${name}`, `/etc/${name}`);
  for (const name of ['dist', 'node_modules', 'package.json'])
    files.push('--ro-bind', join(root, name), `/app/${name}`);
  files.push('--ro-bind', process.execPath, '/opt/node');
  for (const { name, mountPath, readOnly } of container.volumeMounts ?? []) {
    const source = volumes.get(name);
    if (source === undefined)
      throw new Error(`The container ${container.name} mounts ${name}, which is no volume.`);
    const parents = mountPath.split('/').slice(1, -1);
    files.push(...parents.flatMap((_, index) => folder(`/${parents.slice(0, index + 1).join('/')}`)));
    files.push(readOnly ? '--ro-bind' : '--bind', source, mountPath);
  }
  if (container.securityContext?.readOnlyRootFilesystem) files.push('--remount-ro', '/');
  return files;
}

function userOf({ securityContext: ofPod }: PodSpec, { securityContext: own }: Container): string[] {
  const { runAsUser = 0, runAsGroup = 0, fsGroup = 0 } = ofPod ?? {};
  return [
    ...['--reuid', String(runAsUser), '--regid', String(runAsGroup), '--groups', String(fsGroup)],
    ...(own?.allowPrivilegeEscalation === false ? ['--no-new-privs'] : []),
    ...(own?.capabilities?.drop?.includes('ALL') ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
  ];
}

/** @throws Error where containers cannot be started here */
export function requireContainers(): void {
  if (process.getuid?.() !== 0)
    throw new Error(
      'Containers are started by root, who gives their files to other users, as the kubelet does.',
    );
  try {
    execFileSync('bwrap', ['--version'], { stdio: 'ignore' });
  } catch {
    throw new Error('There is no bwrap: apt-get install bubblewrap');
  }
}
