/** The Merkle paths of a case, each with the object that it stands on: its name, its root and its own check. */
import type { Check } from '#proofs/check.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { WitnessFacts } from '#proofs/evidence/facts.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import type { Verdict } from '#proofs/verdict/verdict.ts';
import { signerName } from '#widgets/evidence-files/report/signer-name.ts';
import { sectionName } from '#widgets/report/texts/part-names.ts';
import { m } from '#i18n/messages.ts';

export interface ObjectPath {
  /** Key of the section of the report. */
  readonly section: string;
  /** The part of the case, and whose it is. */
  readonly name: string;
  /** What is under the root. */
  readonly hash: string;
  /** As the object's own evidence declares it. */
  readonly root: string;
  /** `merkleized.root` of that section. */
  readonly check: Check;
  /** Of the whole Merkle proof: the path alone proves no time. */
  readonly proof: Verdict | undefined;
}

/** @param fileName of what the case is about; a bare hash has none */
export function merklePaths(
  evidence: Evidence,
  { sections }: Report,
  fileName: string | undefined,
): readonly ObjectPath[] {
  return sections.flatMap(({ key, checks, blocks }) => {
    const witness = witnessAt(evidence, key);
    const { merkleRoot: root, merkleProof } = witness?.merkleized ?? {};
    const check = checks.find(({ id }) => id === 'merkleized.root');
    if (witness === undefined || root === undefined || merkleProof === undefined || check === undefined)
      return [];
    const proof = blocks?.find(({ name }) => name === 'merkleized')?.verdict;
    const name = objectName(evidence, key, fileName);
    return [{ section: key, name, hash: witness.hash, root, check, proof }];
  });
}

function witnessAt({ witness, invites }: Evidence, key: string): WitnessFacts | undefined {
  if (key === 'witness') return witness;
  const at = signatureOf(key);
  return at === undefined ? undefined : invites?.[at]?.witness;
}

function objectName(evidence: Evidence, key: string, fileName: string | undefined): string {
  const at = signatureOf(key);
  const name = at === undefined ? fileName && shown(fileName) : signerName(evidence, at);
  const part = sectionName(key);
  return name === undefined || name === '—' ? part : m.verify_path_of({ part, name });
}

/** `invites[1].witness` → 1 */
function signatureOf(key: string): number | undefined {
  const found = /^invites\[(\d+)\]\.witness$/.exec(key)?.[1];
  return found === undefined ? undefined : Number(found);
}
