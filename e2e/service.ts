import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type BrowserContext } from '@playwright/test';
import { moveDate, testTimeOffset } from '../src/clock/testing/move-date.mjs';
import { copyPreparedData } from './prepared-data.ts';

/** A running service of its own: a data folder with the demo, a free port, the built product. */
export interface RunningService {
  readonly origin: string;
  /** Data folder, for tests that start it again. */
  readonly data: string;
  readonly processId: number;
  /** Everything it has printed so far, its log included. */
  printed(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const readyLine = /Testigo is ready on (http:\/\/\S+)/;

/**
 * Starts the built service and waits until it says that it is ready.
 *
 * @param data its data folder, which the caller removes; without one, a copy of the prepared demo that goes with it
 * @param product where its build is, from the root of the repository
 * @throws Error with what it printed, when it ends or is silent for 60 s
 */
export async function startService(
  environment: Record<string, string> = {},
  data?: string,
  product = 'dist',
): Promise<RunningService> {
  const folder = data ?? (await copyPreparedData());
  const child = spawn(process.execPath, [`${product}/service/main.js`], {
    env: { ...process.env, PORT: '0', TESTIGO_DATA: folder, TESTIGO_RATE: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that is ended in the middle takes its services along.
  const endWithIt = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithIt);
  child.once('exit', () => process.off('exit', endWithIt));
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const origin = await ready(child).catch((error: unknown) => {
    // One that nobody waits for any more would go on by itself.
    child.kill('SIGKILL');
    throw error;
  });
  return {
    origin,
    data: folder,
    processId: child.pid ?? 0, // it is ready, so it has one
    printed: () => printed.join(''),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await new Promise((resolve) => child.once('exit', resolve));
      }
      if (data === undefined && signal === 'SIGTERM') await rm(folder, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timer = setTimeout(
      () => reject(new Error(`The service was not ready in 60 s:\n${printed}`)),
      60_000,
    );
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const found = readyLine.exec(printed)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The service ended with ${code}:\n${printed}`));
    });
  });
}

export interface DemoSession {
  organizations: { id: string; name: string; apiKey: string }[];
  subjects: { id: string; commonName: string; accessToken: string }[];
}

export interface WorkerFixtures {
  environment: Record<string, string>;
  service: RunningService;
}

interface TestFixtures {
  /** Whether pages fetch all parts of the app in the background, for tests that need them without a network. */
  fetchesAllParts: boolean;
  backgroundParts: undefined;
  /** What no page of the test handled: errors thrown and promises rejected. One that is expected is taken out. */
  unhandled: string[];
  /** Everything the page logged as an error, or threw: must stay empty. */
  pageErrors: string[];
  demo: DemoSession;
  /** A new folder for files that the test saves, removed after it. */
  folder: string;
}

/**
 * Moves the clock of a browser's pages as far as that of this run is moved. The browser reports a context before a test
 * gets it, so this comes before the first page. Workers of the product need no clock: they get the time in messages.
 */
export async function moveClock(context: BrowserContext): Promise<void> {
  const offset = testTimeOffset(process.env);
  if (offset !== 0) await context.addInitScript(moveDate, offset);
}

/** Option of the running test, for contexts that it opens itself. */
let fetchesAllParts = false;

/** Without it every page would fetch some two hundred files that its test never uses. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** Of every page that this worker has open, whichever test opened it. */
const unhandled: string[] = [];

/** Tests against a service of the worker's own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      browser.on('context', (context) => {
        void moveClock(context);
        if (!fetchesAllParts) void context.addInitScript(saveData);
        // Chromium reports a rejection that nothing handled like an error that nothing caught.
        context.on('weberror', (error) => unhandled.push(error.error().message));
      });
      await use(browser);
    },
    { scope: 'worker' },
  ],
  fetchesAllParts: [false, { option: true }],
  backgroundParts: [
    async ({ fetchesAllParts: wanted }, use) => {
      fetchesAllParts = wanted;
      await use(undefined);
    },
    { auto: true },
  ],
  unhandled: [
    async ({}, use) => {
      unhandled.length = 0;
      await use(unhandled);
      expect(unhandled, 'what no page handled').toEqual([]);
    },
    { auto: true },
  ],
  environment: [{}, { scope: 'worker', option: true }],
  service: [
    async ({ environment }, use) => {
      const service = await startService(environment);
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ service }, use) => use(service.origin),
  demo: async ({ service }, use) => {
    const response = await fetch(`${service.origin}/sandbox/session`);
    await use((await response.json()) as DemoSession);
  },
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'testigo-files-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
      page.on('console', (message) => {
        // The browser itself logs every refused request; the tests that provoke one look at the page.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(message.text());
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
