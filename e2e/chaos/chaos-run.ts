import type { Browser } from '@playwright/test';
import type { DemoSession } from '../service.ts';
import { differences, type Expected } from './audit.ts';
import { beginBulk, doneOf } from './bulk.ts';
import { startRestartingService } from './restarting-service.ts';
import { ChaosUser } from './chaos-user.ts';
import { faultPlanOf, type Interruption } from './fault-plan.ts';

/** What a run left behind. */
export interface Outcome {
  readonly differing: readonly string[];
  readonly interrupted: Readonly<Partial<Record<Interruption, number>>>;
  /** How many faults of how many kinds the service gave. */
  readonly faults: number;
  readonly kinds: number;
}

/** How much a run does, and how often it is interrupted. */
export interface ChaosSize {
  readonly requests: number;
  readonly interruptions: number;
}

/** Of the demo: with a link, and a certificate that is in force. */
const people = [
  'Rodrigo Aranda Lizama',
  'Ana Sofía Pech Uc',
  'Luis Alberto Canché Poot',
  'María Fernanda Ortega Ruiz',
];
/** A run that makes no request for so long has come to a stop. Milliseconds. */
const patience = 120_000;

/**
 * A bulk of requests to two people each, under faults of every kind and interruptions at random, seen through
 * to its end; then what the service has is counted.
 *
 * @throws Error when nothing moves any more
 */
export async function runChaos(
  browser: Browser,
  seed: number,
  { requests, interruptions }: ChaosSize,
): Promise<Outcome> {
  const plan = faultPlanOf(seed, interruptions);
  const given = new Map<string, number>();
  let begun = false;
  let starts = 0;
  // Each start has draws of its own, because the counting of calls begins anew with it.
  const injectFaults = (origin: string): Promise<void> =>
    set(origin, { ...plan.faults, seed: (plan.faults.seed ?? 0) * 100 + (starts += 1) });
  const service = await startRestartingService((origin) =>
    begun ? injectFaults(origin) : Promise.resolve(),
  );
  try {
    const demo = await session(service.origin);
    const organization = demo.organizations[0];
    if (!organization) throw new Error('The demo has no organization.');
    const prefix = `Tormenta ${seed} `;
    const signers = demo.subjects.flatMap(({ id, commonName }) => (people.includes(commonName) ? [id] : []));
    const expected: Expected[] = Array.from({ length: requests }, (_, at) => ({
      name: `${prefix}${String(at + 1).padStart(2, '0')}`,
      text: `Documento ${at + 1} de la tormenta ${seed}.`,
      signers: [0, 1].map((which) => signers[(at * 2 + which) % signers.length] ?? ''),
    }));
    const context = await browser.newContext({ baseURL: service.origin, locale: 'es-MX' });
    if (plan.isNameless)
      await context.route('**/rest/v1/signature-request', async (route) => {
        const { 'idempotency-key': _name, ...headers } = route.request().headers();
        await route.continue({ headers });
      });
    const user = new ChaosUser(context, organization.apiKey);
    await user.begin((page) => beginBulk(page, expected));
    await injectFaults(service.origin);
    begun = true;

    const planned = [...plan.interruptions];
    const interrupted: Partial<Record<Interruption, number>> = {};
    let moved = Date.now();
    let before = -1;
    for (;;) {
      const page = await user.page().catch(() => undefined);
      const done = page && (await doneOf(page));
      if (done !== undefined && done !== before) [before, moved] = [done, Date.now()];
      if (done === requests && planned.length === 0) break;
      if (Date.now() - moved > patience)
        throw new Error(`Seed ${seed}: nothing moves after ${before} of ${requests}.`);
      const next = planned[0];
      if (next && done !== undefined && done >= Math.floor(next.after * requests)) {
        planned.shift();
        interrupted[next.what] = (interrupted[next.what] ?? 0) + 1;
        if (next.what === 'kill service') {
          await count(service.origin, given);
          await service.kill();
        } else await user.interrupt(next.what).catch(() => undefined);
        moved = Date.now();
      }
      await user.pressOffer().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await count(service.origin, given);
    await clear(service.origin);
    const differing = await differences(service.origin, organization, prefix, expected);
    await context.close();
    return {
      differing,
      interrupted,
      faults: [...given.values()].reduce((sum, one) => sum + one, 0),
      kinds: given.size,
    };
  } finally {
    await service.end();
  }
}

const address = (origin: string): string => `${origin}/sandbox/faults`;

async function set(origin: string, faults: unknown): Promise<void> {
  const response = await fetch(address(origin), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  if (!response.ok) throw new Error(`Faults could not be set: ${response.status} ${await response.text()}`);
}

async function clear(origin: string): Promise<void> {
  await fetch(address(origin), { method: 'DELETE' });
}

/** Adds what was given since the faults were set. */
async function count(origin: string, given: Map<string, number>): Promise<void> {
  const reported = (await (await fetch(address(origin))).json()) as {
    injected: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  for (const kinds of Object.values(reported.injected))
    for (const [kind, times] of Object.entries(kinds)) given.set(kind, (given.get(kind) ?? 0) + times);
}

async function session(origin: string): Promise<DemoSession> {
  return (await (await fetch(`${origin}/sandbox/session`)).json()) as DemoSession;
}
