import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../storage/database/database.ts';
import { openTestDatabase } from '../../storage/testing/database.ts';
import { sharedText } from '../../storage/tables/shared-state.ts';
import { createFaultPlan } from './fault-plans.ts';
import { createSharedFaults } from './shared-faults.ts';
import type { SharedFaults } from './shared-faults.ts';

const tier = { tier: 'embedded' } as const;
const rules = [
  { operation: 'listWitnesses', fault: '503', rate: 0.5 },
  { operation: 'createWitness', fault: 'cut-after', rate: 1, times: 2 },
] as const;

describe('faults that instances share', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const instance = (onSet = () => undefined): SharedFaults => {
    const faults = createSharedFaults(createFaultPlan(tier));
    faults.share(sharedText(database, 'faults', true), onSet);
    return faults;
  };

  it('ST-49 ST-20 calls of any instance have the faults that those of one would have, and each is counted once', async () => {
    const other = instance();
    let announced = 0;
    const first = instance(() => {
      announced += 1;
      return undefined;
    });
    await first.set(7, rules);
    expect(announced).toBe(1);
    await other.follow();
    expect(other.isSet()).toBe(true);
    const alone = createFaultPlan(tier);
    alone.set(7, rules);
    const expected: (string | undefined)[] = [];
    const found: (string | undefined)[] = [];
    for (let call = 0; call < 12; call += 1) {
      expected.push(alone.next('listWitnesses')?.fault);
      found.push((await (call % 3 === 0 ? first : other).next('listWitnesses'))?.fault);
    }
    expect(found).toEqual(expected);
    const three = await Promise.all([first, other, first].map((each) => each.next('createWitness')));
    expect(three.filter((injected) => injected?.fault === 'cut-after')).toHaveLength(2);
    const { calls, injected } = await other.read();
    expect(calls).toEqual({ listWitnesses: 12, createWitness: 3 });
    expect(injected.createWitness).toEqual({ 'cut-after': 2 });
  });

  it('ST-49 what one instance clears is over for all, and calls are counted no more', async () => {
    const [first, other] = [instance(), instance()];
    await first.set(1, rules);
    await other.follow();
    await first.clear();
    expect(await other.next('createWitness')).toBeUndefined();
    expect(other.isSet()).toBe(false);
    expect((await first.read()).faults).toEqual([]);
  });
});
