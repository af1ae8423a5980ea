import { Hono } from 'hono';
import type { Context } from 'hono';
import { performance } from 'node:perf_hooks';
import { uploadOperation } from '#contract/sandbox/injected-faults.ts';
import type { BindingDeps } from './http/binding.ts';
import { ServiceError } from './service-error.ts';
import { answerError } from './http/answer.ts';
import { createAuthentication } from './http/guards/authentication.ts';
import { bindOperations, methodNotAllowed } from './http/binding.ts';
import { refuseBody } from './http/body.ts';
import { answerFailure } from './http/failures.ts';
import { guardHost } from './http/guards/hosts.ts';
import { createCallerGate, createTrustedProxies } from './http/guards/proxies.ts';
import { injectFault } from './http/sandbox/inject-fault.ts';
import type { Log, RequestFacts } from './http/monitoring/log.ts';
import { bindMonitoring } from './http/monitoring/endpoints.ts';
import { createMetrics } from './http/monitoring/metrics.ts';
import type { Metrics } from './http/monitoring/metrics.ts';
import { recordRequests } from './http/monitoring/record-requests.ts';
import { describeInterface } from './http/openapi/openapi.ts';
import type { Pages } from './http/pages.ts';
import { answerSent, peerOf } from './http/guards/peer.ts';
import type { Peer } from './http/guards/peer.ts';
import type { Core } from './http/ports.ts';
import { bindSandbox } from './http/sandbox/sandbox.ts';
import { answerDirectUpload, answerUpload, createUploadGate } from './http/uploads.ts';
import { createUpstream } from './http/upstream.ts';
import { createRequestState } from './request-state.ts';
import type { RequestState } from './request-state.ts';
import type { Settings } from './settings.ts';

export interface AppDeps {
  /** The handlers; undefined until they are ready: until then operations are answered 503. */
  readonly core: () => Core | undefined;
  readonly log: Log;
  /** The port by which callers reach the service: known only once it listens. */
  readonly port: () => number;
  /** The built dashboard; without it only the interface is served. */
  readonly pages?: Pages | undefined;
  readonly checkAnswer?: BindingDeps['checkAnswer'];
  /** Closes idle keep-alive connections; absent where nothing listens. */
  readonly dropIdle?: (() => void) | undefined;
  /** The caller where there is no connection. Absent: nobody, whom the sandbox refuses. A test names one. */
  readonly assumedPeer?: Peer | undefined;
  /** Which addresses are this machine's; the loopback without it. */
  readonly isLocal?: ((address: string) => boolean) | undefined;
  /** Milliseconds for counting and timing, never going back. */
  readonly tick?: (() => number) | undefined;
  /** Whether the service is about to stop. */
  readonly isStopping?: (() => boolean) | undefined;
  /** What is counted of this process; absent: this app counts alone. */
  readonly metrics?: Metrics | undefined;
  /** State between requests; absent: this app has a state of its own. */
  readonly state?: RequestState | undefined;
}

type Variables = { Variables: RequestFacts };
export type App = Hono<Variables>;

/** Everything that the routes of the app share. */
interface Parts {
  readonly settings: Settings;
  readonly deps: AppDeps;
  readonly state: RequestState;
  readonly tick: () => number;
  /** @throws ServiceError until the service is there */
  readonly core: () => Core;
  readonly peer: (bindings: unknown) => Peer | undefined;
  /** The caller, as reported by a trusted proxy if there is one; undefined where there is no connection. */
  readonly callerAddress: (context: Context<Variables>) => string | undefined;
  /** Whether X-Forwarded-Proto counts: of whoever sends it where no proxy is named. */
  readonly trustsForwarding: (context: Context<Variables>) => boolean;
}

/** The whole service as one function from a request to an answer. */
export function createApp(settings: Settings, deps: AppDeps): App {
  const parts = partsOf(settings, deps);
  const { log } = deps;
  const { faults } = parts.state;
  const isStopping = deps.isStopping ?? (() => false);
  const metrics = deps.metrics ?? createMetrics(settings);
  const app: App = new Hono();

  // A browser repeats a request by itself, writes included, when a reused connection ends without an answer. While
  // faults are set no connection is reused, so that every cut reaches the client. Nor is a connection reused on which a
  // stopping service would receive another request.
  const closesConnections = (): boolean => isStopping() || faults?.isSet() === true;
  app.use(recordRequests({ log, metrics, tick: parts.tick, closesConnections }));
  app.use(async (context, next) => {
    guardHost(context.req.raw, settings, deps.port());
    if (context.req.method === 'GET' || context.req.method === 'HEAD') refuseBody(context.req.raw);
    await next();
  });
  app.route('/', bindMonitoring({ settings, core: deps.core, metrics, isStopping }));
  if (settings.roles.web) bindWeb(app, parts);
  app.notFound(async (context) => {
    const { method, path } = context.req;
    const hasPage = settings.roles.web && isPageRequest(method, path);
    const page = hasPage ? await deps.pages?.answer(context.req.raw) : undefined;
    if (page) return page;
    return answerError(new ServiceError('not-found', 'There is nothing at this address.', { rule: 'ER-4' }));
  });
  app.onError((error, context) => answerFailure(error, context, log));
  return app;
}

function partsOf(settings: Settings, deps: AppDeps): Parts {
  const tick = deps.tick ?? (() => performance.now());
  const proxies = createTrustedProxies(settings.trustedProxies);
  const peer = (bindings: unknown): Peer | undefined => peerOf(bindings, deps.isLocal) ?? deps.assumedPeer;
  return {
    settings,
    deps,
    tick,
    peer,
    state: deps.state ?? createRequestState(settings, tick),
    core() {
      const started = deps.core();
      if (!started)
        throw new ServiceError('unavailable', 'The service is starting.', { retryAfter: 1, rule: 'ST-3' });
      return started;
    },
    callerAddress(context) {
      const address = peer(context.env)?.address;
      return address && proxies.callerOf(address, context.req.header('x-forwarded-for') ?? null);
    },
    trustsForwarding(context) {
      const address = peer(context.env)?.address ?? '';
      return settings.trustedProxies.length === 0 || proxies.includes(address);
    },
  };
}

/** Binds the routes of an instance with the role `web`, beside the monitoring. */
function bindWeb(app: App, parts: Parts): void {
  const { settings, peer, callerAddress } = parts;
  const callerGate = createCallerGate(settings.connectionsPerAddress);
  app.use(async (context, next) => {
    const caller = callerAddress(context);
    if (caller === undefined || caller === peer(context.env)?.address) await next();
    else await callerGate(caller, next, answerSent(context.env));
  });
  if (settings.upstream) {
    const forward = createUpstream(settings.upstream);
    app.all('/rest/v1/*', (context) => {
      context.set('route', '/rest/v1/**');
      return forward(context.req.raw);
    });
  } else bindInterface(app, parts);
}

/** The interface, uploads and the sandbox. */
function bindInterface(app: App, parts: Parts): void {
  const { settings, deps, state, core, peer, callerAddress } = parts;
  const { faults } = state;
  const { port } = deps;
  const { perKey, perAddress } = state;
  const authentication = createAuthentication(core, perKey.check, perAddress.check, parts.tick);
  // A change in the sandbox too may be one of a key, a member or an organization.
  app.use(async (context, next) => {
    await next();
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') authentication.forgetCallers();
  });
  const gate = createUploadGate(settings.uploads);
  const describe = (): unknown => describeInterface(settings.tier);
  const { trustsForwarding } = parts;
  const { checkAnswer, dropIdle } = deps;
  app.route(
    '/rest/v1',
    bindOperations({
      settings,
      core,
      authentication,
      callerAddress,
      trustsForwarding,
      port,
      describe,
      checkAnswer,
      faults,
    }),
  );
  app.route('/sandbox', bindSandbox({ settings, core, port, peer, faults, dropIdle }));
  app.all('/uploads/:token', async (context) => {
    context.set('route', '/uploads/{token}');
    const { method } = context.req;
    const isExchange = method === 'POST' && settings.s3?.direct !== undefined;
    if (method !== 'PUT' && !isExchange) methodNotAllowed(method, 'PUT');
    context.set('operation', uploadOperation);
    authentication.admit(callerAddress(context));
    const token = context.req.param('token');
    if (isExchange) return answerDirectUpload(core(), token, context.req.raw);
    const carryOut = (): Promise<Response> => gate(async () => answerUpload(core(), token, context.req.raw));
    const injected = await faults?.next(uploadOperation);
    return injected ? injectFault(injected, context, carryOut) : carryOut();
  });
}

/** `/sandbox` itself is a page of the dashboard; what is below it, and `/rest`, never is (Rule ER-4). */
function isPageRequest(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !/^\/(rest|uploads)(\/|$)|^\/sandbox\/|^\/metrics$/.test(path);
}
