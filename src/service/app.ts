import { Hono } from 'hono';
import { performance } from 'node:perf_hooks';
import { uploadOperation } from '#contract/sandbox/injected-faults.ts';
import type { BindingDeps } from './http/binding.ts';
import { ServiceError } from './service-error.ts';
import { answerError, answerJson } from './http/answer.ts';
import { createAuthentication } from './http/guards/authentication.ts';
import { bindOperations, MethodNotAllowed, methodNotAllowed } from './http/binding.ts';
import { createFaultPlan } from './http/sandbox/fault-plans.ts';
import { refuseBody } from './http/body.ts';
import { secure } from './http/guards/headers.ts';
import { guardHost } from './http/guards/hosts.ts';
import { injectFault, Cut } from './http/sandbox/inject-fault.ts';
import type { Log, RequestFacts } from './http/monitoring/log.ts';
import { createMetrics, isLocal } from './http/monitoring/metrics.ts';
import { describeInterface } from './http/openapi/openapi.ts';
import type { Pages } from './http/pages.ts';
import { peerOf } from './http/guards/peer.ts';
import type { Peer } from './http/guards/peer.ts';
import { delayedAfter } from './http/ports.ts';
import type { Core, Health } from './http/ports.ts';
import { createRateLimit } from './http/guards/rate-limit.ts';
import { bindSandbox } from './http/sandbox/sandbox.ts';
import { answerUpload, createUploadGate } from './http/uploads.ts';
import { createUpstream } from './http/upstream.ts';
import type { Settings } from './settings.ts';
import { StorageUnavailable } from './storage/unavailable.ts';

export interface AppDeps {
  /** What answers, undefined until it is there: until then operations are 503. */
  readonly core: () => Core | undefined;
  readonly log: Log;
  /** The port by which callers reach the service: known only once it listens. */
  readonly port: () => number;
  /** The built dashboard; without it only the interface is served. */
  readonly pages?: Pages | undefined;
  readonly checkAnswer?: BindingDeps['checkAnswer'];
  /** Ends connections that are kept alive and unused; absent where nothing listens. */
  readonly dropIdle?: (() => void) | undefined;
  /** Who asks where no connection tells it: absent, nobody, whom the sandbox does not answer. A test names one. */
  readonly assumedPeer?: Peer | undefined;
  /** Which addresses are this machine's; the loopback without it. */
  readonly isLocal?: ((address: string) => boolean) | undefined;
  /** Milliseconds for counting and timing, never going back. */
  readonly tick?: (() => number) | undefined;
}

export type App = Hono<{ Variables: RequestFacts }>;

/** The whole service as one function from a request to an answer. */
export function createApp(settings: Settings, deps: AppDeps): App {
  const { log, port } = deps;
  const tick = deps.tick ?? (() => performance.now());
  const core = (): Core => {
    const started = deps.core();
    if (!started)
      throw new ServiceError('unavailable', 'The service is starting.', { retryAfter: 1, rule: 'ST-3' });
    return started;
  };
  const peer = (bindings: unknown): Peer | undefined => peerOf(bindings, deps.isLocal) ?? deps.assumedPeer;
  const app: App = new Hono();
  const metrics = createMetrics();
  const faultPlan = settings.sandbox && !settings.upstream ? createFaultPlan(settings) : undefined;

  app.use(async (context, next) => {
    const start = tick();
    await next();
    secure(context.res);
    // A browser asks again by itself when a kept connection ends without an answer, writes included. While faults
    // are set no connection is kept, so that a cut is one.
    if (faultPlan?.isSet()) context.res.headers.set('connection', 'close');
    metrics.count(context.res.status);
    logRequest(log, context.req.method, context.var, context.res.status, tick() - start);
  });
  app.use(async (context, next) => {
    guardHost(context.req.raw, settings, port());
    if (context.req.method === 'GET' || context.req.method === 'HEAD') refuseBody(context.req.raw);
    await next();
  });

  app.all('/healthz', (context) => {
    context.set('route', '/healthz');
    return answerJson({ status: 'alive' });
  });
  app.all('/readyz', async (context) => {
    context.set('route', '/readyz');
    const ready = settings.upstream ? true : ((await deps.core()?.ready()) ?? false);
    const health = ready ? await healthOf(deps.core()) : undefined;
    const isDelayed = health !== undefined && health.waiting.oldestSeconds > delayedAfter;
    const about = {
      status: !ready ? 'starting' : isDelayed ? 'delayed' : 'ready',
      sandbox: settings.sandbox,
      tier: settings.tier,
      ...(health && { waiting: health.waiting }),
      ...(health?.brokenTree !== undefined && { tree: 'broken' }),
      ...(settings.upstream && { upstream: settings.upstream.host }),
    };
    return answerJson(about, ready ? 200 : 503, new Headers(ready ? {} : { 'retry-after': '1' }));
  });
  app.get('/metrics', async (context, next) => {
    if (!isLocal(context.req.raw, context.env, settings)) {
      await next();
      return undefined;
    }
    context.set('route', '/metrics');
    const text = metrics.text(await healthOf(deps.core()));
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
  });

  if (settings.upstream) {
    const forward = createUpstream(settings.upstream);
    app.all('/rest/v1/*', (context) => {
      context.set('route', '/rest/v1/**');
      return forward(context.req.raw);
    });
  } else {
    const limit = createRateLimit(settings.rate, tick);
    const limitAddress = createRateLimit(settings.rateAnonymous, tick);
    const authentication = createAuthentication(core, limit, limitAddress, tick);
    // A change in the sandbox too may be one of a key, a member or an organization.
    app.use(async (context, next) => {
      await next();
      if (context.req.method !== 'GET' && context.req.method !== 'HEAD') authentication.forgetCallers();
    });
    const gate = createUploadGate(settings.uploads);
    const describe = (): unknown => describeInterface(settings.tier);
    app.route(
      '/rest/v1',
      bindOperations({
        settings,
        core,
        authentication,
        peer,
        port,
        describe,
        checkAnswer: deps.checkAnswer,
        faultPlan: faultPlan,
      }),
    );
    app.route(
      '/sandbox',
      bindSandbox({ settings, core, port, peer, faultPlan: faultPlan, dropIdle: deps.dropIdle }),
    );
    app.all('/uploads/:token', (context) => {
      context.set('route', '/uploads/{token}');
      if (context.req.method !== 'PUT') methodNotAllowed(context.req.method, 'PUT');
      context.set('operation', uploadOperation);
      authentication.admit(peer(context.env)?.address);
      const token = context.req.param('token');
      const carryOut = (): Promise<Response> =>
        gate(async () => answerUpload(core(), token, context.req.raw));
      const injected = faultPlan?.next(uploadOperation);
      return injected ? injectFault(injected, context, carryOut) : carryOut();
    });
  }

  app.notFound(async (context) => {
    const { method, path } = context.req;
    const page = isPageRequest(method, path) ? await deps.pages?.answer(context.req.raw) : undefined;
    if (page) return page;
    return answerError(new ServiceError('not-found', 'There is nothing at this address.', { rule: 'ER-4' }));
  });
  app.onError((error, context) => {
    if (error instanceof MethodNotAllowed) {
      const answer = answerError(error);
      answer.headers.set('allow', error.allow);
      return answer;
    }
    if (error instanceof ServiceError) {
      const { route, operation } = context.var;
      if (error.status === 500)
        log.error({ err: error, route, operation }, 'a stored document is not what came');
      return answerError(error);
    }
    if (error instanceof Cut) throw error;
    if (error instanceof StorageUnavailable) {
      const { store, why } = error;
      log.warn(
        { err: error, route: context.var.route, operation: context.var.operation },
        `${store}: ${why}`,
      );
      return answerError(refusalOf(error, context.req.method));
    }
    log.error({ err: error, route: context.var.route, operation: context.var.operation }, 'a request failed');
    return answerError(new ServiceError('internal', 'The service failed; its log says where.'));
  });
  return app;
}

/** Undefined where nothing is preserved, or the database cannot be reached. */
const healthOf = async (core: Core | undefined): Promise<Health | undefined> =>
  core?.health?.().catch(() => undefined);

/** A disk that is full takes longer to come back than a connection. Seconds. */
const comeBack = { full: 30, lost: 2 } as const;

function refusalOf({ message, why }: StorageUnavailable, method: string): ServiceError {
  const isRead = method === 'GET' || method === 'HEAD';
  const left = isRead ? '' : ' What was asked is written whole or not at all: look before you ask again.';
  return new ServiceError('unavailable', message + left, { rule: 'ST-22', retryAfter: comeBack[why] });
}

/** `/sandbox` itself is a page of the dashboard; what is below it, and `/rest`, never is (Rule ER-4). */
function isPageRequest(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !/^\/(rest|uploads)(\/|$)|^\/sandbox\/|^\/metrics$/.test(path);
}

function logRequest(
  log: Log,
  method: string,
  facts: Partial<RequestFacts>,
  status: number,
  took: number,
): void {
  const { route, operation, caller, unknown, injectedFault } = facts;
  const who = caller?.kind === 'key' ? caller.keyId : caller?.kind === 'token' ? caller.subjectId : undefined;
  const line = { method, route, operation, who, status, injectedFault, ms: Math.round(took) };
  if (unknown && unknown.length > 0) log.info({ ...line, unknown: unknown.length }, 'unknown parameters');
  else if (status >= 500) log.warn(line, 'answered');
  else log.debug(line, 'answered');
}
