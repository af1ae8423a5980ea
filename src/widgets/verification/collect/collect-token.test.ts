import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { clientOf, json } from '#client/testing/answers.ts';
import { ProofError } from '#proofs/errors.ts';
import * as material from '#proofs/testing/case-material.ts';
import { caseService, ids, witnessResource } from '../../testing/case-service.ts';
import { collectToken } from './collect-token.ts';

const token = { id: '7', ownerId: ids.owner, network: 1, witness: { id: ids.witness } };
const event = {
  id: 'e1',
  timestamp: 1_760_000_000,
  fromId: ids.owner,
  toId: ids.owner,
  digest: '7',
  network: 1,
};

/** What is collected of a token whose witness and only event are like this. */
async function collected(change: { readonly witness?: object; readonly event?: object } = {}) {
  const service = caseService({}, (_seen, path) => {
    if (path === '/witnesses')
      return json({
        results: [{ ...witnessResource(ids.witness, material.documentWitness), ...change.witness }],
        info: { id: 'list', count: 1, pages: 1, next: null, prev: null },
      });
    if (path === '/endorse-events')
      return json({
        items: [{ ...event, ...change.event }],
        pageInfo: { hasNextPage: false, endCursor: null },
      });
    return undefined;
  });
  const capabilities = { absent: [], present: [], foundAt: '' };
  return collectToken({ client: clientOf(service.fetch), capabilities, cache: new QueryClient() }, token);
}

describe('what a service gives of a token', () => {
  it('is evidence of the token, its witness and its events where all of it can be read', async () => {
    const { evidence, gaps } = await collected();
    expect(gaps).toEqual([]);
    expect(evidence?.events.items).toHaveLength(1);
    expect(evidence?.witness?.hash).toBe(material.documentHash);
  });

  it.each([
    ['a claim that is no object', { witness: { claiming: 'x' } }],
    ['whether it was claimed in no form that can be read', { witness: { claimed: 'maybe' } }],
    ['a party of an event that is no text', { event: { toId: {} } }],
    ['a wallet of an event that is no object', { event: { from: 5 } }],
  ])('is no evidence with %s: it is not checked as if that had not been sent', async (_what, change) => {
    const { evidence, gaps } = await collected(change);
    expect(evidence).toBeUndefined();
    expect(gaps).toMatchObject([{ what: 'events', error: expect.any(ProofError) as unknown }]);
  });

  it('is evidence also where what a token is checked without could not be read', async () => {
    const { evidence, gaps } = await collected({ witness: { nom151: 5 }, event: { token: 'x' } });
    expect(gaps).toEqual([]);
    expect(evidence?.witness?.hash).toBe(material.documentHash);
  });
});
