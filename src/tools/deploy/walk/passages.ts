import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../runbook.ts';
import type { Block } from '../runbook.ts';

const readme = 'README.md';
const runbook = 'src/RUNBOOK.md';

/** The sections that are walked, by their document. */
const sections: Readonly<Record<string, readonly string[]>> = {
  [readme]: ['Start', 'In production'],
  [runbook]: ['Install', 'Commands', 'Upgrade', 'Erase an organization or a person', 'Replace keys'],
};

interface Place {
  readonly document: string;
  readonly section: string;
  /** The first words of a block, or of a line of one. */
  readonly begins: string;
}

const at = (document: string, section: string, begins: string): Place => ({ document, section, begins });
const install = (begins: string): Place => at(runbook, 'Install', begins);
const production = (begins: string): Place => at(readme, 'In production', begins);

/** Blocks that the walk executes. */
export const passages = {
  start: at(readme, 'Start', 'npm ci && npm start'),
  customers: production('npm run --silent service -- organization create'),
  service: production('TESTIGO_SANDBOX=0 npm start'),
  sign: production('openssl dgst'),
  check: production('npm run --silent service -- check'),
  repair: production('npm run --silent service -- repair'),
  release: install('useradd'),
  database: install('sudo -u postgres createuser'),
  secret: install('install -d -m 0750'),
  settingsFile: install('install -m 0640'),
  settings: install('DATABASE_URL='),
  unit: install('install -m 0644'),
  proxy: install('listen 443 ssl'),
  ready: install('curl http://127.0.0.1:4311/readyz'),
  commands: at(runbook, 'Commands', 'testigo() { (set'),
  upgrade: at(runbook, 'Upgrade', 'git clone'),
  upgradeWorker: at(runbook, 'Upgrade', 'systemctl restart testigo@worker'),
  erase: at(runbook, 'Erase an organization or a person', 'testigo organization erase'),
  createKey: at(runbook, 'Replace keys', 'testigo key create'),
  disableKey: at(runbook, 'Replace keys', 'key disable'),
  replaceToken: at(runbook, 'Replace keys', 'testigo subject token'),
} as const satisfies Readonly<Record<string, Place>>;

export type PassageName = keyof typeof passages;

/** Blocks and lines that the walk does not execute. */
export const omitted: readonly (Place & { readonly reason: string })[] = [
  {
    ...at(readme, 'Start', 'npm ci && npm test'),
    reason: '.ci/run runs all tests on a clean checkout',
  },
  { ...install('[{ "ID": "testigo"'), reason: 'settings; the part "object store" holds them' },
  { ...install('set_real_ip_from'), reason: 'settings in place of TLS; the part "compose" holds them' },
  { ...install('npm run --silent service --'), reason: 'the beginning of commands of the README' },
  { ...install('cd src/tools/deploy && cp environment.example'), reason: 'containers: the part "compose"' },
  { ...install('npm run deep'), reason: 'another part' },
  { ...at(runbook, 'Commands', 'testigo subject add'), reason: 'containers: the part "compose"' },
  { ...at(runbook, 'Commands', 'testigo() { docker'), reason: 'containers: the part "compose"' },
  { ...at(runbook, 'Upgrade', 'docker compose build'), reason: 'containers: the part "compose"' },
];

const isAt = ({ section, begins }: Place, block: Block): boolean =>
  block.section === section && (block.lines[0] ?? '').startsWith(begins);

/**
 * What does not fit between the texts and the lists above: a block that nobody executes and no reason omits, and a passage
 * that is in none or in two of the blocks.
 *
 * @param read the text of a document
 */
export function misfits(read: (document: string) => string): string[] {
  return Object.entries(sections).flatMap(([document, names]) => {
    const blocks = blocksOf(read(document)).filter(({ section }) => names.includes(section));
    const places: readonly Place[] = [...Object.values(passages), ...omitted].filter(
      (place) => place.document === document,
    );
    const unknown = blocks
      .filter((block) => !places.some((place) => isAt(place, block)))
      .map(({ section, lines }) => `${document}, ${section}: nobody executes "${lines.join('\n')}"`);
    const counts = places.map((place) => {
      const lines = blocks.filter(({ section }) => section === place.section).map((block) => block.lines);
      return { place, count: lines.flat().filter((line) => line.startsWith(place.begins)).length };
    });
    const lost = counts
      .filter(({ count }) => count === 0)
      .map(({ place }) => `${document}, ${place.section}: there is no "${place.begins}"`);
    return [...unknown, ...lost];
  });
}

/** The texts of a clone; remembers what was read of them. */
export class Passages {
  readonly root: string;
  readonly #unread = new Set(Object.keys(passages));

  /** @throws Error where a text and the lists of this file do not fit */
  constructor(root: string) {
    this.root = root;
    const wrong = misfits((document) => this.#read(document));
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  }

  /** The lines of a block, without those that are omitted. */
  lines(name: PassageName): string[] {
    const place = passages[name];
    const block = blocksOf(this.#read(place.document)).find((each) => isAt(place, each));
    this.#unread.delete(name);
    return (block?.lines ?? []).filter(
      (line) => !omitted.some((each) => each.section === place.section && line.startsWith(each.begins)),
    );
  }

  /**
   * The commands of a block, with values in place of words of the text.
   *
   * @param values by the word of the text
   */
  commands(name: PassageName, values: Readonly<Record<string, string>> = {}): string {
    return fill(this.lines(name).join('\n'), values);
  }

  /** Names of the passages that nobody read yet. */
  unread(): string[] {
    return [...this.#unread];
  }

  #read(document: string): string {
    return readFileSync(join(this.root, document), 'utf8');
  }
}

/** @throws Error where a word is not in the text */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [word, value]) => {
    const pattern = new RegExp(`(?<![\\w$])${word.replaceAll(/[[\]|$]/g, '\\$&')}(?!\\w)`, 'g');
    if (!pattern.test(filled)) throw new Error(`There is no ${word} in "${text}".`);
    return filled.replace(pattern, () => value);
  }, text);
}

/**
 * The commands of a line of usage: `organization list | disable ID`, each with the words that stand before the first.
 * Options in brackets are left out.
 */
export function alternativesOf(usage: string): string[] {
  const [first = '', ...others] = usage
    .replace(/ {2,}#.*$/, '')
    .replaceAll(/ \[[^\]]*\]/g, '')
    .split(' | ');
  const before = /^.* -- \w+ /.exec(first)?.[0] ?? '';
  return [first, ...others.map((other) => before + other)];
}
