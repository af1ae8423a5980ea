import type { Witness } from '#contract/resources/resources.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { strategies } from '#client/queries/reading.ts';
import { localPreferences } from '#client/session/preferences.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';

import { collectWitness, type Source } from '#widgets/verification/collect/collect-evidence.ts';
import type { LookUp } from '../run/verification.ts';

/** Witnesses whose evidence is collected at a time. */
const collectedAtOnce = 4;

/**
 * Asks a service for the witnesses of hashes, and for the evidence of those that it knows. Documents that the service
 * holds are not fetched.
 */
export function serviceLookUp(source: Source): LookUp {
  return async (hashes, signal) => {
    const requested = new Set(hashes);
    const { items, complete } = await source.cache.query({
      ...witnesses(source.client).whole({ hash: { in: [...hashes] } }),
      staleTime: 10_000,
    });
    const byHash = new Map<string, Witness>();
    for (const witness of items) {
      const hash = bareHex(witness.hash ?? '');
      // A service that does not know the filter answers with others.
      if (!requested.has(hash)) continue;
      const before = byHash.get(hash);
      if (before === undefined || proofsOf(witness) > proofsOf(before)) byHash.set(hash, witness);
    }
    // In a list with a part missing, a hash without a witness may have one.
    const found = new Map<string, Evidence | undefined>(
      complete ? [] : hashes.map((hash) => [hash, undefined]),
    );
    const left = [...byHash];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined && !signal.aborted; next = left.shift()) {
        const [hash, witness] = next;
        const { evidence } = await collectWitness(source, witness, { withDocument: false });
        found.set(hash, evidence.witness === undefined ? undefined : evidence);
      }
    };
    await Promise.all(Array.from({ length: collectedAtOnce }, work));
    return found;
  };
}

/** Several organizations may have had a hash witnessed: the one with most proofs says most. */
function proofsOf(witness: Witness): number {
  const { nom151, merkleized, external } = strategies(witness);
  return [nom151?.createdAt, merkleized?.merkleRoot, external?.targetRootHash].filter(Boolean).length;
}

const slot = 'verify.look-up';

/** Whether the user lets a service be queried, by its address; undefined: the user has not chosen yet. */
export function lookUpChoice(baseUrl: string): boolean | undefined {
  return readChoices()[baseUrl];
}

export function chooseLookUp(baseUrl: string, agreed: boolean): void {
  localPreferences.set(slot, JSON.stringify({ ...readChoices(), [baseUrl]: agreed }));
}

function readChoices(): Readonly<Record<string, boolean>> {
  try {
    const stored: unknown = JSON.parse(localPreferences.get(slot) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'boolean'));
  } catch {
    return {};
  }
}

const bareHex = (text: string): string => text.toLowerCase().replace(/^0x/, '');
