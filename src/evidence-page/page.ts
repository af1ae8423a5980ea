/** The page that checks itself: reads the cases inside it, checks them, and shows what came out. */
import { isoOf } from '#clock/instants.ts';
import { toHex, utf8Of } from '#proofs/encoding/bytes.ts';
import { sha256 } from '#proofs/encoding/hash.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { restoreJson } from '#widgets/evidence-files/page/embedded-json.ts';
import { zonesSentence } from '#widgets/report/texts/when.ts';
import { m, overwriteGetLocale, type Locale } from '#i18n/messages.ts';
import { el } from './dom.ts';
import { verifyPageCase } from './verify-page-case.ts';
import { pageName } from '#widgets/evidence-files/report/page-margins.ts';
import { caseArticle, caseMargins, caseMark, caseTitle, shownCase, type ShownCase } from './render-case.ts';
import { renderMark } from './render-blocks.ts';

export interface Host {
  /** The reader's clock. */
  readonly now: number;
  /** IANA name of the reader's zone. */
  readonly timeZone: string;
  /** Where whoever exported the page verifies. */
  readonly verifyAddress: string | undefined;
  /** The text of the running program and of its style. */
  readonly program: string;
  readonly style: string;
  readonly print: () => void;
  /** Puts rules for the margins of paper in the place of earlier ones. */
  readonly addMargins: (rules: string) => void;
  /** Tells that the page is about to be on paper, or no longer is. */
  readonly onPaper: (onPrint: (begins: boolean) => void) => void;
}

/** Checks and shows; resolves when everything was checked. */
export async function showPage(page: HTMLElement, host: Host): Promise<void> {
  let locale: Locale = document.documentElement.lang === 'en' ? 'en' : 'es-MX';
  overwriteGetLocale(() => locale);
  page.append(el('p', { role: 'status' }, m.evidence_page_checking()));
  const openedAt = isoOf(host.now);
  const cases: ShownCase[] = [];
  for (const script of document.querySelectorAll('script.case')) {
    await turn();
    const text = restoreJson(script.textContent);
    const name = script.getAttribute('data-name') ?? 'case.testigo.json';
    const { verifyAddress } = host;
    cases.push(shownCase({ at: cases.length, name, text, verifyAddress }, verifyPageCase(text, host.now)));
  }
  const show = (focus?: string): void => {
    document.documentElement.lang = locale;
    const [only] = cases;
    document.title =
      cases.length === 1 && only
        ? m.evidence_page_title({ title: caseTitle(only) })
        : m.evidence_page_title_many({ count: cases.length });
    const open = openFolds(page);
    const again = (id?: string): void => show(id);
    page.replaceChildren(
      top(locale, host, (chosen) => {
        locale = chosen;
        show(`language-${chosen}`);
      }),
      ...(cases.length > 1 ? [overview(cases)] : []),
      ...cases.map((one) =>
        caseArticle(one, { locale, timeZone: host.timeZone, utc: false }, openedAt, again),
      ),
      foot(host, locale),
    );
    reopen(page, open);
    // What was acted on is drawn anew: the focus must not get lost with it.
    if (focus !== undefined) document.getElementById(focus)?.focus();
  };
  show();
  let before: boolean[] = [];
  host.onPaper((begins) => {
    // Paper has nothing that could be unfolded.
    if (begins) {
      before = openFolds(page);
      host.addMargins(cases.map((one) => caseMargins(one, cases.length, openedAt)).join(''));
      for (const [at, article] of page.querySelectorAll('article').entries())
        article.style.setProperty('page', pageName(at, cases.length));
    }
    reopen(page, begins ? before.map(() => true) : before);
  });
}

/** Lets the browser draw between two cases. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function top(locale: Locale, host: Host, choose: (locale: Locale) => void): HTMLElement {
  const language = (id: Locale, name: string): HTMLElement => {
    const button = el(
      'button',
      { type: 'button', id: `language-${id}`, lang: id, 'aria-pressed': String(id === locale) },
      name,
    );
    button.addEventListener('click', () => choose(id));
    return button;
  };
  const print = el('button', { type: 'button' }, m.evidence_page_print());
  print.addEventListener('click', host.print);
  return el(
    'header',
    {},
    el('p', { class: 'brand' }, 'Testigo'),
    el(
      'div',
      { class: 'tools' },
      el(
        'div',
        { role: 'group', 'aria-label': m.evidence_page_language() },
        language('es-MX', m.evidence_page_spanish()),
        language('en', m.evidence_page_english()),
      ),
      print,
    ),
  );
}

function overview(cases: readonly ShownCase[]): HTMLElement {
  return el(
    'section',
    { id: 'cases' },
    el('h1', {}, m.evidence_page_title_many({ count: cases.length })),
    el(
      'table',
      {},
      el('caption', {}, m.evidence_page_cases()),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...[m.evidence_page_case(), m.evidence_page_verdict()].map((name) =>
            el('th', { scope: 'col' }, name),
          ),
        ),
      ),
      el(
        'tbody',
        {},
        ...cases.map((one) => {
          const { mark, word, warns } = caseMark(one);
          return el(
            'tr',
            {},
            el('td', {}, el('a', { href: `#case-${one.at}` }, shown(caseTitle(one)))),
            el('td', {}, renderMark(mark, word, warns)),
          );
        }),
      ),
    ),
  );
}

function foot({ program, style, timeZone }: Host, locale: Locale): HTMLElement {
  const digest = (text: string): HTMLElement => el('code', {}, toHex(sha256(utf8Of(text))));
  return el(
    'footer',
    {},
    el('h2', {}, m.evidence_page_build()),
    el('p', { class: 'warning' }, m.evidence_page_itself()),
    el(
      'dl',
      {},
      el('div', {}, el('dt', {}, m.evidence_page_build_program()), el('dd', {}, digest(program))),
      el('div', {}, el('dt', {}, m.evidence_page_build_style()), el('dd', {}, digest(style))),
    ),
    el('p', { class: 'note' }, m.evidence_page_build_note()),
    el('p', { class: 'note' }, zonesSentence({ locale, timeZone, utc: false })),
  );
}

/** Which folded parts are open, by their place, so that drawing anew does not close them. */
function openFolds(page: HTMLElement): boolean[] {
  return [...page.querySelectorAll('details')].map(({ open }) => open);
}

function reopen(page: HTMLElement, open: readonly boolean[]): void {
  for (const [at, fold] of [...page.querySelectorAll('details')].entries()) fold.open = open[at] === true;
}
