import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** Authorities of a service in production, in a process of their own. */
export interface Outside {
  /** Settings of a service that uses them. */
  readonly environment: Readonly<Record<string, string>>;
  /** The chain's node. */
  readonly rpc: string;
  /** Files with certificates. */
  readonly memberCertificate: string;
  readonly issuerCertificate: string;
  readonly stampRootCertificate: string;
  readonly signer: { readonly name: string; readonly certificate: string; readonly privateKey: string };
  stop(): Promise<void>;
}

/** @throws Error with what they printed, when they end before they are ready */
export async function startOutside(): Promise<Outside> {
  const child = spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'src/service/testing/outside-process.ts'],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const printed: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const described = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve)),
    ended.then(() => undefined),
  ]);
  if (described === undefined) throw new Error(`The authorities ended:\n${printed.join('')}`);
  return {
    ...(JSON.parse(described) as Omit<Outside, 'stop'>), // its one line
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** An empty data folder, which its user removes. */
export async function emptyFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'testigo-production-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Carries out a command of the built service, as an operator does, and gives what it says with `--json`. */
export async function operate<T>(environment: Record<string, string>, ...words: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/service/main.js', ...words, '--json'],
    { env: { ...process.env, ...environment } },
  );
  return JSON.parse(stdout) as T; // the command's own JSON
}
