import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import type { App } from './app.ts';
import { CommandError, CommandFailure } from './commands/command.ts';
import { runCommand } from './commands/run-command.ts';
import { createLog } from './http/monitoring/log.ts';
import type { Log } from './http/monitoring/log.ts';
import { createMetrics } from './http/monitoring/metrics.ts';
import { createMonitoringApp } from './http/monitoring/monitoring-app.ts';
import { openPages } from './http/pages.ts';
import { isLoopbackAddress } from './http/guards/peer.ts';
import { createTrustedProxies } from './http/guards/proxies.ts';
import { LockError } from './lock.ts';
import { createRequestState } from './request-state.ts';
import { serve } from './serve.ts';
import type { Listening } from './serve.ts';
import { readSettings, warningsOf } from './settings.ts';
import { SettingsError } from './settings/read-setting.ts';
import type { ListenAddress } from './settings/read-setting.ts';
import type { Settings } from './settings.ts';
import { startCore } from './start.ts';
import { MigrationError } from './storage/database/migrate.ts';
import { StorageUnavailable } from './storage/unavailable.ts';
import type { RunningCore } from './start.ts';

/** How long what is in flight may take after a signal, and after how long the process ends in any case. */
const patience = { requests: 6_000, everything: 9_500 };

await main();

/** The process: reads settings, opens what is needed, serves until a signal stops it; or carries out one command. */
async function main(): Promise<void> {
  // Whatever this process writes is its owner's alone.
  process.umask(0o077);
  const log = createLog('info');
  try {
    log.level = readLevel(process.env.TESTIGO_LOG);
    const settings = readSettings(process.env);
    const args = process.argv.slice(2);
    if (args.length === 0) await run(settings, log);
    else process.exitCode = await runCommand(args, { settings, print: (line) => console.log(line) });
  } catch (error) {
    fail(error, log);
  }
}

/** How much is written to standard error; every request from `debug` on. */
function readLevel(value: string | undefined): string {
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
  if (value === undefined || levels.includes(value)) return value ?? 'info';
  throw new SettingsError(`TESTIGO_LOG is "${value}"; expected one of ${levels.join(', ')}.`);
}

async function run(settings: Settings, log: Log): Promise<void> {
  const endTraces = settings.traces && (await import('./tracing/export.ts')).startExport(settings.traces);
  for (const warning of warningsOf(settings)) log.warn(warning);
  const proxies = createTrustedProxies(settings.trustedProxies);
  const state = createRequestState(settings, () => performance.now());
  const stopping = new AbortController();
  let running: RunningCore | undefined;
  let port = settings.port;
  let listening: Listening | undefined;
  let monitoring: Listening | undefined;
  let opening: Promise<RunningCore> | undefined;
  const direct = settings.s3?.direct;
  const monitored = {
    core: () => running?.core,
    log,
    metrics: createMetrics(settings),
    isStopping: () => stopping.signal.aborted,
  };
  const app = createApp(settings, {
    ...monitored,
    port: () => port,
    pages: await openPages(webFolder(), [...settings.connect, ...(direct ? [direct.origin] : [])]),
    dropIdle: () => listening?.dropIdle(),
    state,
  });
  const listen = async (): Promise<void> => {
    listening = await serve(app, settings.host, settings.port, {
      ...settings.connectionTimes,
      connectionsPerAddress: settings.connectionsPerAddress,
      isLocal: (address) => isLoopbackAddress(address) || proxies.includes(address),
    });
    port = listening.port;
  };
  const stoppable = { listening: () => [listening, monitoring], opening: () => opening, endTraces };
  stopOnSignals({ ...stoppable, stopping, drainMs: settings.drainMs, log });
  // Whoever watches an instance sees it start too.
  const address = settings.metrics;
  if (address)
    monitoring = await listenForMonitors(createMonitoringApp({ ...monitored, settings, address }), address);
  // On one machine listening comes first: a port that is taken is said at once, and nothing is opened in vain. One of
  // several instances listens when it can answer: a proxy that is refused a connection sends any request elsewhere, but one
  // that changes something it sends nowhere else once an instance has it.
  if (!settings.databaseUrl) await listen();
  if (!settings.upstream) {
    opening = startCore(settings, log, { prepared: preparedFile(), state });
    running = await opening;
  }
  if (settings.databaseUrl && !stopping.signal.aborted) await listen();
  console.log(`Testigo is ready on http://${shownHost(settings.host)}:${port}`);
}

/** @throws SettingsError where the address of `TESTIGO_METRICS` cannot be listened on */
async function listenForMonitors(app: App, { host, port }: ListenAddress): Promise<Listening> {
  return serve(app, host, port).catch((error: unknown) => {
    const code = codeOf(error);
    const why = code === 'EADDRINUSE' ? 'the port is in use' : `the address may not be opened (${code})`;
    throw new SettingsError(`TESTIGO_METRICS is "${shownHost(host)}:${port}": ${why}.`, { cause: error });
  });
}

interface Stoppable {
  readonly listening: () => readonly (Listening | undefined)[];
  readonly opening: () => Promise<RunningCore> | undefined;
  /** Sends the spans that are left; absent where nothing is traced. */
  readonly endTraces: (() => Promise<void>) | undefined;
  /** Aborted as soon as the process is to stop. */
  readonly stopping: AbortController;
  readonly drainMs: number;
  readonly log: Log;
}

/**
 * Stops on a signal: first `/readyz` is 503 while requests are still answered, so that whoever distributes them sends
 * them elsewhere; then nothing new is taken, and what is in flight ends (Rules ST-9, ST-46). A second signal ends the
 * first of these. A defect stops without it.
 */
function stopOnSignals({ listening, opening, endTraces, stopping, drainMs, log }: Stoppable): void {
  const hurry = new AbortController();
  const stop = async (exitCode: number, drain: number): Promise<void> => {
    if (stopping.signal.aborted) {
      hurry.abort();
      return;
    }
    stopping.abort();
    setTimeout(() => process.exit(exitCode || 1), drain + patience.everything).unref();
    try {
      if (drain > 0) await delay(drain, undefined, { signal: hurry.signal }).catch(() => undefined);
      await Promise.all(listening().map(async (each) => each?.close(patience.requests)));
      await (await opening()?.catch(() => undefined))?.close();
      await endTraces?.().catch(() => undefined);
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop(0, drainMs));
  process.on('SIGINT', () => void stop(0, drainMs));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      void stop(1, 0);
    });
}

/** What the reader can do something about is said in a sentence; everything else is a defect, with its trace. */
function fail(error: unknown, log: Log): never {
  const code = codeOf(error);
  const isReported = [
    SettingsError,
    CommandError,
    CommandFailure,
    LockError,
    MigrationError,
    StorageUnavailable,
  ].some((kind) => error instanceof kind);
  if (isReported && error instanceof Error) console.error(error.message);
  else if (code === 'EADDRINUSE') console.error('The port is in use. Set PORT to another one.');
  else if (code === 'EACCES')
    console.error('The address may not be opened. Set PORT or HOST to another one.');
  else log.fatal({ err: error }, 'the service could not start');
  // Wrong use has an exit code of its own, as command lines do (sysexits).
  process.exit(error instanceof CommandError ? 64 : 1);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The built dashboard, seen from the bundle or from the sources. */
function webFolder(): string {
  const beside = fileURLToPath(new URL('../web/', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/web/', import.meta.url));
}

/** The empty data folder made when this bundle was built; run from the sources there is none. */
function preparedFile(): string {
  return fileURLToPath(new URL('./empty-data.tar.gz', import.meta.url));
}

function shownHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
