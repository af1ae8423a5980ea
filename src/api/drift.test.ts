import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAnswer, fieldWord, shapeOf } from './drift-compare.ts';
import { driftExport } from './drift-export.ts';
import { createDriftBook } from './drift.ts';

const service = 'https://service.example/rest/v1';
const at = '2026-11-18T23:41:07.000Z';
const id = 'a'.repeat(24);
const whole = {
  id,
  hash: 'b'.repeat(64),
  algorithm: 'SHA256',
  organization: { id },
  claiming: null,
  nom151: { provider: 'TESTIGO-SANDBOX', createdAt: at, updatedAt: at },
  createdAt: at,
  updatedAt: at,
};
const listed = (...results: unknown[]) => ({ id: 'l', info: { count: results.length }, results });
const { hash: _hash, ...withoutHash } = whole;

describe('what differs from the contract', () => {
  it('finds nothing where nothing differs', () => {
    expect(compareAnswer('listWitnesses', listed(whole, whole))).toEqual([]);
    expect(compareAnswer('listSubjects', listed())).toEqual([]);
  });

  it.each([
    ['missing', withoutHash, { field: 'results[].hash', kind: 'missing', found: '—' }],
    [
      'missing, as null',
      { ...whole, hash: null },
      { field: 'results[].hash', kind: 'missing', found: 'null' },
    ],
    [
      'extra',
      { ...whole, colour: ['red'] },
      { field: 'results[].colour', kind: 'extra', found: 'list of text' },
    ],
    [
      'renamed, by its value',
      { ...withoutHash, digest: 'b'.repeat(64) },
      { field: 'results[].hash', kind: 'renamed', now: 'digest' },
    ],
    [
      'renamed, by its name',
      { ...whole, timestamped_at: at },
      { field: 'results[].timestampedAt', kind: 'renamed', now: 'timestamped_at' },
    ],
    [
      'renamed, as live deployments do',
      { ...whole, witnessCo: { timestamp: at } },
      { field: 'results[].witnessExternal', kind: 'renamed', now: 'witnessCo' },
    ],
    [
      'of another type',
      { ...whole, claimed: 'yes' },
      { field: 'results[].claimed', kind: 'type', expected: 'flag', found: 'text' },
    ],
    [
      'of another form',
      { ...whole, createdAt: '18/11/2026' },
      { field: 'results[].createdAt', kind: 'type', expected: 'DateTime', found: 'text' },
    ],
    [
      'of another type below',
      { ...whole, nom151: { provider: 7 } },
      { field: 'results[].nom151.provider', kind: 'type', expected: 'text', found: 'number' },
    ],
    [
      'a list that is none',
      { ...whole, merkleized: { merkleProof: 'b' } },
      { field: 'results[].merkleized.merkleProof', kind: 'type', expected: 'list of text', found: 'text' },
    ],
  ])('tells what is %s', (_, witness, difference) => {
    const found = compareAnswer('listWitnesses', listed(witness, witness));
    expect(found).toEqual([expect.objectContaining({ ...difference, times: 2 })]);
  });

  it('WI-14 a nested resource owes nothing', () => {
    const nested = { ...whole, signatureRequest: { id }, initialOwner: {}, organization: { id } };
    expect(compareAnswer('listWitnesses', listed(nested))).toEqual([]);
  });

  it('SR-7 any name that begins with raw is content', () => {
    const request = {
      id,
      draft: false,
      finalized: false,
      name: 'x',
      organization: { id },
      createdAt: at,
      updatedAt: at,
    };
    expect(compareAnswer('readSignatureRequest', { ...request, content: { rawText: 'k' } })).toEqual([]);
  });

  it('an answer that is something else altogether is one difference', () => {
    expect(compareAnswer('listWitnesses', 'no')).toEqual([
      { field: '(answer)', kind: 'type', expected: 'object', found: 'text', times: 1 },
    ]);
  });

  it('ends on answers of any size', () => {
    const many = listed(...Array.from({ length: 30_000 }, () => ({ ...whole, colour: 1 })));
    const [extra] = compareAnswer('listWitnesses', many);
    expect(extra?.times).toBeGreaterThan(1000);
  });
});

describe('the book of differences', () => {
  const book = () => createDriftBook(() => undefined);

  it('counts answers and times apart, one service from another', async () => {
    const drifts = book();
    drifts.look(service, 'listWitnesses', listed({ ...whole, colour: 1 }, { ...whole, colour: 2 }));
    drifts.look(service, 'listWitnesses', listed({ ...whole, colour: 1 }));
    drifts.look(service, 'listWitnesses', listed(whole));
    drifts.look('https://other.example', 'listWitnesses', listed({ ...whole, taste: 1 }));
    await drifts.settle();
    const { looked, drifts: found } = drifts.report(service);
    expect(looked).toEqual({ listWitnesses: 3 });
    expect(found).toEqual([expect.objectContaining({ field: 'results[].colour', answers: 2, times: 3 })]);
  });

  it('tells who listens, keeps a report until it changes, and says what it did not look at', async () => {
    const drifts = book();
    let told = 0;
    drifts.subscribe(() => (told += 1));
    for (let at = 0; at < 60; at += 1) drifts.look(service, 'readServerTime', { time: '12' });
    await drifts.settle();
    const report = drifts.report(service);
    expect(report).toBe(drifts.report(service));
    expect([report.looked.readServerTime, report.skipped]).toEqual([50, 10]);
    expect(told).toBe(60);
  });
});

describe('the export', () => {
  // Values that cannot be anything else in the export: no count, no name of a field, no word of the contract.
  const secret = fc
    .string({ unit: fc.constantFrom(...Array.from('qxzjkw')), minLength: 8, maxLength: 24 })
    .map((text) => `${text}§`);
  const field = fc.constantFrom(
    'id',
    'hash',
    'organization',
    'witness',
    'createdAt',
    'colour',
    'info',
    'results',
    'nom151',
  );
  // A map may be keyed by what is nobody's business.
  const key = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{24}$/),
    fc.stringMatching(/^[qxz]{6,10}@[qxz]{4,8}\.mx$/),
    fc.stringMatching(/^sk-[0-9]{12}$/),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      secret,
      fc.bigInt({ min: 10n ** 30n, max: 10n ** 40n }),
      fc.integer({ min: 10 ** 9, max: 2 ** 40 }),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(field, key), tie('any'), { maxKeys: 6 }),
    ),
  })).any;

  it('no value of an answer ever appears in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('listWitnesses', 'readSignatureRequest', 'listSubjects', 'createApiKey'),
        fc.oneof(
          value,
          fc.array(value, { maxLength: 5 }).map((results) => ({ results })),
        ),
        async (operation, answer) => {
          const drifts = createDriftBook(() => undefined);
          drifts.look(service, operation, answer);
          await drifts.settle();
          const text = driftExport(service, drifts.report(service), new Date(at));
          for (const one of valuesOf(answer)) expect(text).not.toContain(one);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('carries operation, field, kind, counts and shape', async () => {
    const drifts = createDriftBook(() => undefined);
    drifts.look(service, 'listWitnesses', listed({ ...whole, colour: { deep: 1 } }));
    await drifts.settle();
    expect(JSON.parse(driftExport(service, drifts.report(service), new Date(at)))).toEqual({
      format: 'testigo-drift/1',
      service,
      exportedAt: at,
      complete: true,
      answersLookedAt: { listWitnesses: 1 },
      answersNotLookedAt: 0,
      differences: [
        {
          operation: 'listWitnesses',
          request: 'GET /witnesses',
          tier: 'documented',
          field: 'results[].colour',
          kind: 'extra',
          expected: '—',
          found: '{deep: number}',
          answers: 1,
          times: 1,
        },
      ],
    });
  });

  it('a name that is an id, an address or a key is not kept', () => {
    expect(['witness', 'nom151', 'witness_co', 'x-y', 'RFC'].map(fieldWord)).not.toContain('(key)');
    expect(
      [id, 'ana@x.mx', '0x12', 'sk-123456', '', 'añ', 'deadbeefdeadbeef', '5512345678'].map(fieldWord),
    ).toEqual(Array.from({ length: 8 }, () => '(key)'));
    expect(shapeOf({ [id]: 'x', ['c'.repeat(24)]: 'y' })).toBe('{(key): text}');
  });
});

/** Every text and number of an answer, and every name in it that is no field. */
function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => [
      ...(/\d{4}|@|^[0-9a-f]{24}$/.test(name) ? [name] : []),
      ...valuesOf(one),
    ]);
  return [String(value)];
}
