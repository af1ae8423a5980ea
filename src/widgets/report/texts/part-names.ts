/** What the pieces of a report are called. */
import type { BlockName } from '#proofs/verdict/compose.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';

/** `invites[1].witness` → «Testigo de la firma 2»; a key without words is shown as it is. */
export function sectionName(key: string): string {
  const invite = /^invites\[(\d+)\](\.witness)?$/.exec(key);
  if (invite !== null) {
    const number = String(Number(invite[1]) + 1);
    return invite[2] === undefined
      ? m.verdicts_section_signature({ number })
      : m.verdicts_section_signature_witness({ number });
  }
  switch (key) {
    case 'document':
      return m.verdicts_section_document();
    case 'signature':
      return m.verdicts_section_witnessed_signature();
    case 'request':
      return m.verdicts_section_request();
    case 'witness':
      return m.verdicts_section_witness();
    case 'claim':
      return m.verdicts_section_claim();
    case 'token':
      return m.verdicts_section_token();
    case 'case':
      return m.verdicts_section_case();
    case 'certificate':
      return m.verdicts_section_certificate();
    case 'ocspResponse':
      return m.verdicts_section_ocsp();
    case 'stamp':
      return m.verdicts_section_stamp();
    default:
      return shown(key);
  }
}

/** The index of the invite that a section is about, `invites[1]` → 1; undefined for others and for its witness. */
export function inviteIndexOf(key: string): number | undefined {
  const found = /^invites\[(\d+)\]$/.exec(key)?.[1];
  return found === undefined ? undefined : Number(found);
}

export function blockName(name: BlockName): string {
  switch (name) {
    case 'nom151':
      return m.verdicts_block_nom151();
    case 'merkleized':
      return m.verdicts_block_merkleized();
    case 'external':
      return m.verdicts_block_external();
  }
}

/** N, M, E: always in this order. */
export const blockNames: readonly BlockName[] = ['nom151', 'merkleized', 'external'];
export const blockInitials = { nom151: 'N', merkleized: 'M', external: 'E' } as const satisfies Record<
  BlockName,
  string
>;
