import { Hono } from 'hono';
import type { Context } from 'hono';
import { DateTime, ObjectId } from '#contract/schema/scalars.ts';
import { ServiceError } from '../../service-error.ts';
import type { Settings } from '../../settings.ts';
import { answerJson } from '../answer.ts';
import { malformed } from '../arguments.ts';
import { methodNotAllowed } from '../binding.ts';
import { readBytes, readJsonBody, refuseBody } from '../body.ts';
import { guardSandbox } from '../guards/hosts.ts';
import type { RequestFacts } from '../monitoring/log.ts';
import type { Peer } from '../guards/peer.ts';
import type { Core, Sandbox } from '../ports.ts';
import { bindLog } from './log.ts';
import { readFaultSetting } from './read-faults.ts';
import type { SharedFaults } from './shared-faults.ts';

/** Bytes of an OCSP request; a common one has about a hundred. */
const mostOcspBytes = 16_384;

interface SandboxDeps {
  readonly settings: Pick<Settings, 'host' | 'hosts' | 'sandbox' | 'sandboxFor'>;
  readonly core: () => Core;
  readonly port: () => number;
  readonly peer: (bindings: unknown) => Peer | undefined;
  /** Faults on purpose; absent with the sandbox off. */
  readonly faults: SharedFaults | undefined;
  /** Closes idle keep-alive connections. */
  readonly dropIdle: (() => void) | undefined;
}

/** `/sandbox/*`: the demo's keys, anchors, stories, signers and faults, for this machine only (Rules ST-6, ST-11 to ST-20). */
export function bindSandbox({
  settings,
  core,
  port,
  peer,
  faults: injected,
  dropIdle,
}: SandboxDeps): Hono<{ Variables: RequestFacts }> {
  const app = new Hono<{ Variables: RequestFacts }>();
  const guard = (context: Context<{ Variables: RequestFacts }>): void => {
    if (!settings.sandbox) throw new ServiceError('not-found', 'The sandbox is off.', { rule: 'ST-6' });
    guardSandbox(context.req.raw, settings, port(), peer(context.env));
    if (context.req.method === 'DELETE') refuseBody(context.req.raw);
  };
  const open = (context: Context<{ Variables: RequestFacts }>): Sandbox => {
    guard(context);
    const sandbox = core().sandbox;
    if (!sandbox) throw new ServiceError('not-found', 'The sandbox is off.', { rule: 'ST-6' });
    return sandbox;
  };

  for (const page of ['session', 'anchors', 'stories'] as const)
    app.all(`/${page}`, async (context) => {
      context.set('route', `/sandbox/${page}`);
      const sandbox = open(context);
      if (context.req.method !== 'GET' && context.req.method !== 'HEAD')
        return methodNotAllowed(context.req.method, 'GET, HEAD');
      return answerJson(await sandbox[page]());
    });

  app.all('/clock', async (context) => {
    context.set('route', '/sandbox/clock');
    const sandbox = open(context);
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return answerJson(await sandbox.clock());
    if (method !== 'POST') return methodNotAllowed(method, 'GET, HEAD, POST');
    return answerJson(await sandbox.moveClock(readMove(await readJsonBody(context.req.raw))));
  });

  app.all('/faults', async (context) => {
    context.set('route', '/sandbox/faults');
    guard(context);
    const { method } = context.req;
    if (!injected) throw new ServiceError('not-found', 'The sandbox is off.', { rule: 'ST-6' });
    if (method === 'GET' || method === 'HEAD') return answerJson(await injected.read());
    if (method === 'DELETE') return answerJson(await injected.clear());
    if (method !== 'PUT' && method !== 'POST')
      return methodNotAllowed(method, 'GET, HEAD, PUT, POST, DELETE');
    const body = await readJsonBody(context.req.raw);
    const { seed, faults } = readFaultSetting(body, (await injected.read()).operations);
    const current = await injected.set(seed, faults);
    dropIdle?.();
    return answerJson(current);
  });

  app.all('/ocsp', async (context) => {
    context.set('route', '/sandbox/ocsp');
    const sandbox = open(context);
    if (context.req.method !== 'POST') return methodNotAllowed(context.req.method, 'POST');
    const response = await sandbox.ocsp(await readBytes(context.req.raw, mostOcspBytes));
    return new Response(Buffer.from(response), { headers: { 'content-type': 'application/ocsp-response' } });
  });

  bindLog(app, open);

  app.all('/rpc', async (context) => {
    context.set('route', '/sandbox/rpc');
    const sandbox = open(context);
    if (context.req.method !== 'POST') return methodNotAllowed(context.req.method, 'POST');
    return answerJson(await sandbox.rpc(await readJsonBody(context.req.raw)));
  });

  app.all('/witnesses/:id/claim', async (context) => {
    context.set('route', '/sandbox/witnesses/{id}/claim');
    const sandbox = open(context);
    if (context.req.method !== 'POST') return methodNotAllowed(context.req.method, 'POST');
    return answerJson(await sandbox.claim(objectId(context.req.param('id'))));
  });

  for (const action of ['transfer', 'burn'] as const)
    app.all(`/tokens/:id/${action}`, async (context) => {
      context.set('route', `/sandbox/tokens/{id}/${action}`);
      const sandbox = open(context);
      if (context.req.method !== 'POST') return methodNotAllowed(context.req.method, 'POST');
      const id = context.req.param('id');
      if (!/^\d{1,78}$/.test(id)) throw malformed('id', 'expected a whole number');
      const to = action === 'transfer' ? readHolders(await readJsonBody(context.req.raw)) : undefined;
      return answerJson(await sandbox.pass(id, to));
    });

  for (const action of ['sign', 'reject'] as const)
    app.all(`/invites/:id/${action}`, async (context) => {
      context.set('route', `/sandbox/invites/{id}/${action}`);
      const sandbox = open(context);
      if (context.req.method !== 'POST') return methodNotAllowed(context.req.method, 'POST');
      return answerJson(await sandbox[action](objectId(context.req.param('id'))));
    });

  return app;
}

function objectId(id: string): string {
  if (!ObjectId.safeParse(id).success) throw malformed('id', 'expected 24 hexadecimal digits');
  return id.toLowerCase();
}

const secondsOfDay = 86_400;

/** Where the clock shall go: `{ "advance": seconds }` or `{ "at": instant }`. */
function readMove(body: unknown): { advance: number } | { at: Date } {
  const { advance, at, ...others } =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}; // members are looked at below
  if ((advance === undefined) === (at === undefined) || Object.keys(others).length > 0)
    throw malformed('clock', 'expected either `advance` or `at`');
  if (at !== undefined) {
    const instant = DateTime.safeParse(at);
    if (!instant.success || Number.isNaN(Date.parse(instant.data)))
      throw malformed('at', 'expected an instant in UTC (RFC 3339)');
    return { at: new Date(instant.data) };
  }
  if (typeof advance !== 'number' || !(advance >= 0 && advance <= 100 * 366 * secondsOfDay))
    throw malformed('advance', 'expected a number of seconds, not below 0');
  return { advance };
}

/** Who shall hold a token: `{ "to": … }`, the id of a subject or the address of a wallet, or a list of them. */
function readHolders(body: unknown): readonly string[] {
  const to = typeof body === 'object' && body !== null && 'to' in body ? body.to : undefined;
  const named: readonly unknown[] = Array.isArray(to) ? to : [to];
  if (!named.every(isHolder))
    throw malformed('to', 'expected the id of a subject or the address of a wallet, or a list of them');
  return named;
}

const isHolder = (to: unknown): to is string =>
  typeof to === 'string' && /^(?:0x[0-9a-f]{40}|[0-9a-f]{24})$/i.test(to);
