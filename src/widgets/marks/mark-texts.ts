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

/** What an answer rests on, in one sentence. */
export function basisWords(basis: Basis): string {
  switch (basis) {
    case 'RECOMPUTED':
      return m.verdicts_basis_recomputed();
    case 'CHAIN':
      return m.verdicts_basis_chain();
    case 'PINNED':
      return m.verdicts_basis_pinned();
    case 'SERVER':
      return m.verdicts_basis_server();
  }
}
