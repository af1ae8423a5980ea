import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** One data folder with the demo in it, as a first start leaves it. Every test service starts from a copy. */
const prepared = 'node_modules/.cache/testigo/demo-data';

/**
 * Its lines: the build that made the folder, with the run whose clock is moved, since another run to the same time
 * begins before this one made its data; when it was made (ms).
 */
const stampFile = `${prepared}.stamp`;

/** Ages on the screens count from the start of the demo, so an old folder is made again. Milliseconds. */
const oldest = 60 * 60_000;

/**
 * Runs once before the browser tests: builds what is stale and makes the prepared data folder where there is none
 * of this build.
 */
export async function prepareData(): Promise<void> {
  await promisify(execFile)(process.execPath, ['src/tools/build/build.mjs']);
  const stamp = await buildStamp();
  if (await isCurrent(stamp)) return;
  await rm(stampFile, { force: true });
  await rm(prepared, { recursive: true, force: true });
  await mkdir(join(prepared, '..'), { recursive: true });
  const draft = await mkdtemp(`${prepared}-`);
  await firstStart(draft);
  await rename(draft, prepared);
  await writeFile(stampFile, `${stamp}\n${Date.now()}`);
}

/** @returns a new data folder with the demo in it, which its user removes */
export async function copyPreparedData(prefix = 'testigo-e2e-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await cp(prepared, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

async function buildStamp(): Promise<string> {
  const { TESTIGO_TEST_TIME = '', TESTIGO_TEST_TIME_FROM = '' } = process.env;
  return [await readFile('dist/service.stamp', 'utf8'), TESTIGO_TEST_TIME, TESTIGO_TEST_TIME_FROM].join(' ');
}

async function isCurrent(stamp: string): Promise<boolean> {
  const [made, at] = (await readFile(stampFile, 'utf8').catch(() => '')).split('\n');
  const age = Date.now() - Number(at);
  return made === stamp && age >= 0 && age < oldest;
}

/** Starts the service in an empty folder and stops it once it is ready. */
function firstStart(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['dist/service/main.js'], {
      env: { ...process.env, PORT: '0', TESTIGO_DATA: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes('Testigo is ready on')) child.kill('SIGTERM');
      });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The service that makes the demo data ended with ${code}:\n${printed}`));
    });
  });
}
