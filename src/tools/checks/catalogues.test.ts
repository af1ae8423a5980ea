import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.ts';

const root = new URL('../../../', import.meta.url);
const languages = ['en', 'es-MX'] as const;

const keysOf = (language: string): string[] => {
  const folder = new URL(`src/i18n/${language}/`, root);
  return readdirSync(folder)
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object))
    .filter((key) => !key.startsWith('$'))
    .sort();
};

/** Every word that a source says, as `m.some_key`. */
function usedMessages(): Set<string> {
  const files = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('compiled'),
  );
  const texts = files.map((file) => readFileSync(new URL(`src/${file}`, root), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)));
}

/** Texts in which a word in the plural follows a number, whose number is never one: with the reason. */
const neverOne: Readonly<Record<string, string>> = {
  bulk_beyond: 'above the most that a bulk takes',
  bulk_bytes: 'bytes, with their unit',
  bulk_reason_name_long: 'a limit',
  bulk_table_drop_text: 'a limit',
  common_text_rule: 'a limit',
  compose_iou_reason_help: 'a limit',
  compose_versions_part: 'a limit',
  directory_key_rsa: 'the size of a key',
  requests_view_name_rule: 'a limit',
  organization_links_more: 'more than a page',
  organization_quota_text: 'a constant',
  overview_from_read_part: 'a whole page',
  overview_from_reported_part: 'a whole page',
  overview_per_day_known: 'a constant',
  overview_per_day_total: 'a constant',
  overview_per_month_known: 'a constant',
  overview_per_month_total: 'a constant',
  requests_none_looked_text: 'a whole page',
  rates_walk_ended: 'half a year at least',
  settings_drift_cut: 'a limit',
  settings_operations: 'the operations of the API',
  settings_operations_all: 'the operations of the API',
  tokens_missing_too_many: 'a limit',
  tokens_networks_split: 'two at least',
  verdicts_r_anchor_needs: 'two at least',
  verdicts_rule_imprint_length: 'the size of a hash',
  verdicts_rule_modulus_bits: 'the size of a key',
  verdicts_rule_signature_length: 'the size of a key',
  verdicts_what_rsa_bits: 'the size of a key',
};

/** Words that end like a plural and are none. */
const noPlural =
  /^(es|is|matches|was|has|does|names|already|más|antes|after|starts|ends|this|its|as|us|tus|sus)$/;
/** Parameters that are names or texts, not numbers. */
const isNumber =
  /^(count|n|number|signed|total|done|days|weeks|months|minutes|seconds|hours|rows|have|most|left|size|pages?|read|shown|of|requests|invites|bits|max|needed|decimals|least|index|answered|failed|columns)$/;

/** Texts without a plural in which a number is followed by a word in the plural, also with words between them. */
function countedWithoutPlural(locale: (typeof languages)[number]): string[] {
  const folder = new URL(`src/i18n/${locale}/`, root);
  return readdirSync(folder)
    .flatMap((file) => Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object))
    .filter(([, text]) => typeof text === 'string' && [...text.matchAll(counted)].some(isPlural))
    .map(([key]) => key);
}

const counted = /\{(\w+)\} ([a-záéíóúñ]+s)(?![a-záéíóúñ])/g;
const isPlural = ([, name = '', word = '']: RegExpMatchArray): boolean =>
  isNumber.test(name) && !noPlural.test(word);

describe('the catalogues', () => {
  it.each(languages)('have a text for every number of things, whole millions too, in %s', (locale) => {
    const texts = [0, 1, 2, 1_000_000, 64_000_000].map((count) =>
      m.witnesses_list_count({ count, shown: String(count) }, { locale }),
    );
    expect(texts.map((text) => text.split(' ')[0])).toEqual(['0', '1', '2', '1000000', '64000000']);
    expect(new Set(texts.map((text) => text.split(' ')[1])).size).toBe(2);
  });

  it('say every word in both languages, each once', () => {
    const [english, spanish] = languages.map(keysOf);
    expect(english).toEqual(spanish);
    expect(new Set(english).size).toBe(english?.length);
  });

  it.each(languages)('choose the form of each word beside a number by the number, in %s', (locale) => {
    expect(countedWithoutPlural(locale).filter((key) => !(key in neverOne))).toEqual([]);
  });

  it('say one of a thing as one', () => {
    const progress = { signed: 1, total: 1, pending: 1, rejected: 1 };
    expect(m.requests_progress(progress, { locale: 'es-MX' })).toBe(
      'Firmas: 1 de 1; pendientes: 1; rechazadas: 1',
    );
    expect(m.overview_waiting({ count: 1, shown: '1' }, { locale: 'es-MX' })).toBe('1 asunto por atender');
    expect(m.overview_waiting({ count: 1, shown: '1' }, { locale: 'en' })).toBe('1 needs attention');
    expect(m.verify_left_time({ left: '3', time: '1 s' }, { locale: 'es-MX' })).toBe('3, cerca de 1 s');
  });

  it.each(languages)('write a counted number as numbers are written, in %s', (locale) => {
    expect(m.requests_csv_saved({ count: 12_345 }, { locale })).toContain(' 12,345 ');
    expect(m.requests_csv_saved({ count: '12,345' }, { locale })).toContain(' 12,345 ');
  });

  it('hold no word that nothing says', () => {
    const used = usedMessages();
    expect(keysOf('en').filter((key) => !used.has(key))).toEqual([]);
  });
});
