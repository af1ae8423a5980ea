import { build } from '#proofs/build.ts';
import { toBase64, toHex, utf8Of } from '#proofs/encoding/bytes.ts';
import { sha256 } from '#proofs/encoding/hash.ts';
import { m, type Locale } from '#i18n/messages.ts';
import { embedJson } from './embedded-json.ts';
import type { PageTemplate } from './page-template.ts';

export interface PageToMake {
  readonly template: PageTemplate;
  /** Style sheet with the typefaces inside; '' for those of the machine. */
  readonly fonts?: string;
  /** Title of the window; each case has its own inside. */
  readonly title: string;
  /** Case files with the names under which they are saved. */
  readonly cases: readonly { readonly name: string; readonly text: string }[];
  /** The language in which it opens; it speaks both. */
  readonly language: Locale;
  /** Where whoever exports it verifies, if others can reach it; the page names it and never connects to it. */
  readonly verifyAddress?: string | undefined;
}

/**
 * One HTML file that carries cases and the verifier, opens from disk without a connection and checks its cases
 * again. Its policy allows its own script and style by their hashes and nothing else, so it cannot connect, load or
 * send anything. A pure function: the same input gives the same bytes.
 *
 * @throws Error when the template could end its own element
 */
export function evidencePage(page: PageToMake): string {
  const { template, fonts = '', title, cases, language, verifyAddress } = page;
  const { script, style } = template;
  // The builder sees to it; a page that breaks out of its script must never be made.
  if (/<\/script|<!--/i.test(script) || /<\/style|<!--/i.test(style))
    throw new Error('The template of the page cannot be put into a page.');
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'${fonts && ` '${digestOf(fonts)}'`}`,
    'img-src data:',
    ...(fonts ? ['font-src data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="generator" content="${escapeHtml(build)}">`,
    `<title>${escapeHtml(title)}</title>`,
    '<link rel="icon" href="data:,">',
    `<style>${style}</style>`,
    ...(fonts ? [`<style>${fonts}</style>`] : []),
    '</head>',
    '<body>',
    `<noscript>${languages.map(withoutScript).join('')}</noscript>`,
    `<main id="page"${verifyAddress === undefined ? '' : ` data-verify="${escapeHtml(verifyAddress)}"`}></main>`,
    ...cases.map(
      ({ name, text }) =>
        `<script type="application/json" class="case" data-name="${escapeHtml(name)}">${embedJson(text)}</script>`,
    ),
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** SHA-256 of the program, hex: the page shows the same about itself. */
export function programDigest({ script }: PageTemplate): string {
  return toHex(sha256(utf8Of(script)));
}

/** The template, fetched when it is needed. */
export async function loadPageTemplate(): Promise<PageTemplate> {
  const { pageTemplate } = await import('./page-template.ts');
  if (pageTemplate === undefined) throw new Error('This build has no page that checks itself.');
  return pageTemplate;
}

const languages: readonly Locale[] = ['es-MX', 'en'];

/** Without its program a page can say only this. */
function withoutScript(locale: Locale): string {
  return `<p lang="${locale}">${escapeHtml(m.evidence_page_noscript({}, { locale }))}</p>`;
}

/** A source of a content security policy. */
function digestOf(text: string): string {
  return `sha256-${toBase64(sha256(utf8Of(text)))}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
