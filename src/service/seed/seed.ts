import type { Database } from '../storage/database/database.ts';
import type { ObjectStore } from '../storage/objects/objects.ts';
import type { Secret } from '../storage/secret.ts';
import { readState, writeState } from '../storage/tables/state.ts';
import { seedState } from './demo.ts';
import type { SeedState } from './demo.ts';
import { ledgerOf, storeAuthorities } from '../jobs/sandbox-authorities.ts';
import { corruptCases, writeCases } from './write/write-cases.ts';
import { SeedContext } from './write/seed-context.ts';
import type { DemoMaterial } from './write/seed-context.ts';
import { makeDemo } from './make-demo.ts';
import { writePeople } from './write/write-people.ts';
import { writeRequests } from './write/write-requests.ts';
import { writeLedger, writeTokens } from './write/write-ledger.ts';
import { writeRates } from './write/write-rates.ts';
import { writeWitnesses } from './write/write-witnesses.ts';

export interface SeedOptions {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly secret: Secret;
  readonly seed: number;
  readonly now: Date;
  /** What `makeDemo` makes, where that was begun before. */
  readonly demo?: Promise<DemoMaterial> | undefined;
}

/**
 * Fills an empty database with the demo: everything of it in one transaction, so a start that was killed left
 * nothing, and the next one begins again. Documents come first; those of a start that was killed are named by
 * nothing and harmless.
 *
 * @returns false when the demo is there already
 */
export async function seedSandbox(options: SeedOptions): Promise<boolean> {
  const { database, objects, secret } = options;
  if ((await readState(database, seedState)) !== undefined) return false;
  const demo = await (options.demo ?? makeDemo(objects, options.seed, options.now));
  const { seed, now, story, bundle } = demo;
  const context = new SeedContext(demo, secret);
  return database.transaction(async (tx) => {
    if ((await readState(tx, seedState)) !== undefined) return false;
    await writePeople(context, tx);
    await writeRequests(context, tx);
    const cases = new SeedContext({ ...demo, story: demo.cases }, secret, context.keys);
    const ledger = ledgerOf(bundle);
    const written = await writeLedger(context, cases, ledger, tx);
    await writeWitnesses(context, written, tx);
    await writeRates(context, tx);
    await storeAuthorities(tx, secret, bundle);
    await writeCases(cases, written, tx);
    await writeTokens(ledger, tx);
    await corruptCases(cases, tx);
    await writeState(
      tx,
      seedState,
      JSON.stringify({
        seed,
        at: now.toISOString(),
        organizationIds: story.organizations.map(({ id }) => id),
        subjectIds: story.subjects.map(({ id }) => id),
      } satisfies SeedState),
      true,
    );
    return true;
  });
}
