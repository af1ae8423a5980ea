import { describe, expect, it } from 'vitest';
import type { EventListFacts } from './facts.ts';
import { context, documentWitness, evidence } from './testing/case-material.ts';
import { hex, leafAt } from './testing/trees.ts';
import { tokenChains } from './token-chains.ts';

/** The last final block of the node that the context asked. */
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
  const told = { items: [minted!, { ...sale, ...later }], complete: true, ...events };
  const owned = { ...documentWitness.endorsable!, ownerId: buyer };
  const [chain] = tokenChains(
    owned,
    documentWitness.hash,
    documentWitness.initialOwner,
    { ...evidence, events: told },
    context,
  );
  const { status, basis, reason } = chain!.checks.find(({ id }) => id === 'token.head')!;
  return { links: chain!.links.length, status, basis, code: reason?.code };
}

const open = { links: 1, status: 'INDETERMINATE', basis: 'CHAIN', code: 'X_ENDORSE_NOT_FINAL' };
const contradicted = { ...open, status: 'FAILED', code: 'X_ENDORSE_HEAD_MISMATCH' };

describe('a token read from logs beside what the service tells', () => {
  it('waits for what is told after the last final block, and for nothing before it', () => {
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

  it('calls no owner false while pages of what is told are missing', () => {
    expect(head({}, { items: [minted!], complete: false })).toEqual({
      ...open,
      code: 'X_ENDORSE_INCOMPLETE',
    });
    expect(head({}, { items: [minted!] })).toEqual(contradicted);
  });

  it('says nothing false of an owner where no event was told', () => {
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
