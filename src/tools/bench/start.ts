import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const script = fileURLToPath(new URL('../start.mjs', import.meta.url));

/** How long until the service says that it is ready, against what it may take. Seconds. */
export interface StartFigure {
  readonly name: string;
  readonly seconds: number;
  readonly limit: number;
}

/**
 * Measures three starts on a data folder of its own: with nothing built, from the finished build on an empty
 * folder, and once more on what that left.
 */
export async function benchStart(port: number): Promise<StartFigure[]> {
  const data = await mkdtemp(join(tmpdir(), 'testigo-start-'));
  const measure = async (name: string, limit: number): Promise<StartFigure> => ({
    name,
    limit,
    seconds: await secondsToReady(data, port),
  });
  try {
    await rm(join(root, 'dist'), { recursive: true, force: true });
    const first = await measure('first call, nothing built', 45);
    await rm(data, { recursive: true });
    return [first, await measure('built, empty data folder', 8), await measure('built, again', 3)];
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

async function secondsToReady(data: string, port: number): Promise<number> {
  const start = performance.now();
  const service = spawn(process.execPath, [script], {
    env: { ...process.env, TESTIGO_DATA: data, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => service.once('close', () => resolve()));
  const ready = new Promise<boolean>((resolve) => {
    service.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('is ready on')) resolve(true);
    });
    void closed.then(() => resolve(false));
  });
  if (!(await ready)) throw new Error('The service ended before it was ready.');
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  const seconds = (performance.now() - start) / 1000;
  if (!answer.ok) throw new Error(`/readyz answered ${answer.status} after the service said it was ready.`);
  service.kill('SIGTERM');
  await closed;
  return seconds;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await benchStart(Number(process.env.PORT ?? 4399));
  for (const { name, seconds, limit } of figures)
    console.log(
      `${seconds <= limit ? 'ok  ' : 'SLOW'} ${name}: ${seconds.toFixed(1)} s (at most ${limit} s)`,
    );
  if (figures.some(({ seconds, limit }) => seconds > limit)) process.exitCode = 1;
}
