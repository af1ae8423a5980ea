import type { Database } from '../storage/database.ts';
import type { ObjectStore } from '../storage/objects.ts';
import type { Secret } from '../storage/secret.ts';
import { readState, writeState } from '../storage/state.ts';
import { seedState } from './demo.ts';
import type { SeedState } from './demo.ts';
import { storeAuthorities } from './sandbox-authorities.ts';
import { addCases, writeCases } from './seed-cases.ts';
import { SeedContext } from './seed-context.ts';
import { makeDemo } from './seed-material.ts';
import type { DemoMaterial } from './seed-material.ts';
import { writePeople } from './seed-people.ts';
import { writeRequests } from './seed-requests.ts';
import { writeTokens } from './seed-tokens.ts';
import { writeWitnesses } from './seed-witnesses.ts';

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
 * A folder that was seeded before there were test cases gets those alone.
 *
 * @returns false when the demo is there already
 */
export async function seedSandbox(options: SeedOptions): Promise<boolean> {
  const { database, objects, secret } = options;
  const seeded = await readState(database, seedState);
  if (seeded !== undefined) return addCases(database, objects, secret, JSON.parse(seeded) as SeedState); // as it is written below
  const demo = await (options.demo ?? makeDemo(objects, options.seed, options.now));
  const { seed, now, story, bundle } = demo;
  const context = new SeedContext(demo, secret);
  return database.transaction(async (tx) => {
    if ((await readState(tx, seedState)) !== undefined) return false;
    await writePeople(context, tx);
    await writeRequests(context, tx);
    await writeWitnesses(context, tx);
    await writeTokens(context, tx);
    await storeAuthorities(tx, secret, bundle);
    await writeCases(new SeedContext({ ...demo, story: demo.cases }, secret, context.keys), tx);
    await writeState(
      tx,
      seedState,
      JSON.stringify({
        seed,
        at: now.toISOString(),
        organizationIds: story.organizations.map(({ id }) => id),
        subjectIds: story.subjects.map(({ id }) => id),
      } satisfies SeedState),
    );
    return true;
  });
}
