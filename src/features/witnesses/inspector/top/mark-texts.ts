import type { Basis } from '#proofs/check.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import { m } from '#i18n/messages.ts';

export const bases: readonly Basis[] = ['RECOMPUTED', 'CHAIN', 'PINNED', 'SERVER'];

/** What a strategy proves, in one sentence. */
export function strategyWords(name: BlockName): string {
  switch (name) {
    case 'nom151':
      return m.inspector_guide_nom151();
    case 'merkleized':
      return m.inspector_guide_merkle();
    case 'external':
      return m.inspector_guide_external();
  }
}
