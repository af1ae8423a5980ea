import { Hono } from 'hono';
import type { Settings } from '../../settings.ts';
import { answerJson } from '../answer.ts';
import { delayedAfter } from '../ports.ts';
import type { Core, Health } from '../ports.ts';
import type { RequestFacts } from './log.ts';
import { isLocal } from './metrics.ts';
import type { Metrics } from './metrics.ts';

export interface MonitoringDeps {
  readonly settings: Settings;
  /** Undefined until the service is there. */
  readonly core: () => Core | undefined;
  readonly metrics: Metrics;
  /** Whether the service is about to stop (Rule ST-46). */
  readonly isStopping: () => boolean;
}

type ReadyState = 'stopping' | 'starting' | 'degraded' | 'delayed' | 'ready';

/**
 * `/livez`, `/readyz` and `/metrics`, which instances of every role answer (Rules ST-3, ST-31, ST-45).
 *
 * @param mayRead who is answered `/metrics`
 */
export function bindMonitoring(
  deps: MonitoringDeps,
  mayRead: (request: Request, wire: unknown) => boolean = (request, wire) =>
    isLocal(request, wire, deps.settings),
): Hono<{ Variables: RequestFacts }> {
  const { core, metrics } = deps;
  const app = new Hono<{ Variables: RequestFacts }>();
  const readStanding = shared(() => standingOf(deps));
  for (const path of ['/livez', '/healthz'])
    app.all(path, (context) => {
      context.set('route', path);
      return answerJson({ status: 'alive' });
    });
  app.all('/readyz', async (context) => {
    context.set('route', '/readyz');
    return answerReadiness(deps, await readStanding());
  });
  app.get('/metrics', async (context, next) => {
    if (!mayRead(context.req.raw, context.env)) {
      await next();
      return undefined;
    }
    context.set('route', '/metrics');
    const text = metrics.text(await healthOf(core()));
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
  });
  return app;
}

interface Standing {
  readonly canAnswer: boolean;
  readonly health: Health | undefined;
}

/** Asks the database. */
async function standingOf({ settings, core }: MonitoringDeps): Promise<Standing> {
  const canAnswer = settings.upstream ? true : ((await core()?.ready()) ?? false);
  return { canAnswer, health: canAnswer ? await healthOf(core()) : undefined };
}

/**
 * Anybody may ask as often as they like: that the service can answer is read once for all who ask within a second. That
 * it cannot is said no longer than it is so.
 */
function shared(read: () => Promise<Standing>): () => Promise<Standing> {
  let latest: { readonly standing: Promise<Standing>; readonly until: number } | undefined;
  return async () => {
    if (!latest || performance.now() >= latest.until)
      latest = { standing: read(), until: performance.now() + 1_000 };
    const standing = await latest.standing;
    if (!standing.canAnswer) latest = undefined;
    return standing;
  };
}

function answerReadiness({ settings, isStopping }: MonitoringDeps, standing: Standing): Response {
  const { sandbox, tier, upstream } = settings;
  const isReady = standing.canAnswer && !isStopping();
  const health = isReady ? standing.health : undefined;
  const about = {
    status: isStopping() ? 'stopping' : stateOf(isReady, health),
    sandbox,
    tier,
    ...(health && { waiting: health.waiting }),
    ...(health?.brokenTree !== undefined && { tree: 'broken' }),
    ...(health?.audit && health.audit.unsound > 0 && { evidence: 'broken' }),
    ...(health?.reachesDocuments === false && { documents: 'unreachable' }),
    ...(upstream && { upstream: upstream.host }),
  };
  return answerJson(about, isReady ? 200 : 503, new Headers(isReady ? {} : { 'retry-after': '1' }));
}

function stateOf(isReady: boolean, health: Health | undefined): ReadyState {
  if (!isReady) return 'starting';
  // Not 503: it is so for all instances alike, and everything but documents works.
  if (health?.reachesDocuments === false) return 'degraded';
  return health !== undefined && health.waiting.oldestSeconds > delayedAfter ? 'delayed' : 'ready';
}

/** Undefined where nothing is preserved, or the database cannot be reached. */
const healthOf = async (core: Core | undefined): Promise<Health | undefined> =>
  core?.health?.().catch(() => undefined);
