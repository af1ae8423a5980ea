import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations/operations.ts';
import { fieldWord, shapeOf } from './answer-words.ts';
import { ApiError } from '../http/errors.ts';
import { readAnswer, unreadable } from './read-answer.ts';
import { takeAnswer } from './take-answer.ts';
import { at, id, listed, whole } from '../testing/sample-witness.ts';

const line = { method: 'GET', path: '/x', at: '2026-11-20T00:00:00Z' };
const valueOf = (operation: string, answer: unknown): unknown => readAnswer(operation, answer).value;

function read(operation: string, answer: unknown): { value: unknown; left: readonly string[] } {
  const { value, issues } = readAnswer(operation, answer);
  return { value, left: issues.filter(({ isLeftOut }) => isLeftOut).map(({ field }) => field) };
}

/** What differs, apart from what was left out. */
const issuesOf = (operation: string, answer: unknown) =>
  readAnswer(operation, answer).issues.map(({ isLeftOut: _isLeftOut, ...issue }) => issue);

describe('reading an answer by the contract', () => {
  const request = {
    id: 'a'.repeat(24),
    name: 'Contrato',
    draft: false,
    signed: 1,
    invites: [{ id: 'b', status: 'SIGNED', subject: { id: 'c', commonName: 'Ana' } }],
    witness: { hash: 'ab', merkleized: { merkleProof: ['a', 'b'] }, witnessCo: { leafIndex: 4n } },
    more: { than: ['the', 'contract'] },
  };

  it('returns the same object where every value has its type, null and unknown fields included', () => {
    expect(valueOf('readSignatureRequest', request)).toBe(request);
    const page = { results: [request, { id: null, invites: null }], info: null };
    expect(valueOf('listSignatureRequests', page)).toBe(page);
  });

  it.each([
    ['a name that is an object', { name: { text: 'x' } }, ['name']],
    ['a flag that is a word', { draft: 'yes' }, ['draft']],
    ['a resource that is a number', { witness: 12 }, ['witness']],
    ['a list that is an object', { invites: { length: 2 } }, ['invites']],
    ['a number in a list', { signed: { length: 2 } }, ['signed']],
  ])('%s is left out, and its owner names it', (_, wrong, fields) => {
    const { value, left } = read('readSignatureRequest', { ...request, ...wrong });
    const [field = ''] = fields;
    const { [field]: _gone, ...rest } = request as Record<string, unknown>;
    expect(value).toEqual({ ...rest, [unreadable]: fields });
    expect(left).toEqual(fields);
  });

  it('names fields from the answer down, each once', () => {
    const invite = { id: 'b', status: { text: 'SIGNED' }, subject: { id: 'c', commonName: [1] } };
    const { value, left } = read('listInvites', { results: [invite, invite] });
    expect(left).toEqual(['results[].status', 'results[].subject.commonName']);
    const invited = {
      id: 'b',
      subject: { id: 'c', [unreadable]: ['commonName'] },
      [unreadable]: ['status'],
    };
    expect(value).toEqual({ results: [invited, invited] });
  });

  it('leaves out a proof of which one hash cannot be read', () => {
    const witness = { merkleized: { merkleRoot: 'r', merkleProof: ['a', { text: 'b' }] } };
    expect(valueOf('readWitnessByHash', witness)).toEqual({
      merkleized: { merkleRoot: 'r', [unreadable]: ['merkleProof'] },
    });
  });

  it('counts an item that cannot be read as one of which nothing is known', () => {
    const { value, left } = read('readSignatureRequest', { invites: [{ id: 'b' }, 7, null] });
    expect(value).toEqual({ invites: [{ id: 'b' }, { [unreadable]: ['*'] }, { [unreadable]: ['*'] }] });
    expect(left).toEqual(['invites[]']);
  });

  it('SR-7 reads content under any name that begins with raw, and a strategy under its other name', () => {
    const wrong = { content: { rawText: 3 }, witness: { witnessCo: { timestamp: [1] } } };
    expect(read('readSignatureRequest', wrong).left).toEqual([
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
  ])('%s refuses %j, of which nothing would be left', (operation, answer) => {
    const refused = () => takeAnswer('scope', operation, answer, line);
    expect(refused).toThrow(ApiError);
    expect(refused).toThrow(/unreadable/);
  });
});

const { hash: _hash, ...withoutHash } = whole;

describe('the issues of an answer', () => {
  it('are none where nothing differs', () => {
    expect(issuesOf('listWitnesses', listed(whole, whole))).toEqual([]);
    expect(issuesOf('listSubjects', listed())).toEqual([]);
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
  ])('name what is %s', (_, witness, difference) => {
    const found = issuesOf('listWitnesses', listed(witness, witness));
    expect(found).toEqual([expect.objectContaining({ ...difference, times: 2 })]);
  });

  it('WI-14 do not require fields of a nested resource', () => {
    const nested = { ...whole, signatureRequest: { id }, initialOwner: {}, organization: { id } };
    expect(issuesOf('listWitnesses', listed(nested))).toEqual([]);
  });

  it('SR-7 allow any name that begins with raw in content', () => {
    const request = {
      id,
      draft: false,
      finalized: false,
      name: 'x',
      organization: { id },
      createdAt: at,
      updatedAt: at,
    };
    expect(issuesOf('readSignatureRequest', { ...request, content: { rawText: 'k' } })).toEqual([]);
  });

  it('are one for an answer of another type', () => {
    expect(issuesOf('listWitnesses', 'no')).toEqual([
      { field: '(answer)', kind: 'type', expected: 'object', found: 'text', times: 1 },
    ]);
  });

  it('count every occurrence in answers of any size', () => {
    const many = listed(...Array.from({ length: 30_000 }, () => ({ ...whole, colour: 1 })));
    const [extra] = issuesOf('listWitnesses', many);
    expect(extra?.times).toBe(30_000);
  });
});

describe('any JSON in place of any part of an answer', () => {
  const subject = { id, commonName: 'Ana', EVMAddress: `0x${'c'.repeat(40)}`, createdAt: at, updatedAt: at };
  const witness = {
    ...whole,
    claimed: true,
    initialOwner: subject,
    merkleized: { merkleRoot: 'r', network: 1, merkleProof: ['d', 'e'], createdAt: at },
    witnessExternal: { timestamp: at, leafIndex: 4, leftHashes: ['f'] },
    endorsable: {
      id: '12',
      network: 1,
      owner: { id: '0x', endorsables: { items: [{ id: 3 }], pageInfo: {} } },
    },
  };
  const request = {
    id,
    draft: false,
    signed: 1,
    content: { rawText: 'k', debtor: subject, creditor: 'x' },
    organization: { id, quota: { API: true, nom151: 1 }, policies: { signatureRequest: {} } },
    invites: [{ id, status: 'SIGNED', certificate: { id, publicKey: { exponent: '3' } }, witness }],
  };
  const answers: Readonly<Record<string, unknown>> = {
    listWitnesses: listed(witness),
    readSignatureRequest: request,
    listSignatureRequests: listed(request),
    listApiKeys: listed({ id, enabled: true, scopes: ['read'], organization: { id } }),
    listEndorseEvents: {
      items: [{ id: 'x', digest: '1', token: { id: 1 } }],
      pageInfo: { hasNextPage: true },
    },
    readSignatureRequestTimeseries: [{ mark: at, count: 1 }],
    'list:median-usdcmxn': { items: [{ id: 1, rate: 1.5 }], pageInfo: {} },
    readServerTime: { time: at },
    signFileUrl: { url: 'u', key: 'k' },
  };
  type Path = readonly (string | number)[];
  const placesOf = (value: unknown, path: Path = []): Path[] => [
    path,
    ...(Array.isArray(value)
      ? value.flatMap((item, index) => placesOf(item, [...path, index]))
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))
        : []),
  ];
  const places = Object.entries(answers).flatMap(([operation, answer]) =>
    placesOf(answer).map((path) => ({ operation, path })),
  );
  const replaced = (value: unknown, [first, ...rest]: Path, by: unknown): unknown => {
    if (first === undefined) return by;
    if (Array.isArray(value))
      return value.map((item, index) => (index === first ? replaced(item, rest, by) : (item as unknown)));
    const fields = { ...(value as Record<string, unknown>) };
    return { ...fields, [first]: replaced(fields[first], rest, by) };
  };
  const named = (path: Path): string =>
    path
      .map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
      .join('')
      .replace(/^\./, '');
  /** Names that exist on every object are fields of no resource. */
  const json = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.constantFrom('{"__proto__":{"a":1}}', '{"constructor":1,"toString":[]}', '1e400', '[null]', '""'),
  );

  it('gives issues with its place, no value in them, and a value that has the types of the contract', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), json, ({ operation, path }, text) => {
        const answer = replaced(answers[operation], path, JSON.parse(text));
        const { value, issues, lacking } = readAnswer(operation, answer);
        const output = allOperations[operation]?.output;
        const isRefused = output?.safeParse(answer).success === false;
        const place = named(path);
        const isNear = ({ field }: { field: string }): boolean =>
          field === '(answer)' || field.startsWith(place) || place.startsWith(field);
        if (isRefused) expect(issues.filter(({ kind }) => kind !== 'extra').some(isNear)).toBe(true);
        if (lacking !== undefined) return;
        const types = output
          ?.safeParse(value)
          .error?.issues.filter(
            ({ code, ...issue }) =>
              code === 'invalid_type' && 'expected' in issue && issue.expected !== 'int',
          );
        expect(types ?? []).toEqual([]);
        const again = readAnswer(operation, value);
        expect(again.value).toBe(value);
        expect(again.issues.some(({ isLeftOut }) => isLeftOut)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('shows a name only where it is one of a field', () => {
    expect(['witness', 'nom151', 'witness_co', 'x-y', 'RFC'].map(fieldWord)).not.toContain('(key)');
    expect(
      [id, 'ana@x.mx', '0x12', 'sk-123456', '', 'añ', 'deadbeefdeadbeef', '5512345678'].map(fieldWord),
    ).toEqual(Array.from({ length: 8 }, () => '(key)'));
    expect(shapeOf({ [id]: 'x', ['c'.repeat(24)]: 'y' })).toBe('{(key): text}');
  });
});
