import { describe, expect, it } from 'vitest';
import type { EventListFacts } from '../evidence/facts.ts';
import { context, documentWitness, evidence } from '../testing/case-material.ts';
import { hex, leafAt } from '../testing/trees.ts';
import { tokenChains, tokenOf } from './token-chains.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { EndorsableFacts } from '../evidence/facts.ts';
import { standard } from '../policy/policy.ts';

/** The last final block of the queried node. */
const finalAt = 1_790_000_060;
const [minted] = evidence.events!.items;
const buyer = '0x' + '77'.repeat(20);
const sale = {
  ...minted!,
  id: `0x${hex(leafAt(71))}-0x0`,
  from: minted!.to,
  to: buyer,
  timestamp: finalAt + 1,
};

function head(later: Partial<typeof sale>, events: Partial<EventListFacts> = {}) {
  const reported = { items: [minted!, { ...sale, ...later }], complete: true, ...events };
  const owned = { ...documentWitness.endorsable!, ownerId: buyer };
  const [chain] = tokenChains(
    owned,
    documentWitness.hash,
    documentWitness.initialOwner,
    { ...evidence, events: reported },
    context,
  );
  const { status, basis, reason } = chain!.checks.find(({ id }) => id === 'token.head')!;
  return { links: chain!.links.length, status, basis, code: reason?.code };
}

const open = { links: 1, status: 'INDETERMINATE', basis: 'CHAIN', code: 'X_ENDORSE_NOT_FINAL' };
const contradicted = { ...open, status: 'FAILED', code: 'X_ENDORSE_HEAD_MISMATCH' };

describe('a token read from logs beside what the service tells', () => {
  it('waits for what is reported after the last final block, and for nothing before it', () => {
    expect(head({})).toEqual(open);
    // Several blocks may share the last final second: the event may stand in a later one of them.
    expect(head({ timestamp: finalAt })).toEqual(open);
    expect(head({ timestamp: finalAt - 1 })).toEqual(contradicted);
  });

  it('waits for no event of another network and for none that is final already', () => {
    expect(head({ network: 1 })).toEqual(contradicted);
    const again = { ...sale, id: minted!.id };
    expect(head(again)).toEqual(contradicted);
    expect(head({ ...again, id: minted!.id.toUpperCase().replaceAll('0X', '') })).toEqual(contradicted);
    // The same block, another log: another event.
    expect(head({ ...again, id: minted!.id.replace(/-0x1$/, '-0x2') })).toEqual(open);
  });

  it('calls no owner false while pages of what is reported are missing', () => {
    expect(head({}, { items: [minted!], complete: false })).toEqual({
      ...open,
      code: 'X_ENDORSE_INCOMPLETE',
    });
    expect(head({}, { items: [minted!] })).toEqual(contradicted);
  });

  it('says nothing false of an owner where no event was reported', () => {
    const { events: _, ...without } = evidence;
    const [chain] = tokenChains(
      { ...documentWitness.endorsable!, ownerId: buyer },
      documentWitness.hash,
      documentWitness.initialOwner,
      without,
      context,
    );
    expect(chain!.checks.find(({ id }) => id === 'token.head')).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_ENDORSE_INCOMPLETE' },
    });
  });
});

const token = documentWitness.endorsable!;
const { endorsers: _, exchanges: __, ...alone } = context;
const chainsOf = (
  items: readonly (typeof sale)[],
  { named = true, within = alone, complete = true } = {},
) => {
  const reported: Evidence = { ...evidence, events: { items, complete } };
  return tokenChains(
    token,
    named ? documentWitness.hash : undefined,
    documentWitness.initialOwner,
    reported,
    within,
  );
};
const statusOf = (chain: ReturnType<typeof chainsOf>[number] | undefined, of: string): string | undefined => {
  const found = chain?.checks.find(({ id }) => id === of);
  return found && `${found.status} ${found.basis} ${found.reason?.code ?? ''}`.trim();
};

describe('the chains of a token', () => {
  it('are none where its id, owner or network is not reported', () => {
    const whole: EndorsableFacts = token;
    for (const left of ['id', 'ownerId', 'network'] as const) {
      const { [left]: __, ...part } = whole;
      expect(tokenOf(part, undefined, evidence, context), left).toBeUndefined();
      expect(tokenChains(part, documentWitness.hash, undefined, evidence, context), left).toEqual([]);
    }
    expect(tokenOf(undefined, undefined, evidence, context)).toBeUndefined();
  });

  it('are the service’s word without a contract, a node or an id that a contract can have', () => {
    const basisOf = (facts: EndorsableFacts, within: Context) => tokenOf(facts, undefined, evidence, within);
    expect(basisOf(token, context)).toMatchObject({ basis: 'CHAIN', token: { complete: true, later: {} } });
    expect(basisOf(token, alone)?.basis).toBe('SERVER');
    expect(basisOf(token, alone)?.token).not.toHaveProperty('later');
    expect(basisOf(token, alone)?.token).not.toHaveProperty('initialOwner');
    expect(basisOf(token, { ...context, endorsers: [] })?.basis).toBe('SERVER');
    expect(basisOf({ ...token, network: 1 }, context)?.basis).toBe('SERVER');
    for (const id of [-1n, 1n << 256n]) expect(basisOf({ ...token, id }, context)?.basis).toBe('SERVER');
    expect(basisOf({ ...token, id: 0n }, context)?.basis).toBe('SERVER');
    const { events: __, ...eventless } = evidence;
    expect(tokenOf(token, undefined, eventless, alone)?.token).toMatchObject({ events: [], complete: false });
    expect(tokenOf(token, undefined, eventless, context)?.token).toMatchObject({
      complete: true,
      later: { events: [], complete: false },
    });
  });

  it('stand apart by network, that of the token first, and which is the token’s stays open', () => {
    const other = { ...sale, network: 1 };
    const [own, foreign, ...more] = chainsOf([other, minted!, { ...other, id: `0x${hex(leafAt(72))}-0x0` }]);
    expect(more).toEqual([]);
    expect([own, foreign].map((chain) => [chain?.network, chain?.links.length, chain?.complete])).toEqual([
      [token.network, 1, true],
      [1, 2, true],
    ]);
    const open = 'INDETERMINATE SERVER X_ENDORSE_MIXED_NETWORKS';
    expect([own, foreign].map((chain) => statusOf(chain, 'token.network'))).toEqual([open, open]);
    // The owner is checked on the token's own network.
    expect(statusOf(own, 'token.head')).toBe('INDETERMINATE SERVER X_SERVER_WORD');
    expect(statusOf(foreign, 'token.head')).toBeUndefined();
    expect(statusOf(foreign, 'token.first')).toBe('FAILED SERVER X_ENDORSE_FIRST_OWNER');
    expect(chainsOf([minted!]).map((chain) => statusOf(chain, 'token.network'))).toEqual([
      'INDETERMINATE SERVER X_SERVER_WORD',
    ]);
  });

  it('read from logs are of one network, whatever else the service tells of others', () => {
    const [own, foreign] = chainsOf([minted!, { ...sale, network: 1 }], { within: context, complete: false });
    expect([own?.basis, own?.complete, own?.later]).toEqual(['CHAIN', true, []]);
    expect(statusOf(own, 'token.network')).toBe('PASSED CHAIN');
    expect([foreign?.basis, foreign?.complete, foreign?.later]).toEqual(['SERVER', false, []]);
    expect(statusOf(foreign, 'token.network')).toBe('INDETERMINATE SERVER X_ENDORSE_MIXED_NETWORKS');
  });

  it('name what is not final yet beside their links', () => {
    const [own] = chainsOf([minted!, sale], { within: context });
    expect([own?.links.length, own?.later]).toEqual([1, [sale]]);
  });

  it('without a witness leave open whether the token is its document’s, and nothing else', () => {
    const [chain] = chainsOf([minted!], { named: false });
    expect(chain?.checks.find(({ id }) => id === 'token.id')).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_EVIDENCE_ABSENT' },
      next: { code: 'get_evidence_again' },
      level: standard.levels['token.id'],
    });
    expect(statusOf(chain, 'token.continuity')).toBe('INDETERMINATE SERVER X_SERVER_WORD');
    expect(statusOf(chainsOf([minted!])[0], 'token.id')).toBe('PASSED RECOMPUTED');
  });

  it('show no link where an event cannot be read, and say so in every check of the order', () => {
    const [chain] = chainsOf([minted!, { ...sale, from: '0x1' }]);
    expect(chain?.links).toEqual([]);
    expect(statusOf(chain, 'token.continuity')).toBe('INDETERMINATE RECOMPUTED X_UNREADABLE');
    expect(chainsOf([minted!, sale])[0]?.links.map(({ following }) => following)).toEqual([
      'FOLLOWS',
      'FOLLOWS',
    ]);
  });
});
