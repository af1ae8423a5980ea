import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations/operations.ts';
import { sandboxFaultKinds } from '#contract/sandbox/injected-faults.ts';
import type { SandboxFaultRule } from '#contract/sandbox/injected-faults.ts';
import { canInject, createFaultBench } from './fault-plans.ts';
import { spoiledJson } from './corrupt-json.ts';

const names = ['createSignatureRequest', 'listWitnesses', 'readContent', 'upload'];
const bench = () => createFaultBench({ tier: 'embedded' });

/** What befell the calls of one operation, in their order. */
type Told = (string | number | undefined)[];

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
): Map<string, Told> {
  const own = bench();
  own.set(seed, faults);
  const told = new Map<string, Told>();
  for (const operation of calls) {
    const mishap = own.next(operation);
    const list = told.get(operation) ?? [];
    list.push(mishap && `${mishap.fault ?? '-'} ${mishap.delay} ${mishap.draw('x')}`);
    told.set(operation, list);
  }
  return told;
}

describe('the fault bench', () => {
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
        const kindOf = (told: Told[number]): string => String(told).split(' ')[0] ?? '';
        const alone = faults.map(
          (one) => injectedInto(seed, [one], calls).get('listWitnesses')?.map(kindOf) ?? [],
        );
        together.forEach((told, call) => {
          if (faults.length === 0) return expect(told).toBeUndefined();
          const first = alone.map((list) => list[call]).find((kind) => kind !== '-' && kind !== undefined);
          expect(kindOf(told)).toBe(first ?? '-');
        });
      }),
      { numRuns: 100 },
    );
  });

  it('ST-20 another seed has other faults, and a rate is kept to: 0 never, 1 always, 0.3 in about three of ten', () => {
    const calls = Array<string>(2000).fill('listWitnesses');
    const struck = (seed: number, rate: number): boolean[] =>
      (injectedInto(seed, [{ operation: '*', fault: '500', rate }], calls).get('listWitnesses') ?? []).map(
        (told) => String(told).startsWith('500'),
      );
    const count = (list: readonly boolean[]): number => list.filter(Boolean).length;
    expect([count(struck(1, 0)), count(struck(1, 1))]).toEqual([0, 2000]);
    expect(struck(1, 0.3)).not.toEqual(struck(2, 0.3));
    // Ten standard deviations of the binomial distribution.
    expect(Math.abs(count(struck(1, 0.3)) - 600)).toBeLessThan(205);
  });

  it('ST-20 counts what was called and what befell, and begins anew when it is set', () => {
    const own = bench();
    expect(own.next('listWitnesses')).toBeUndefined();
    expect(own.read()).toMatchObject({ seed: 0, faults: [], calls: {}, injected: {} });
    const faults: SandboxFaultRule[] = [
      { operation: '*', fault: 'delay', rate: 1, milliseconds: 5 },
      { operation: 'listWitnesses', fault: '409', rate: 1, times: 2 },
      { operation: '*', fault: '503', rate: 1, retryAfter: 7, times: 1 },
    ];
    own.set(3, faults);
    const seen = ['listWitnesses', 'listWitnesses', 'readSubject', 'listWitnesses', 'listWitnesses'].map(
      (operation) => own.next(operation),
    );
    expect(seen.map((mishap) => [mishap?.fault, mishap?.delay, mishap?.retryAfter])).toEqual([
      ['409', 5, 1],
      ['409', 5, 1],
      ['503', 5, 7],
      ['503', 5, 7],
      [undefined, 5, 1],
    ]);
    expect(own.read()).toMatchObject({
      seed: 3,
      faults,
      calls: { listWitnesses: 4, readSubject: 1 },
      injected: { listWitnesses: { delay: 4, '409': 2, '503': 1 }, readSubject: { delay: 1, '503': 1 } },
    });
    expect(own.clear()).toMatchObject({ seed: 0, faults: [], calls: {}, injected: {} });
    expect(own.next('listWitnesses')).toBeUndefined();
  });

  it('ST-20 what spoils an answer is injected only into operations that have such an answer', () => {
    const offered = bench().read().operations;
    expect(offered).toEqual([...Object.keys(allOperations), 'upload']);
    for (const fault of sandboxFaultKinds) {
      const spoils = ['malformed-json', 'unknown-fields', 'wrong-types', 'null-fields', 'null'].includes(
        fault,
      );
      expect(canInject(fault, 'readContent'), fault).toBe(!spoils);
      expect(canInject(fault, 'upload'), fault).toBe(!spoils && fault !== 'half-body');
      expect(canInject(fault, 'readSubject'), fault).toBe(true);
    }
  });
});

describe('a spoiled answer', () => {
  const answer = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
  const draws = fc.func(fc.double({ min: 0, max: 0.999, noNaN: true })) as fc.Arbitrary<
    (label: string) => number
  >;

  it('ST-20 malformed JSON is not JSON, null is null', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(
          () => JSON.parse(spoiledJson(JSON.stringify(value), 'malformed-json', () => 0)) as unknown,
        ).toThrow();
        expect(spoiledJson(JSON.stringify(value), 'null', () => 0)).toBe('null');
      }),
    );
  });

  it('ST-20 unknown fields are added to what stays as it was', () => {
    fc.assert(
      fc.property(answer, (value) => {
        const text = JSON.stringify(value);
        const spoiled = JSON.parse(spoiledJson(text, 'unknown-fields', () => 0)) as Record<string, unknown>;
        expect(spoiled.unannouncedText ?? value.unannouncedText).toBeDefined();
        const without = JSON.parse(
          JSON.stringify(spoiled, (key, inner: unknown) =>
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
          const spoiled = spoiledJson(text, fault, draw);
          expect(spoiledJson(text, fault, draw)).toBe(spoiled);
          const after = JSON.parse(spoiled) as Record<string, unknown>;
          expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
        }
        expect(spoiledJson(text, 'wrong-types', draw)).not.toBe(text);
      }),
    );
    const spoiled = spoiledJson('{"id":"a","results":[{"n":1},{"n":2}],"open":true}', 'wrong-types', () => 0);
    expect(JSON.parse(spoiled)).toEqual({ id: { text: 'a' }, results: { length: 2 }, open: 'yes' });
    expect(spoiledJson('{"id":"a","n":1}', 'null-fields', (label) => (label === 'first' ? 0.9 : 1))).toBe(
      '{"id":"a","n":null}',
    );
  });
});
