/**
 * The frame of the page that stands in `index.html` before any script runs, with its words in both languages, of which
 * CSS shows one. `src/app/first-script.js` marks what belongs to the address: the place (`data-to`) and the page (`data-at`).
 */
import { readFileSync } from 'node:fs';
import { paths } from '#widgets/paths.ts';

const languages = ['es-MX', 'en'] as const;
type Language = (typeof languages)[number];

interface Place {
  readonly to: string;
  /** Key of its name, which begins with the name of its catalogue. */
  readonly name: string;
  /** Name of its icon in @mui/icons-material. */
  readonly icon: string;
  /** In the bottom bar of the phone. */
  readonly isPrimary?: boolean;
}

/** The groups of the navigation, as src/app/frame/use-navigation.tsx has them; e2e/first-paint.spec.ts compares both. */
const groups: readonly (readonly Place[])[] = [
  [
    { to: paths.overview, name: 'shell_nav_overview', icon: 'SpaceDashboardOutlined', isPrimary: true },
    { to: paths.requests, name: 'shell_nav_requests', icon: 'DescriptionOutlined', isPrimary: true },
    { to: paths.witnesses, name: 'shell_nav_witnesses', icon: 'ApprovalOutlined', isPrimary: true },
    { to: paths.endorsements, name: 'endorsements_title', icon: 'SwapHorizOutlined' },
  ],
  [
    { to: paths.verify, name: 'shell_nav_verify', icon: 'FactCheckOutlined', isPrimary: true },
    { to: paths.directory, name: 'shell_nav_directory', icon: 'ContactsOutlined' },
    { to: paths.organization, name: 'shell_nav_organization', icon: 'DomainOutlined' },
    { to: paths.rates, name: 'shell_nav_rates', icon: 'ShowChartOutlined' },
    { to: paths.settings, name: 'shell_nav_settings', icon: 'SettingsOutlined' },
  ],
];
/** The last group, which only the demo has. */
const demoPlaces: readonly Place[] = [
  { to: paths.sandbox, name: 'shell_nav_sandbox', icon: 'ScienceOutlined' },
];

interface Page {
  /** Key of the title that the page has until it knows more. */
  readonly title: string;
  /** Key of another title on the phone. */
  readonly phoneTitle?: string;
  /** Key of its name in the way to it, where it is below a place. */
  readonly crumb?: string;
  /** Its content reaches the edges. */
  readonly fills?: boolean;
}

/** By address; `*` at the end stands for an id, and alone for every address that no page has. */
const pages: Readonly<Record<string, Page>> = {
  [paths.overview]: { title: 'overview_title' },
  [paths.requests]: { title: 'shell_nav_requests', fills: true },
  [paths.newRequest]: { title: 'compose_title', crumb: 'shell_new_request', fills: true },
  [paths.bulk]: { title: 'bulk_title', crumb: 'shell_palette_request' },
  '/requests/*': { title: 'requests_one', crumb: 'shell_palette_request' },
  [paths.witnesses]: { title: 'witnesses_title', fills: true },
  '/witnesses/*': { title: 'shell_palette_witness', crumb: 'shell_palette_witness' },
  [paths.endorsements]: { title: 'endorsements_title', fills: true },
  '/endorsements/*': { title: 'tokens_title', crumb: 'shell_palette_token' },
  '/endorsements/wallets/*': { title: 'wallets_title', crumb: 'shell_palette_wallet' },
  [paths.verify]: { title: 'verify_drop_title', phoneTitle: 'verify_drop_title_phone' },
  [paths.directory]: { title: 'directory_title', fills: true },
  [paths.certificates]: { title: 'directory_certificates', crumb: 'shell_palette_certificate', fills: true },
  '/directory/certificates/*': { title: 'directory_certificate', crumb: 'shell_palette_certificate' },
  [paths.issuers]: { title: 'directory_issuers', crumb: 'shell_palette_issuer', fills: true },
  '/directory/issuers/*': { title: 'directory_issuer', crumb: 'shell_palette_issuer' },
  '/directory/*': { title: 'directory_person', crumb: 'shell_palette_subject' },
  [paths.organization]: { title: 'organization_title' },
  [paths.rates]: { title: 'rates_title' },
  [paths.settings]: { title: 'shell_nav_settings' },
  [paths.drift]: { title: 'settings_drift_title', crumb: 'shell_detail' },
  [paths.sandbox]: { title: 'sandbox_title' },
  '/link': { title: 'linking_title', crumb: 'linking_title' },
  '*': { title: 'shell_not_found_title', crumb: 'shell_not_found_title' },
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function message(language: Language, key: string): string {
  const [catalogue] = key.split('_');
  const path = new URL(`../../i18n/${language}/${catalogue}.json`, import.meta.url);
  const text = (JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>)[key];
  if (typeof text !== 'string') throw new Error(`${language}/${catalogue}.json has no text ${key}.`);
  return escaped(text);
}

/** An element for each language. */
const inBoth = (tag: string, key: string, attributes = ''): string =>
  languages
    .map((language) => `<${tag} lang="${language}"${attributes}>${message(language, key)}</${tag}>`)
    .join('');

/** @throws Error where the package draws the icon otherwise than by paths */
function iconOf(name: string): string {
  const path = new URL(`../../../node_modules/@mui/icons-material/${name}.js`, import.meta.url);
  const source = readFileSync(path, 'utf8');
  const lines = [...source.matchAll(/\bd: "([^"]+)"/g)].map(([, line]) => `<path d="${line}"/>`);
  if (lines.length === 0) throw new Error(`The icon ${name} has no path.`);
  const rule = source.includes('evenodd') ? ' fill-rule="evenodd"' : '';
  return `<svg viewBox="0 0 24 24"${rule}>${lines.join('')}</svg>`;
}

const mark = `<svg viewBox="0 0 20 20" width="20" height="20"><rect width="20" height="20" rx="5" fill="currentColor"/><path d="M5.4 6.2h9.2M10 6.2v5.2" fill="none" stroke="var(--canvas)" stroke-width="1.9" stroke-linecap="round"/><circle cx="10" cy="14.4" r="1.35" fill="var(--canvas)"/></svg>`;
const brand = `<b>${mark}<span>Testigo</span></b>`;
const bars = (count: number): string => '<i></i>'.repeat(count);

const entries = (places: readonly Place[]): string =>
  places
    .map(({ to, name, icon }) => `<li data-to="${to}">${iconOf(icon)}${inBoth('span', name)}</li>`)
    .join('');

/** The frame around a page, in the place where the app puts it. */
function shellHtml(): string {
  const all = groups.flat();
  const crumbs = [
    ...[...all, ...demoPlaces].map(({ to, name }) => inBoth('span', name, ` data-to="${to}"`)),
    ...Object.entries(pages).map(([at, { crumb }]) =>
      crumb === undefined ? '' : inBoth('span', crumb, ` data-at="${at}"`),
    ),
  ].join('');
  const titles = Object.entries(pages)
    .map(([at, { title, phoneTitle, fills }]) => {
      const marks = ` data-at="${at}"${fills ? ' data-fills' : ''}`;
      if (phoneTitle === undefined) return inBoth('h1', title, marks);
      return `${inBoth('h1', title, `${marks} class="wide"`)}${inBoth('h1', phoneTitle, `${marks} class="phone"`)}`;
    })
    .join('');
  const more = `<li class="more">${iconOf('MoreHoriz')}${inBoth('span', 'shell_more')}</li>`;
  return [
    `<div class="shell"><nav>${brand}<div class="organization"></div>`,
    ...groups.map((group) => `<ul>${entries(group)}</ul>`),
    `<ul class="demo">${entries(demoPlaces)}</ul></nav>`,
    `<header>${brand}<div class="back">${iconOf('ArrowBack')}</div><p>${crumbs}</p><div class="search">${iconOf('Search')}${inBoth('span', 'shell_search')}</div></header>`,
    `<aside class="demo">${iconOf('ScienceOutlined')}${inBoth('span', 'shell_demo', ' class="wide"')}`,
    `${inBoth('span', 'shell_demo_short', ' class="phone"')}</aside>`,
    `<section>${titles}<div>${bars(9)}</div></section>`,
    `<footer>${entries(all.filter(({ isPrimary }) => isPrimary))}${more}</footer></div>`,
  ].join('');
}

/** The frame of the three kinds of pages; `data-first` of the document chooses one. */
export function firstPaintHtml(): string {
  return [
    '<div id="first-paint" aria-hidden="true">',
    shellHtml(),
    `<div class="connect"><header>${brand}</header>${inBoth('h1', 'connect_title')}`,
    `${inBoth('p', 'connect_sub')}<section>${bars(4)}</section></div>`,
    `<div class="verify"><header>${brand}</header><section>`,
    inBoth('h1', 'verify_drop_title', ' class="wide"'),
    inBoth('h1', 'verify_drop_title_phone', ' class="phone"'),
    inBoth('p', 'verify_drop_text', ' class="wide"'),
    `${inBoth('p', 'verify_drop_text_phone', ' class="phone"')}</section></div>`,
    '</div>',
  ].join('');
}
