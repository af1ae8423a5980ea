import type { CaseIssue } from '#proofs/case-file/read-case.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { anchorUseWords } from '#widgets/verification/anchors/anchor-use-text.ts';
import { caseSummary } from '#widgets/evidence-files/report/case-summary.ts';
import { marginRule, pageName } from '#widgets/evidence-files/report/page-margins.ts';
import type { MarkCell } from '#widgets/evidence-files/report/blocks.ts';
import { markOf, reportMark } from '#widgets/evidence-files/report/marks.ts';
import { caseDetails } from '#widgets/evidence-files/report/report-document.ts';
import { usesTestAuthority } from '#widgets/evidence-files/report/test-authorities.ts';
import { undeterminedWords } from '#widgets/evidence-files/report/undetermined.ts';
import { verifyCommand, type VerifyCommand } from '#widgets/evidence-files/report/verify-command.ts';
import { besideWords } from '#widgets/report/texts/beside-words.ts';
import { ruleChangeWords } from '#widgets/report/texts/rule-change-words.ts';
import { networkWords } from '#widgets/report/texts/rule-words.ts';
import { stampedByWords } from '#widgets/report/texts/stamped-by.ts';
import { failedProofWords, verdictSentence } from '#widgets/report/texts/verdict-sentence.ts';
import type { Wording } from '#widgets/report/texts/when.ts';
import { m } from '#i18n/messages.ts';
import { el } from './dom.ts';
import { verifyWithout, type Granted, type VerifiedCase, type PageCase } from './verify-page-case.ts';
import { renderBlocks, renderMark } from './render-blocks.ts';
import { saveText } from './save-text.ts';

/** A case as the page carries it. */
interface CarriedCase {
  readonly at: number;
  /** Name under which its JSON is saved. */
  readonly name: string;
  readonly text: string;
  /** Where whoever exported the page verifies. */
  readonly verifyAddress: string | undefined;
}

/** A case as the page shows it, with what the reader refuses to take for granted. */
export interface ShownCase extends CarriedCase {
  readonly pageCase: PageCase;
  readonly refused: Set<Granted>;
  /** Checked without what is refused; absent where the case cannot be read. */
  report: Report | undefined;
}

export function shownCase(carried: CarriedCase, pageCase: PageCase): ShownCase {
  const report = pageCase.kind === 'verified' ? pageCase.declared : undefined;
  return { ...carried, pageCase, refused: new Set(), report };
}

export function caseTitle({ pageCase, name }: ShownCase): string {
  return pageCase.kind === 'verified' && pageCase.title !== '' ? shown(pageCase.title) : name;
}

export function caseMark({ pageCase, report }: ShownCase): MarkCell {
  if (report === undefined || pageCase.kind === 'unreadable' || pageCase.faults.length > 0)
    return markOf('TOTAL_FAILED');
  return reportMark(report);
}

/**
 * @param computedAt when the page was opened
 * @param again draws the page anew and puts the focus on an element by its id
 */
export function caseArticle(
  one: ShownCase,
  wording: Wording,
  computedAt: string,
  again: (focus?: string) => void,
): HTMLElement {
  const { at, pageCase, report } = one;
  const title = el('h1', { id: `case-${at}` }, caseTitle(one));
  if (pageCase.kind === 'unreadable' || report === undefined) {
    const message = pageCase.kind === 'unreadable' ? shown(pageCase.message) : '—';
    return el(
      'article',
      {},
      title,
      banner(caseMark(one), m.evidence_altered_unreadable(), [m.evidence_unreadable_why({ message })]),
      independently(one, undefined),
    );
  }
  const content = { report, evidence: pageCase.evidence, wording };
  return el(
    'article',
    {},
    title,
    usesTestAuthority(pageCase.declared, pageCase.read.declared.anchors) &&
      el('p', { class: 'warning' }, m.evidence_test_authorities()),
    headline(one, pageCase, report, wording),
    ...renderBlocks(caseSummary(content, computedAt)),
    independently(one, pageCase),
    granted(one, pageCase, again),
    el('div', { class: 'details' }, ...renderBlocks(caseDetails(content))),
  );
}

/** What stands in the margins of its pages on paper. */
export function caseMargins(one: ShownCase, count: number, computedAt: string): string {
  const { at, pageCase } = one;
  if (pageCase.kind === 'unreadable') return '';
  return marginRule(pageName(at, count), { title: caseTitle(one), evidence: pageCase.evidence, computedAt });
}

function headline(one: ShownCase, pageCase: VerifiedCase, report: Report, wording: Wording): HTMLElement {
  const { sentence, facts } = verdictSentence(report, wording);
  const alone = markOf(pageCase.alone.verdict.conclusion, pageCase.alone.verdict.warnings);
  const more = [
    ...ruleChangeWords(pageCase.changes),
    ...facts.failedProofs.map(failedProofWords),
    ...facts.beside.map((one) => besideWords(one, wording)),
    ...undeterminedWords(report, wording),
    ...(pageCase.knownPolicy ? [] : [m.evidence_page_policy_other()]),
  ];
  const aside = el(
    'p',
    { class: 'alone' },
    `${m.evidence_alone()} `,
    renderMark(alone.mark, alone.word, alone.warns),
  );
  if (pageCase.faults.length > 0)
    return banner(caseMark(one), m.evidence_altered(), [...pageCase.faults.map(faultWords), ...more]);
  switch (report.verdict.conclusion) {
    case 'TOTAL_PASSED':
      return banner(caseMark(one), holdsWords(one, pageCase), [
        sentence,
        ...(facts.stampedBy ? [stampedByWords(facts.stampedBy)] : []),
        ...more,
        aside,
      ]);
    case 'TOTAL_FAILED':
      return banner(caseMark(one), m.evidence_fails({ sentence }), [...more, aside]);
    case 'INDETERMINATE':
      return banner(caseMark(one), m.evidence_open({ sentence }), [...more, aside]);
  }
}

/** Says under what it holds: never more than that. */
function holdsWords({ refused }: ShownCase, { granted }: VerifiedCase): string {
  if (refused.size > 0) return m.evidence_holds_some();
  return granted.some(({ kind }) => kind === 'answers') ? m.evidence_holds_chain() : m.evidence_holds();
}

function banner(
  { mark, word, warns }: MarkCell,
  sentence: string,
  more: readonly (string | HTMLElement)[],
): HTMLElement {
  return el(
    'section',
    { class: 'verdict', 'data-mark': mark, 'data-warns': warns, role: 'status' },
    renderMark(mark, word, warns),
    el('h2', {}, sentence),
    ...more.map((one) => (typeof one === 'string' ? el('p', {}, one) : one)),
    el('p', { class: 'itself' }, m.evidence_page_itself()),
  );
}

function faultWords({ kind, where }: CaseIssue): string {
  switch (kind) {
    case 'file-digest':
      return m.evidence_fault_file();
    case 'evidence-digest':
      return m.evidence_fault_piece({ where: shown(where) });
    case 'anchor-digest':
      return m.evidence_fault_anchor({ where: shown(where) });
    case 'verdict':
      return m.evidence_fault_verdict();
  }
}

/** How to check without trusting this page: its JSON, the command that checks it, and a page that does. */
function independently(one: ShownCase, pageCase: VerifiedCase | undefined): HTMLElement {
  const save = el(
    'button',
    { type: 'button', 'aria-label': m.evidence_page_save_of({ title: caseTitle(one) }) },
    m.evidence_page_save(),
  );
  save.addEventListener('click', () => saveText(one.text, one.name));
  const { start, options, notes } = commandOf(one, pageCase);
  const chain = pageCase?.granted.some(({ kind }) => kind === 'answers') === true;
  return el(
    'section',
    { class: 'independently' },
    el('p', {}, m.evidence_page_itself_how()),
    el(
      'pre',
      { tabindex: '0' },
      el('code', {}, start, ...options.flatMap((option) => [' ', el('span', {}, option)])),
    ),
    ...notes.map((note) => el('p', { class: 'note' }, note)),
    chain && el('p', { class: 'note' }, m.evidence_page_command_chain()),
    one.verifyAddress !== undefined &&
      el('p', {}, m.evidence_page_elsewhere({ address: shown(one.verifyAddress) })),
    el('p', { class: 'tools' }, save),
  );
}

function commandOf({ name }: ShownCase, pageCase: VerifiedCase | undefined): VerifyCommand {
  const inputs = pageCase?.declared.inputs;
  return verifyCommand({
    name,
    anchorUses: pageCase?.read.declared.anchors.map(({ use }) => use) ?? [],
    policy: pageCase?.knownPolicy ? inputs?.policy.id : undefined,
    recipe: pageCase?.read.declared.recipe,
    at: inputs?.validationTime,
  });
}

/** What the maker named, each to be refused: then everything is checked again without it. */
function granted(one: ShownCase, pageCase: VerifiedCase, again: (focus?: string) => void): HTMLElement {
  const row = (item: Granted, at: number): HTMLElement => {
    const id = `granted-${one.at}-${at}`;
    const box = el('input', { type: 'checkbox', id, checked: !one.refused.has(item) });
    box.addEventListener('change', () => {
      if (box.checked) one.refused.delete(item);
      else one.refused.add(item);
      one.report = verifyWithout(pageCase, one.refused);
      again(id);
    });
    const { label, use, code } = grantedWords(item);
    return el(
      'li',
      {},
      box,
      el(
        'label',
        { for: id },
        label,
        use !== undefined && el('span', { class: 'note' }, use),
        code !== undefined && el('code', {}, code),
      ),
    );
  };
  return el(
    'fieldset',
    { class: 'granted' },
    el('legend', {}, m.evidence_page_granted()),
    el(
      'p',
      { class: 'note' },
      pageCase.granted.length === 0 ? m.evidence_page_granted_none() : m.evidence_page_granted_help(),
    ),
    el('ul', {}, ...pageCase.granted.map(row)),
  );
}

function grantedWords(item: Granted): { label: string; use?: string; code?: string } {
  switch (item.kind) {
    case 'anchor':
      return {
        label: m.evidence_page_granted_anchor({ title: shown(item.title) }),
        use: anchorUseWords(item.use),
        code: item.sha256,
      };
    case 'answers':
      return { label: m.evidence_page_granted_answers({ count: item.count, host: shown(item.host) }) };
    case 'recipe':
      return { label: m.verdicts_recipes(), code: item.recipe };
    case 'contract': {
      const network = networkWords(item.network);
      return {
        label:
          item.role === 'range'
            ? m.evidence_page_granted_range({ network })
            : m.evidence_page_granted_endorser({ network }),
        code: shown(item.address),
      };
    }
  }
}
