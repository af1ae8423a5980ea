import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations/operations.ts';
import { sandboxFaultKinds } from '#contract/sandbox/injected-faults.ts';
import type { SandboxFaultRule } from '#contract/sandbox/injected-faults.ts';
import { canInject, createFaultPlan } from './fault-plans.ts';
import { corruptJson } from './corrupt-json.ts';

const names = ['createSignatureRequest', 'listWitnesses', 'readContent', 'upload'];
const createPlan = () => createFaultPlan({ tier: 'embedded' });

/** The faults injected into the calls of one operation, in their order. */
type Injections = (string | number | undefined)[];

const rule: fc.Arbitrary<SandboxFaultRule> = fc.record({
  operation: fc.constantFrom(...names, '*'),
  fault: fc.constantFrom(...sandboxFaultKinds),
  rate: fc.double({ min: 0, max: 1, noNaN: true }),
});
const table = fc.uniqueArray(rule, {
  maxLength: 8,
  selector: ({ operation, fault }) => `${operation} ${fault}`,
});

function injectedInto(
  seed: number,
  faults: readonly SandboxFaultRule[],
  calls: readonly string[],
): Map<string, Injections> {
  const plan = createPlan();
  plan.set(seed, faults);
  const injections = new Map<string, Injections>();
  for (const operation of calls) {
    const injected = plan.next(operation);
    const list = injections.get(operation) ?? [];
    list.push(injected && `${injected.fault ?? '-'} ${injected.delay} ${injected.draw('x')}`);
    injections.set(operation, list);
  }
  return injections;
}

describe('a fault plan', () => {
  it('ST-20 the same seed and the same sequence of calls of an operation have the same faults, whatever is called between', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        table,
        fc.array(fc.constantFrom(...names), { maxLength: 80 }),
        (seed, faults, calls) => {
          const mixed = injectedInto(seed, faults, calls);
          for (const name of names) {
            const alone = calls.filter((operation) => operation === name);
            expect(injectedInto(seed, faults, alone).get(name)).toEqual(mixed.get(name));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('ST-20 a rule strikes the same calls beside other rules, unless one before it struck', () => {
    fc.assert(
      fc.property(fc.nat(), table, (seed, faults) => {
        const calls = Array<string>(40).fill('listWitnesses');
        const together = injectedInto(seed, faults, calls).get('listWitnesses') ?? [];
        const kindOf = (injections: Injections[number]): string => String(injections).split(' ')[0] ?? '';
        const alone = faults.map(
          (one) => injectedInto(seed, [one], calls).get('listWitnesses')?.map(kindOf) ?? [],
        );
        together.forEach((injections, call) => {
          if (faults.length === 0) return expect(injections).toBeUndefined();
          const first = alone.map((list) => list[call]).find((kind) => kind !== '-' && kind !== undefined);
          expect(kindOf(injections)).toBe(first ?? '-');
        });
      }),
      { numRuns: 100 },
    );
  });

  it('ST-20 another seed has other faults, and a rate is respected: 0 never, 1 always, 0.3 in about three of ten', () => {
    const calls = Array<string>(2000).fill('listWitnesses');
    const struck = (seed: number, rate: number): boolean[] =>
      (injectedInto(seed, [{ operation: '*', fault: '500', rate }], calls).get('listWitnesses') ?? []).map(
        (injections) => String(injections).startsWith('500'),
      );
    const count = (list: readonly boolean[]): number => list.filter(Boolean).length;
    expect([count(struck(1, 0)), count(struck(1, 1))]).toEqual([0, 2000]);
    expect(struck(1, 0.3)).not.toEqual(struck(2, 0.3));
    // Ten standard deviations of the binomial distribution.
    expect(Math.abs(count(struck(1, 0.3)) - 600)).toBeLessThan(205);
  });

  it('ST-20 counts calls and injected faults, and starts again when it is set', () => {
    const plan = createPlan();
    expect(plan.next('listWitnesses')).toBeUndefined();
    expect(plan.read()).toMatchObject({ seed: 0, faults: [], calls: {}, injected: {} });
    const faults: SandboxFaultRule[] = [
      { operation: '*', fault: 'delay', rate: 1, milliseconds: 5 },
      { operation: 'listWitnesses', fault: '409', rate: 1, times: 2 },
      { operation: '*', fault: '503', rate: 1, retryAfter: 7, times: 1 },
    ];
    plan.set(3, faults);
    const injected = ['listWitnesses', 'listWitnesses', 'readSubject', 'listWitnesses', 'listWitnesses'].map(
      (operation) => plan.next(operation),
    );
    expect(injected.map((injected) => [injected?.fault, injected?.delay, injected?.retryAfter])).toEqual([
      ['409', 5, 1],
      ['409', 5, 1],
      ['503', 5, 7],
      ['503', 5, 7],
      [undefined, 5, 1],
    ]);
    expect(plan.read()).toMatchObject({
      seed: 3,
      faults,
      calls: { listWitnesses: 4, readSubject: 1 },
      injected: { listWitnesses: { delay: 4, '409': 2, '503': 1 }, readSubject: { delay: 1, '503': 1 } },
    });
    expect(plan.clear()).toMatchObject({ seed: 0, faults: [], calls: {}, injected: {} });
    expect(plan.next('listWitnesses')).toBeUndefined();
  });

  it('ST-20 a fault that corrupts an answer is injected only into operations that have such an answer', () => {
    const offered = createPlan().read().operations;
    expect(offered).toEqual([...Object.keys(allOperations), 'upload']);
    for (const fault of sandboxFaultKinds) {
      const corrupts = ['malformed-json', 'unknown-fields', 'wrong-types', 'null-fields', 'null'].includes(
        fault,
      );
      expect(canInject(fault, 'readContent'), fault).toBe(!corrupts);
      expect(canInject(fault, 'upload'), fault).toBe(!corrupts && fault !== 'half-body');
      expect(canInject(fault, 'readSubject'), fault).toBe(true);
    }
  });
});

describe('a corrupted answer', () => {
  const answer = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
  const draws = fc.func(fc.double({ min: 0, max: 0.999, noNaN: true })) as fc.Arbitrary<
    (label: string) => number
  >;

  it('ST-20 malformed JSON is not JSON, null is null', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(
          () => JSON.parse(corruptJson(JSON.stringify(value), 'malformed-json', () => 0)) as unknown,
        ).toThrow();
        expect(corruptJson(JSON.stringify(value), 'null', () => 0)).toBe('null');
      }),
    );
  });

  it('ST-20 unknown fields are added to what stays as it was', () => {
    fc.assert(
      fc.property(answer, (value) => {
        const text = JSON.stringify(value);
        const corrupted = JSON.parse(corruptJson(text, 'unknown-fields', () => 0)) as Record<string, unknown>;
        expect(corrupted.unannouncedText ?? value.unannouncedText).toBeDefined();
        const without = JSON.parse(
          JSON.stringify(corrupted, (key, inner: unknown) =>
            key.startsWith('unannounced') ? undefined : inner,
          ),
        ) as unknown;
        expect(without).toEqual(JSON.parse(text));
      }),
    );
  });

  it('ST-20 wrong types and null fields change at least one field, and never its name', () => {
    fc.assert(
      fc.property(answer, draws, (value, draw) => {
        const text = JSON.stringify(value);
        const before = JSON.parse(text) as Record<string, unknown>;
        for (const fault of ['wrong-types', 'null-fields'] as const) {
          const corrupted = corruptJson(text, fault, draw);
          expect(corruptJson(text, fault, draw)).toBe(corrupted);
          const after = JSON.parse(corrupted) as Record<string, unknown>;
          expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
        }
        expect(corruptJson(text, 'wrong-types', draw)).not.toBe(text);
      }),
    );
    const corrupted = corruptJson(
      '{"id":"a","results":[{"n":1},{"n":2}],"open":true}',
      'wrong-types',
      () => 0,
    );
    expect(JSON.parse(corrupted)).toEqual({ id: { text: 'a' }, results: { length: 2 }, open: 'yes' });
    expect(corruptJson('{"id":"a","n":1}', 'null-fields', (label) => (label === 'first' ? 0.9 : 1))).toBe(
      '{"id":"a","n":null}',
    );
  });
});
