/** Small words beside a check: its weight, where evidence came from, what a step did. */
import type { EvidenceRef, Level } from '#proofs/check.ts';
import { allChecks, type Report } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { contradictionWords, conflictWords } from './reason-sentences.ts';

export function levelWords(level: Level): string {
  switch (level) {
    case 'FAIL':
      return m.verdicts_level_fail();
    case 'WARN':
      return m.verdicts_level_warn();
    case 'INFORM':
      return m.verdicts_level_inform();
    case 'IGNORE':
      return m.verdicts_level_ignore();
  }
}

/** The recipes that the third party's proofs followed. */
export function rangeRecipes(report: Pick<Report, 'sections'>): string[] {
  const found = allChecks(report).flatMap(({ id, recipe }) =>
    id.startsWith('external.') && recipe !== undefined ? [shown(recipe)] : [],
  );
  return [...new Set(found)];
}

export function evidenceKindWords(kind: string): string {
  switch (kind) {
    case 'document':
      return m.verdicts_evidence_document();
    case 'certificate':
      return m.verdicts_evidence_certificate();
    case 'ocsp-response':
      return m.verdicts_evidence_ocsp();
    case 'time-stamp':
      return m.verdicts_evidence_stamp();
    case 'rpc':
      return m.verdicts_evidence_rpc();
    default:
      return shown(kind);
  }
}

/** @param part a key of the digests of the evidence: a part of it, of the signers with their place */
export function evidencePartWords(part: string): string {
  const invite = /^invites\[(\d+)\]$/.exec(part)?.[1];
  if (invite !== undefined) return m.verdicts_part_invite({ number: Number(invite) + 1 });
  switch (part) {
    case 'witness':
      return m.verdicts_part_witness();
    case 'signature':
      return m.verdicts_part_signature();
    case 'unloaded':
      return m.verdicts_part_unloaded();
    case 'events':
      return m.verdicts_part_events();
    case 'ocspResponse':
      return m.verdicts_evidence_ocsp();
    case 'stamp':
      return m.verdicts_evidence_stamp();
    case 'certificates':
      return m.verdicts_part_certificates();
    case 'signers':
      return m.verdicts_part_signers();
    case 'responses':
      return m.verdicts_part_responses();
    case 'declaredExchanges':
      return m.verdicts_part_exchanges();
    default:
      return evidenceKindWords(part);
  }
}

/** `file`, `service`, `case`, `pinned`; of a node its host. */
export function originWords({ kind, origin }: EvidenceRef): string | undefined {
  if (origin === undefined) return undefined;
  if (kind === 'rpc') return m.verdicts_origin_rpc({ host: shown(origin) });
  switch (origin) {
    case 'file':
      return m.verdicts_origin_file();
    case 'service':
      return m.verdicts_origin_service();
    case 'case':
      return m.verdicts_origin_case();
    case 'pinned':
      return m.verdicts_origin_pinned();
    default:
      return shown(origin);
  }
}

const stepKinds: Readonly<Record<string, () => string>> = {
  leaf: () => m.verdicts_step_leaf(),
  merge: () => m.verdicts_step_merge(),
  'merge-left': () => m.verdicts_step_merge_left(),
  'merge-right': () => m.verdicts_step_merge_right(),
  bag: () => m.verdicts_step_bag(),
  'join-right': () => m.verdicts_step_join_right(),
  'join-left': () => m.verdicts_step_join_left(),
  membership: () => m.verdicts_step_membership(),
  position: () => m.verdicts_step_position(),
  modexp: () => m.verdicts_step_modexp(),
  link: () => m.verdicts_step_link(),
  anchor: () => m.verdicts_step_anchor(),
  equal: () => m.verdicts_step_equal(),
  different: () => m.verdicts_step_different(),
  digest: () => m.verdicts_step_digest(),
  recover: () => m.verdicts_step_recover(),
};

/** What a step did; of `case.*` what stands against what. */
export function stepWords(kind: string): string {
  if (Object.hasOwn(stepKinds, kind)) return stepKinds[kind]?.() ?? kind;
  const contradiction = contradictionWords(kind);
  return contradiction === kind ? conflictWords(kind) : contradiction;
}

/** A computed value in the language of the app: the shape of a proof has words, every other value is the same in all. */
export function computedWords(text: string): string {
  const [, left, right] = /^(\d+) left, (\d+) right$/.exec(text) ?? [];
  if (left !== undefined && right !== undefined) return m.verdicts_value_sides({ left, right });
  const [, depth] = /^depth (\d+)$/.exec(text) ?? [];
  return depth === undefined ? text : m.verdicts_value_depth({ depth });
}

const valueNames: Readonly<Record<string, () => string>> = {
  hash: () => m.verdicts_value_hash(),
  leaf: () => m.verdicts_value_leaf(),
  sibling: () => m.verdicts_value_sibling(),
  left: () => m.verdicts_value_left(),
  right: () => m.verdicts_value_right(),
  parent: () => m.verdicts_value_parent(),
  result: () => m.verdicts_value_result(),
  index: () => m.verdicts_value_index(),
  size: () => m.verdicts_value_size(),
  rightMerges: () => m.verdicts_value_right_merges(),
  encoded: () => m.verdicts_value_encoded(),
  digest: () => m.verdicts_value_digest(),
  subject: () => m.verdicts_value_subject(),
  issuer: () => m.verdicts_value_issuer(),
  sha256: () => 'SHA-256',
  field: () => m.verdicts_value_field(),
  reported: () => m.verdicts_value_reported(),
  certificate: () => m.verdicts_value_certificate(),
  to: () => m.verdicts_value_to(),
  from: () => m.verdicts_value_from(),
  contract: () => m.verdicts_value_contract(),
  signature: () => m.verdicts_value_signature(),
  signer: () => m.verdicts_value_signer(),
  event: () => m.verdicts_value_event(),
  at: () => m.verdicts_value_at(),
  where: () => m.verdicts_value_where(),
  expected: () => m.verdicts_value_expected(),
};

export function valueName(key: string): string {
  return Object.hasOwn(valueNames, key) ? (valueNames[key]?.() ?? key) : shown(key);
}
