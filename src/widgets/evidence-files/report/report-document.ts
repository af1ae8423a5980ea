/**
 * A report as a document: headings, facts and tables, for paper and for the page that checks itself. Plain data in
 * the language that is set, so that both show the same. Nothing here checks, and nothing here is of a page.
 */
import type { Basis, Check, Status } from '#proofs/check.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { instantText } from '#proofs/encoding/instant.ts';
import type { StampAuthority } from '#proofs/pki/timestamp/stamp-authority.ts';
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
  stepWords,
  valueName,
} from '../../report/texts/check-words.ts';
import { blockName, inviteIndexOf, sectionName } from '../../report/texts/part-names.ts';
import { isTokenOpen } from '../../report/texts/beside-verdict.ts';
import { stampedByWords } from '../../report/texts/stamped-by.ts';
import {
  sectionSentence,
  standOf,
  verdictSentence,
  type SectionStand,
} from '../../report/texts/verdict-sentence.ts';
import { longInstant, utcInstant, type Wording } from '../../report/texts/when.ts';
import { nextOf, questionOf, reasonSentence, withUsefulAdvice } from '../../report/texts/check-sentences.ts';
import { certificateIn, signerName } from './signer-name.ts';

/** What is drawn before a word. REPORTED: the service says so, and nothing here confirms it. */
export type Mark = Status | 'REPORTED';

export type Cell =
  | string
  /** A hash, an id, a code: never broken by a hyphen, never translated. */
  | { readonly code: string }
  | { readonly mark: Mark; readonly word: string; /** It does not decide. */ readonly warns?: boolean }
  /** One under the other. */
  | { readonly lines: readonly Cell[] };

export type Block =
  | {
      readonly kind: 'heading';
      /** 1 is the title of the document. */
      readonly level: 2 | 3 | 4;
      readonly text: string;
      readonly mark?: Extract<Cell, { mark: Mark }>;
    }
  | { readonly kind: 'text'; readonly text: string; readonly look?: 'note' | 'warning' }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: Cell])[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
    }
  /** Closed on a screen until it is wanted; open on paper. */
  | { readonly kind: 'folded'; readonly summary: string; readonly blocks: readonly Block[] };

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

/** The word of a verdict; its mark says the same in a shape. */
export function markOf(stand: SectionStand, warnings = 0): Extract<Cell, { mark: Mark }> {
  switch (stand) {
    case 'TOTAL_PASSED':
      return warnings > 0
        ? { mark: 'PASSED', word: m.common_verdict_passed_with_warnings({ count: warnings }), warns: true }
        : { mark: 'PASSED', word: m.common_verdict_passed() };
    case 'TOTAL_FAILED':
      return { mark: 'FAILED', word: m.common_verdict_failed() };
    case 'INDETERMINATE':
      return { mark: 'INDETERMINATE', word: m.common_verdict_indeterminate() };
    case 'reported':
      return { mark: 'REPORTED', word: m.verdicts_reported_row() };
    case 'not-given':
      return { mark: 'NOT_APPLICABLE', word: m.common_verdict_not_applicable() };
  }
}

/** The same of a whole report, where a proof failed beside one that passed, or a token is in doubt. */
export function reportMark(report: Report): Extract<Cell, { mark: Mark }> {
  const { conclusion, warnings } = report.verdict;
  const mark = markOf(conclusion, warnings);
  if (conclusion !== 'TOTAL_PASSED') return mark;
  const { failedProofs, beside } = verdictSentence(report).facts;
  if (failedProofs.length > 0) return { ...mark, word: m.verdicts_s_failed_proof(), warns: true };
  return isTokenOpen(beside) ? { ...mark, word: m.verdicts_s_token_open(), warns: true } : mark;
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
      mark: markOf(stand, section.verdict.warnings),
    },
    { kind: 'text', text: sectionSentence(section, content.wording) },
  ];
  if (stand === 'not-given') return blocks;
  if (invite !== undefined) blocks.push(...certificateBlocks(content, invite));
  if (section.blocks && section.blocks.length > 0) blocks.push(existenceTable(section, content.wording));
  blocks.push(checkTable(applying, name, content.wording));
  if (absent > 0)
    blocks.push({ kind: 'text', look: 'note', text: m.verdicts_not_applicable_count({ count: absent }) });
  const details = applying.flatMap((check) => detailBlocks(check, name));
  if (details.length > 0)
    blocks.push({ kind: 'folded', summary: m.evidence_values_of({ part: name }), blocks: details });
  return blocks;
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
        ? markOf(verdict.conclusion, verdict.warnings)
        : { mark: 'NOT_APPLICABLE', word: m.verdicts_block_absent() },
      provenTime === undefined ? '—' : datedCell(provenTime, stampedBy, wording),
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

function checkTable(checks: readonly Check[], part: string, wording: Wording): Block {
  return {
    kind: 'table',
    caption: m.evidence_checks_of({ part }),
    head: [m.evidence_result(), m.evidence_check(), m.verdicts_basis(), m.evidence_why()],
    rows: checks.map((check) => [
      markOfCheck(check),
      { lines: [questionOf(check), { code: check.id }] },
      basisCell(check),
      whyCell(withUsefulAdvice(check, checks), wording),
    ]),
  };
}

/** What passed on the service's word alone never carries the mark of what was computed. */
function markOfCheck({ status, basis, level, warnings = [] }: Check): Extract<Cell, { mark: Mark }> {
  const warns = level !== 'FAIL';
  switch (status) {
    case 'PASSED':
      if (basis === 'SERVER') return { mark: 'REPORTED', word: m.verdicts_reported_row() };
      return {
        mark: 'PASSED',
        word:
          warnings.length > 0
            ? m.common_verdict_passed_with_warnings({ count: warnings.length })
            : m.common_verdict_passed(),
        ...(warnings.length > 0 && { warns: true }),
      };
    case 'FAILED':
      return { mark: status, word: m.common_verdict_failed(), warns };
    case 'INDETERMINATE':
      return { mark: status, word: m.common_verdict_indeterminate(), warns };
    case 'NOT_RUN':
      return { mark: status, word: m.common_verdict_not_run(), warns };
    case 'NOT_APPLICABLE':
      return { mark: status, word: m.common_verdict_not_applicable(), warns };
  }
}

function basisCell({ status, basis, level }: Check): Cell {
  const rests = status === 'PASSED' || status === 'FAILED' ? basisInFile(basis) : '—';
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
  return lines.length === 0 ? '—' : { lines };
}

/** A code with the identifier that its sentence leaves out. */
function codeOf({ code, detail }: NonNullable<Check['reason']>): string {
  return code === 'X_STAMP_PROFILE_UNKNOWN' ? `${code} ${shown(String(detail?.policy ?? ''))}` : code;
}

function detailBlocks(check: Check, part: string): Block[] {
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
    { kind: 'heading', level: 4, text: `${questionOf(check)} (${id})` },
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
        [m.verdicts_chain_digest(), { code: chain }],
      ],
    },
  ];
}
