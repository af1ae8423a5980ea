/** The first page of a report, for paper and for the page that checks itself. */
import { build } from '#proofs/build.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';
import type { Wording } from '../../report/texts/when.ts';
import type { Block, Cell } from './blocks.ts';
import { sectionMark } from './marks.ts';
import { bothZones, datedCell, type CaseContent } from './report-document.ts';
import { hashOfEvidence } from './hash-of-evidence.ts';
import { signerName } from './signer-name.ts';

/**
 * The first page: what the evidence is about, when it existed, who signed, who stamped, and when and by what program
 * this was computed. What the service reports has its own mark and never that of a result.
 *
 * @param computedAt when this program computed it, which may be later than the moment that it is verified for
 * @param whereDocument said of the document instead of whether it is in the file
 */
export function caseSummary(
  { report, evidence, wording }: CaseContent,
  computedAt: string,
  whereDocument?: string,
): Block[] {
  const { witness, signature } = evidence;
  const reported = (text: string): Cell => ({
    lines: [bothZones(text, wording), { mark: 'REPORTED', word: m.evidence_as_reported() }],
  });
  const about = hashOfEvidence(evidence);
  const facts: (readonly [string, Cell])[] = [
    ...(about
      ? [
          [
            signature ? m.evidence_signature_hash(about) : m.evidence_document_hash(about),
            { code: shown(about.hash) },
          ] as const,
        ]
      : []),
    // A witness of a signature is about no document.
    ...(signature
      ? []
      : [
          [
            m.evidence_document_inside(),
            whereDocument ??
              (evidence.documentDigest === undefined
                ? m.evidence_document_absent()
                : m.evidence_document_present()),
          ] as const,
        ]),
    ...existenceFact(report, wording),
    ...signersFact(report, evidence),
    ...(witness?.createdAt ? [[m.evidence_witness_created(), reported(witness.createdAt)] as const] : []),
    ...(witness?.timestampedAt
      ? [[m.evidence_witness_stamped(), reported(witness.timestampedAt)] as const]
      : []),
    [m.verdicts_computed(), { lines: [bothZones(computedAt, wording), { code: build }] }],
  ];
  return [
    { kind: 'heading', level: 3, text: m.evidence_about() },
    { kind: 'facts', facts },
  ];
}

type Fact = readonly [label: string, value: Cell];

/** By when it existed and by whose time-stamp; without a proven time, what came of the witness. */
function existenceFact({ sections }: Report, wording: Wording): Fact[] {
  const section = sections.find(({ key }) => key === 'witness');
  if (section === undefined) return [];
  const { provenTime, stampedBy } = section;
  const mark = sectionMark(section);
  const came =
    provenTime === undefined ? m.evidence_existence_unproven() : datedCell(provenTime, stampedBy, wording);
  return [[m.verdicts_existed_by(), { lines: [mark, came] }]];
}

/** Each signer with what came of the signature. */
function signersFact({ sections }: Report, evidence: Evidence): Fact[] {
  const lines = (evidence.invites ?? []).map((_, at): Cell => {
    const name = signerName(evidence, at);
    const section = sections.find(({ key }) => key === `invites[${at}]`);
    return section ? { lines: [name, sectionMark(section)] } : name;
  });
  return lines.length === 0 ? [] : [[m.evidence_signers(), { lines }]];
}
