import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod/mini';
import { allOperations } from '#contract/operations.ts';
import { answerKind, shapes } from './answer-shapes.ts';
import { holdToContract, unreadable } from './as-contract.ts';
import { ApiError } from './errors.ts';

const line = { method: 'GET', path: '/x', at: '2026-11-20T00:00:00Z' };
const hold = (operation: string, answer: unknown) => holdToContract(operation, answer, line);
const held = (operation: string, answer: unknown): unknown => hold(operation, answer).value;

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
}
const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def;

/** Holds a kind of the table to a schema of the contract, and all that is below it. */
function compare(schema: z.ZodMiniType, kind: string | undefined, at: string, seen: Set<unknown>): void {
  const { type, shape, innerType, element, options } = definitionOf(schema);
  if ((type === 'optional' || type === 'nullable') && innerType) return compare(innerType, kind, at, seen);
  if (type === 'array' && element) {
    if (definitionOf(element).type === 'string') return expect(kind, at).toBe('texts');
    expect(kind, at).toMatch(/\[\]$/);
    return compare(element, kind?.slice(0, -2), `${at}[]`, seen);
  }
  if (options) {
    const types = options.map((option) => definitionOf(option).type).sort();
    const object = options.find((option) => definitionOf(option).shape);
    const kinds: Readonly<Record<string, string>> = {
      'number,string': 'number|text',
      'bigint,number,string': 'whole',
      'array,boolean,number': 'tally',
      'object,string': 'text|Subject',
    };
    expect(kind, at).toBe(kinds[types.join()]);
    if (object) compare(object, 'Subject', at, seen);
    return;
  }
  if (shape) {
    if (seen.has(schema)) return;
    seen.add(schema);
    const fields = shapes[kind ?? ''];
    expect(Object.keys(fields ?? {}).sort(), `${at}: ${kind}`).toEqual(Object.keys(shape).sort());
    for (const [name, inner] of Object.entries(shape)) compare(inner, fields?.[name], `${at}.${name}`, seen);
    return;
  }
  const kinds: Readonly<Record<string, string>> = {
    string: 'text',
    enum: 'text',
    number: 'number',
    boolean: 'flag',
  };
  expect(kind, at).toBe(kinds[type]);
}

describe('the table of answers', () => {
  const free = ['readContent', 'readNom151Token', 'readOpenApi'];

  it.each(Object.keys(allOperations))('%s is as the contract says', (name) => {
    const operation = allOperations[name];
    if (!operation) throw new Error('It is listed.');
    if (free.includes(name)) expect(answerKind(name)).toBeUndefined();
    else compare(operation.output, answerKind(name), name, new Set());
  });

  it('has no shape that is not used', () => {
    const used = new Set(Object.values(shapes).flatMap((shape) => Object.values(shape)));
    for (const name of Object.keys(allOperations)) used.add(answerKind(name) ?? '');
    const names = [...used].map((kind) => kind.replace('[]', '').replace('text|', ''));
    for (const name of Object.keys(shapes)) expect(names).toContain(name);
  });
});

describe('an answer held to the contract', () => {
  const request = {
    id: 'a'.repeat(24),
    name: 'Contrato',
    draft: false,
    signed: 1,
    invites: [{ id: 'b', status: 'SIGNED', subject: { id: 'c', commonName: 'Ana' } }],
    witness: { hash: 'ab', merkleized: { merkleProof: ['a', 'b'] }, witnessCo: { leafIndex: 4n } },
    more: { than: ['the', 'contract'] },
  };

  it('is the same object where nothing is of another kind, null and what nobody announced included', () => {
    expect(held('readSignatureRequest', request)).toBe(request);
    const page = { results: [request, { id: null, invites: null }], info: null };
    expect(held('listSignatureRequests', page)).toBe(page);
  });

  it.each([
    ['a name that is an object', { name: { text: 'x' } }, ['name']],
    ['a flag that is a word', { draft: 'yes' }, ['draft']],
    ['a resource that is a number', { witness: 12 }, ['witness']],
    ['a list that is an object', { invites: { length: 2 } }, ['invites']],
    ['a number in a list', { signed: { length: 2 } }, ['signed']],
  ])('%s is left out, and its owner says so', (_, wrong, fields) => {
    const { value, left } = hold('readSignatureRequest', { ...request, ...wrong });
    const [field = ''] = fields;
    const { [field]: _gone, ...rest } = request as Record<string, unknown>;
    expect(value).toEqual({ ...rest, [unreadable]: fields });
    expect(left).toEqual(fields);
  });

  it('names what is deeper from the answer down, once', () => {
    const invite = { id: 'b', status: { text: 'SIGNED' }, subject: { id: 'c', commonName: [1] } };
    const { value, left } = hold('listInvites', { results: [invite, invite] });
    expect(left).toEqual(['results[].status', 'results[].subject.commonName']);
    const read = {
      id: 'b',
      subject: { id: 'c', [unreadable]: ['commonName'] },
      [unreadable]: ['status'],
    };
    expect(value).toEqual({ results: [read, read] });
  });

  it('a proof is read whole or not at all', () => {
    const witness = { merkleized: { merkleRoot: 'r', merkleProof: ['a', { text: 'b' }] } };
    expect(held('readWitnessByHash', witness)).toEqual({
      merkleized: { merkleRoot: 'r', [unreadable]: ['merkleProof'] },
    });
  });

  it('what stands in a list without being anything still counts as one', () => {
    const { value, left } = hold('readSignatureRequest', { invites: [{ id: 'b' }, 7, null] });
    expect(value).toEqual({ invites: [{ id: 'b' }, { [unreadable]: ['*'] }, { [unreadable]: ['*'] }] });
    expect(left).toEqual(['invites[]']);
  });

  it('SR-7 content under any name that begins with raw is text, and the other name of a strategy is held as the known one', () => {
    const wrong = { content: { rawText: 3 }, witness: { witnessCo: { timestamp: [1] } } };
    expect(hold('readSignatureRequest', wrong).left).toEqual([
      'content.rawText',
      'witness.witnessCo.timestamp',
    ]);
  });

  it.each([
    ['readSubject', []],
    ['readSubject', 'no'],
    ['listSubjects', { info: {} }],
    ['listSubjects', { results: null }],
    ['listSubjects', { results: { length: 3 } }],
    ['listEndorsables', { items: 12 }],
    ['readSignatureRequestTimeseries', { length: 3 }],
    ['list:median-usdcmxn', { items: null }],
    ['signFileUrl', { key: 'k' }],
    ['signFileUrl', { key: 'k', url: { text: 'u' } }],
  ])('%s refuses %j: nothing would be left of it', (operation, answer) => {
    const refused = () => hold(operation, answer);
    expect(refused).toThrow(ApiError);
    expect(refused).toThrow(/unreadable/);
  });

  it('whatever comes, what is let through is of the kinds of the contract, and held again it is the same', () => {
    const field = fc.constantFrom(...Object.keys(shapes.SignatureRequest ?? {}), 'hash', 'commonName', 'x');
    const any = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(field, tie('value'), { maxKeys: 6 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(field, any), (answer) => {
        const once = held('readSignatureRequest', answer);
        expect(held('readSignatureRequest', once)).toBe(once);
        expect(problems(once, 'SignatureRequest')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

/** Fields of another kind, found in another way than they are left out. */
function problems(value: unknown, kind: string): string[] {
  if (value === null || value === undefined) return [];
  const of = Array.isArray(value) ? 'list' : typeof value;
  const known: Readonly<Record<string, readonly string[]>> = {
    text: ['string'],
    number: ['number'],
    flag: ['boolean'],
    tally: ['number', 'boolean', 'list'],
    whole: ['string', 'number', 'bigint'],
    'number|text': ['number', 'string'],
    texts: ['list'],
  };
  const kinds = known[kind];
  if (kinds) return kinds.includes(of) ? [] : [`${kind} is ${of}`];
  if (kind.endsWith('[]'))
    return Array.isArray(value) ? value.flatMap((item) => problems(item, kind.slice(0, -2))) : [kind];
  if (kind.startsWith('text|')) return of === 'string' ? [] : problems(value, 'Subject');
  if (of !== 'object') return [`${kind} is ${of}`];
  return Object.entries(value)
    .flatMap(([name, inner]) => problems(inner, shapes[kind]?.[name] ?? 'none'))
    .filter((problem) => !problem.startsWith('none'));
}
