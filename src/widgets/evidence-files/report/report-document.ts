/**
 * A report as a document: headings, facts and tables, for paper and for the page that checks itself. Plain data in
 * the language that is set, so that both show the same. Nothing here checks, and nothing here is of a page.
 */
import type { Basis, Check } from '#proofs/check.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { instantText } from '#proofs/encoding/instant.ts';
import type { StampAuthority } from '#proofs/pki/timestamp/stamp-authority.ts';
import { isWithoutNodes } from '#proofs/report-inputs.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { anchorUseWords } from '../../verification/anchors/anchor-use-text.ts';
import { basisWords } from '../../marks/mark-texts.ts';
import {
  evidenceKindWords,
  evidencePartWords,
  levelWords,
  originWords,
  rangeRecipes,
  stepWords,
  valueName,
} from '../../report/texts/check-words.ts';
import { blockName, inviteIndexOf, sectionName } from '../../report/texts/part-names.ts';
import { stampedByWords } from '../../report/texts/stamped-by.ts';
import { isServerWord } from '../../report/texts/unqueried.ts';
import { checksOfBlock, sectionSentence, standOf } from '../../report/texts/verdict-sentence.ts';
import { longInstant, utcInstant, type Wording } from '../../report/texts/when.ts';
import { nextOf, questionOf, reasonSentence, withUsefulAdvice } from '../../report/texts/check-sentences.ts';
import { emptyCell, type Block, type Cell } from './blocks.ts';
import { blockMark, checkMark, sectionMark } from './marks.ts';
import { certificateIn, signerName } from './signer-name.ts';

export interface CaseContent {
  readonly report: Report;
  readonly evidence: Evidence;
  readonly wording: Wording;
}

/** Every check with its values, and what the verdict rests on: what follows the first page. */
export function caseDetails(content: CaseContent): Block[] {
  return [
    ...content.report.sections.flatMap((section) => sectionBlocks(section, content)),
    ...inputBlocks(content),
  ];
}

/** An instant in the zone of the reader and in UTC. */
export function bothZones(text: string, wording: Wording): Cell {
  const utc = utcInstant(text);
  return { lines: wording.utc ? [{ code: utc }] : [longInstant(text, wording), { code: utc }] };
}

function sectionBlocks(section: ReportSection, content: CaseContent): Block[] {
  const stand = standOf(section);
  const name = sectionName(section.key);
  const invite = inviteIndexOf(section.key);
  const applying = section.checks.filter(({ status }) => status !== 'NOT_APPLICABLE');
  const absent = section.checks.length - applying.length;
  const blocks: Block[] = [
    {
      kind: 'heading',
      level: 3,
      text: invite === undefined ? name : `${name}: ${signerName(content.evidence, invite)}`,
      mark: sectionMark(section),
    },
    { kind: 'text', text: sentenceOf(section, content) },
  ];
  if (stand === 'not-given') return blocks;
  if (invite !== undefined) blocks.push(...certificateBlocks(content, invite));
  if (section.blocks && section.blocks.length > 0) blocks.push(existenceTable(section, content.wording));
  blocks.push(checkTable(applying, name, content), ...confirmationNote(applying));
  if (absent > 0)
    blocks.push({ kind: 'text', look: 'note', text: m.verdicts_not_applicable_count({ count: absent }) });
  const details = applying.flatMap((check) => detailBlocks(check, name, content));
  if (details.length > 0)
    blocks.push({ kind: 'folded', summary: m.evidence_values_of({ part: name }), blocks: details });
  return blocks;
}

/** Of a document that is absent: where it is absent from. */
function sentenceOf(section: ReportSection, { wording }: CaseContent): string {
  const isAbsent = section.key === 'document' && standOf(section) === 'not-given';
  return isAbsent ? m.evidence_document_not_in_case() : sectionSentence(section, wording);
}

function existenceTable({ blocks = [], checks, key }: ReportSection, wording: Wording): Block {
  return {
    kind: 'table',
    caption: m.evidence_existence_of({ part: sectionName(key) }),
    head: [m.evidence_strategy(), m.evidence_result(), m.verdicts_existed_by()],
    rows: blocks.map(({ name, verdict, provenTime, stampedBy }) => [
      blockName(name),
      // A strategy that was not used is not "could not be checked".
      applies(checks, name)
        ? blockMark(verdict, checksOfBlock({ checks }, name))
        : { mark: 'NOT_APPLICABLE', word: m.verdicts_block_absent() },
      provenTime === undefined ? emptyCell : datedCell(provenTime, stampedBy, wording),
    ]),
  };
}

/** A proven time with who made its time-stamp. */
export function datedCell(time: string, stampedBy: StampAuthority | undefined, wording: Wording): Cell {
  const instant = bothZones(time, wording);
  return stampedBy === undefined ? instant : { lines: [instant, stampedByWords(stampedBy)] };
}

function applies(checks: readonly Check[], block: BlockName): boolean {
  return checks.some(({ id, status }) => id.startsWith(`${block}.`) && status !== 'NOT_APPLICABLE');
}

function checkTable(checks: readonly Check[], part: string, { report, wording }: CaseContent): Block {
  return {
    kind: 'table',
    caption: m.evidence_checks_of({ part }),
    head: [m.evidence_result(), m.evidence_check(), m.verdicts_basis(), m.evidence_why()],
    rows: checks.map((check) => [
      checkMark(check, checks),
      { lines: [questionInFile(check, report), { code: check.id }] },
      basisCell(check),
      isServerWord(check) ? emptyCell : whyCell(withUsefulAdvice(check, checks), wording),
    ]),
  };
}

/** Whoever reads a file trusts none of the anchors that it names by reading it. */
function questionInFile(check: Check, { inputs }: Report): string {
  const reached = check.steps?.find(({ kind }) => kind === 'anchor')?.values.sha256;
  const isInFile = reached === undefined || inputs.trust.anchors.some(({ sha256 }) => sha256 === reached);
  if (isInFile && check.id === 'certificate.path') return m.evidence_q_certificate_path();
  return isInFile && check.id === 'nom151.path' ? m.evidence_q_nom151_path() : questionOf(check);
}

/** What only the service says has one way out, which is said once, under the table. */
function confirmationNote(checks: readonly Check[]): Block[] {
  const next = new Set(checks.filter(isServerWord).map(nextOf));
  next.delete(undefined);
  if (next.size === 0) return [];
  const text = `${m.verdicts_reported_row()}. ${m.verdicts_next()}: ${[...next].join(' ')}`;
  return [{ kind: 'text', look: 'note', text }];
}

function basisCell(check: Check): Cell {
  const { status, basis, level } = check;
  const hasBasis = status === 'PASSED' || status === 'FAILED' || isServerWord(check);
  const rests = hasBasis ? basisInFile(basis) : emptyCell;
  return level === 'FAIL' ? rests : { lines: [rests, levelWords(level)] };
}

/** In a file that was made elsewhere, "you" is whoever made it. */
function basisInFile(basis: Basis): string {
  switch (basis) {
    case 'CHAIN':
      return m.evidence_basis_chain();
    case 'PINNED':
      return m.evidence_basis_pinned();
    default:
      return basisWords(basis);
  }
}

function whyCell(check: Check, wording: Wording): Cell {
  const { status, reason, recipe, warnings = [] } = check;
  const next = status === 'PASSED' ? undefined : nextOf(check);
  const lines: Cell[] = [
    ...(status === 'PASSED' || reason === undefined
      ? []
      : [reasonSentence(reason, check.id, wording), { code: codeOf(reason) }]),
    ...warnings.map((warning) => reasonSentence(warning, check.id, wording)),
    ...(next === undefined ? [] : [`${m.verdicts_next()}: ${next}`]),
    ...(recipe === undefined ? [] : [{ lines: [`${m.verdicts_recipe()}: ${shown(recipe)}`] }]),
  ];
  return lines.length === 0 ? emptyCell : { lines };
}

/** A code with the identifier that its sentence leaves out. */
function codeOf({ code, detail }: NonNullable<Check['reason']>): string {
  return code === 'X_STAMP_PROFILE_UNKNOWN' ? `${code} ${shown(String(detail?.policy ?? ''))}` : code;
}

function detailBlocks(check: Check, part: string, { report }: CaseContent): Block[] {
  const { id, expected, computed, evidence, steps = [] } = check;
  const facts: (readonly [string, Cell])[] = [
    ...(expected === undefined ? [] : [[m.verdicts_expected(), { code: shown(expected) }] as const]),
    ...(computed === undefined ? [] : [[m.verdicts_computed(), { code: shown(computed) }] as const]),
    ...(evidence.length === 0
      ? []
      : [
          [
            m.verdicts_evidence(),
            {
              lines: evidence.flatMap((one): Cell[] => [
                [evidenceKindWords(one.kind), originWords(one)].filter(Boolean).join(', '),
                ...(one.sha256 === undefined ? [] : [{ code: one.sha256 }]),
              ]),
            },
          ] as const,
        ]),
  ];
  if (facts.length === 0 && steps.length === 0) return [];
  return [
    { kind: 'heading', level: 4, text: `${questionInFile(check, report)} (${id})` },
    ...(facts.length > 0 ? [{ kind: 'facts', facts } as const] : []),
    ...(steps.length > 0
      ? [
          {
            kind: 'table',
            caption: m.evidence_steps_of({ check: `${id}, ${part}` }),
            head: [m.verdicts_step_number(), m.verdicts_step_kind(), m.verdicts_step_values()],
            rows: steps.map(({ kind, values }, at): Cell[] => [
              String(at + 1),
              stepWords(kind),
              {
                lines: Object.entries(values).map(([key, value]) => ({
                  code: `${valueName(key)} ${shown(value)}`,
                })),
              },
            ]),
          } as const,
        ]
      : []),
  ];
}

/** What the certificate itself says; reading it proves nothing, its checks do. */
function certificateBlocks({ evidence, wording }: CaseContent, at: number): Block[] {
  const inside = certificateIn(evidence.invites?.[at]?.certificate?.pem);
  if (inside === undefined) return [];
  const { subject, issuer, certificate } = inside;
  return [
    {
      kind: 'facts',
      facts: [
        [m.verdicts_cert_subject(), shown(subject)],
        [m.verdicts_cert_issuer(), shown(issuer)],
        [m.verdicts_cert_valid_from(), bothZones(instantText(certificate.notBefore), wording)],
        [m.verdicts_cert_valid_to(), bothZones(instantText(certificate.notAfter), wording)],
        [m.verdicts_cert_fingerprint(), { code: certificate.fingerprint }],
      ],
    },
  ];
}

/** Everything that the answer hangs on. */
function inputBlocks({ report, wording }: CaseContent): Block[] {
  const ofRange = rangeRecipes(report).map((code): Cell => ({ code }));
  const { policy, trust, recipe, recipes, treeSize, validationTime, build, evidence, chain } = report.inputs;
  return [
    { kind: 'heading', level: 3, text: m.verdicts_inputs() },
    {
      kind: 'facts',
      facts: [
        [
          m.verdicts_policy(),
          `${shown(policy.id)}/${policy.version}${report.wording === 'internal check' ? ` (${m.verdicts_s_internal_chip()})` : ''}`,
        ],
        [m.verdicts_policy_hash(), { code: policy.hash }],
        [m.verdicts_trust_store(), { code: shown(trust.version) }],
        [
          m.verdicts_anchors(),
          trust.anchors.length === 0
            ? m.evidence_anchors_none()
            : {
                lines: trust.anchors.map(({ title, sha256, use }): Cell => ({
                  lines: [shown(title), anchorUseWords(use), { code: sha256 }],
                })),
              },
        ],
        [
          m.verdicts_recipes(),
          recipes.includes(recipe)
            ? m.verdicts_recipe_pinned({ recipe: shown(recipe) })
            : recipes.map(shown).join(', '),
        ],
        ...(ofRange.length === 0 ? [] : [[m.verdicts_recipes_range(), { lines: ofRange }] as const]),
        ...(treeSize === 'unknown' ? [] : [[m.verdicts_tree_size(), shown(treeSize)] as const]),
        [m.verdicts_validation_time(), bothZones(validationTime, wording)],
        [m.verdicts_build(), { code: shown(build) }],
        [
          m.verdicts_evidence_digests(),
          {
            lines: Object.entries(evidence).flatMap(([key, digest]): Cell[] => [
              evidencePartWords(key),
              { code: digest },
            ]),
          },
        ],
        ...(isWithoutNodes(report.inputs) ? [] : [[m.verdicts_chain_digest(), { code: chain }] as const]),
      ],
    },
  ];
}
