import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from './http/errors.ts';
import {
  readSandboxAnchors,
  readSandboxClock,
  readSandboxFaults,
  readSandboxSession,
  readSandboxStories,
} from './sandbox.ts';

const origin = 'https://page.example';
const answering =
  (answer: unknown): typeof fetch =>
  () =>
    Promise.resolve(new Response(typeof answer === 'string' ? answer : JSON.stringify(answer)));

const expectation = { check: 'merkleized.root', status: 'FAILED', reason: 'X', section: 'witness' };
const good = [
  [
    readSandboxSession,
    {
      organizations: [{ id: 'o', name: 'Grupo', apiKey: 'k', testCases: true }],
      subjects: [{ id: 's', commonName: 'Ana', accessToken: 't' }],
    },
  ],
  [
    readSandboxAnchors,
    {
      version: 'v',
      anchors: [{ title: 'CA', pem: 'p', sha256: 'x', use: 'signing' }],
      recipe: 'ascii-hex-sorted/1',
      endorsers: [{ network: 1, address: '0x' }],
      rpc: { network: 1, path: '/sandbox/rpc' },
    },
  ],
  [
    readSandboxStories,
    [{ name: 'a-b', organization: 'o', witness: 'w', request: 'r', expected: [expectation], baseline: [] }],
  ],
  [readSandboxClock, { now: '2026-11-20T00:00:00Z', offset: 0 }],
  [
    readSandboxFaults,
    {
      seed: 1,
      faults: [{ operation: '*', fault: 'delay', rate: 0.5 }],
      operations: ['listWitnesses'],
      calls: { listWitnesses: 2 },
      injected: { listWitnesses: { delay: 1 } },
    },
  ],
] as const;

describe('what the sandbox answers', () => {
  it.each(good)('%o reads an answer as it came', async (read, answer) => {
    expect(await read(answering(answer), origin)).toEqual(answer);
  });

  it.each([
    [
      readSandboxSession,
      { organizations: [{ id: 'o', name: 'Grupo' }], subjects: [] },
      'organizations.0.apiKey',
    ],
    [readSandboxClock, { now: 7, offset: 0 }, 'now'],
    [readSandboxClock, 'no JSON', '(answer)'],
  ] as const)('%o says where an answer is wrong', async (read, answer, path) => {
    await expect(read(answering(answer), origin)).rejects.toMatchObject({
      kind: 'unreadable',
      messages: [{ message: expect.stringContaining(path) as string }],
    });
  });

  it('any JSON in place of a field is read, or refused with a path and without a value', async () => {
    const secret = 'valor-secreto';
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...good),
        fc.nat(),
        fc.oneof(fc.json({ maxDepth: 2 }), fc.constant(JSON.stringify({ [secret]: secret }))),
        async ([read, answer], at, text) => {
          const names = Object.keys(answer);
          const name = names[at % names.length] ?? '';
          const wrong = Object.assign(structuredClone(answer), { [name]: JSON.parse(text) as unknown });
          try {
            await read(answering(wrong), origin);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
            expect(error).toHaveProperty('kind', 'unreadable');
            const { messages } = error as ApiError; // that is what was expected above
            expect(messages[0]?.message.startsWith(name)).toBe(true);
            expect(JSON.stringify(messages)).not.toContain(`"${secret}"`);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
