import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyOperationName } from '../http/send-call.ts';
import { driftExport } from './drift-export.ts';
import { createDriftLog } from './drift.ts';
import { readAnswer } from './read-answer.ts';
import { at, listed, whole } from '../testing/sample-witness.ts';

const service = 'https://service.example/rest/v1';

/** A log that has read an answer. */
function logOf(operation: AnyOperationName, answer: unknown) {
  const log = createDriftLog();
  log.note(service, operation, readAnswer(operation, answer).issues);
  return log;
}

describe('the log of differences', () => {
  it('counts answers and times apart, one service from another', () => {
    const log = createDriftLog();
    const note = (of: string, answer: unknown): void =>
      log.note(of, 'listWitnesses', readAnswer('listWitnesses', answer).issues);
    note(service, listed({ ...whole, colour: 1 }, { ...whole, colour: 2 }));
    note(service, listed({ ...whole, colour: 1 }));
    note(service, listed(whole));
    note('https://other.example', listed({ ...whole, taste: 1 }));
    const { looked, drifts: found } = log.report(service);
    expect(looked).toEqual({ listWitnesses: 3 });
    expect(found).toEqual([expect.objectContaining({ field: 'results[].colour', answers: 2, times: 3 })]);
  });

  it('notifies its listeners of every answer, and returns the same report until one comes', () => {
    const log = createDriftLog();
    let notified = 0;
    log.subscribe(() => (notified += 1));
    for (let at = 0; at < 60; at += 1) log.note(service, 'readServerTime', []);
    const report = log.report(service);
    expect(report).toBe(log.report(service));
    expect(report.looked.readServerTime).toBe(60);
    expect(notified).toBe(60);
  });

  it('counts errors of the service apart, and which operations still fail', () => {
    const log = createDriftLog();
    log.noteFailure(service, 'listIssuers');
    log.noteFailure(service, 'listWitnesses');
    log.noteFailure(service, 'listWitnesses');
    log.note(service, 'listWitnesses', []);
    expect(log.report(service)).toMatchObject({
      looked: { listWitnesses: 1 },
      drifts: [],
      failed: { listIssuers: 1, listWitnesses: 2 },
      failing: ['listIssuers'],
    });
    expect(log.report('https://other.example').failed).toEqual({});
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

  it('no value of an answer ever appears in it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<AnyOperationName>(
          'listWitnesses',
          'readSignatureRequest',
          'listSubjects',
          'createApiKey',
        ),
        fc.oneof(
          value,
          fc.array(value, { maxLength: 5 }).map((results) => ({ results })),
        ),
        (operation, answer) => {
          const text = driftExport(service, logOf(operation, answer).report(service), new Date(at));
          for (const one of valuesOf(answer)) expect(text).not.toContain(one);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('carries operation, field, kind, counts and shape', () => {
    const log = logOf('listWitnesses', listed({ ...whole, colour: { deep: 1 } }));
    expect(JSON.parse(driftExport(service, log.report(service), new Date(at)))).toEqual({
      format: 'testigo-drift/1',
      service,
      exportedAt: at,
      complete: true,
      answersLookedAt: { listWitnesses: 1 },
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
