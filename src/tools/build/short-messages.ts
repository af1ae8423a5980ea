import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** What words need of the compiler's runtime, which reads addresses, storage and headers besides. */
const runtime = `
export let getLocale = () => 'en';
export const overwriteGetLocale = (given) => { getLocale = given; };
export const experimentalStaticLocale = undefined;
export const said = (en, es) => (inputs = {}, { locale = getLocale() } = {}) =>
  (locale === 'es-MX' ? es : en)(inputs);
`;

const functions = /^const (\w+) = \/\*\* @type [^]*?\*\/ (\(i?\) => \{[^]*?\n\});$/gm;
const choice =
  /^export const (\w+) = [^]*?\(\(inputs(?: = \{\})?, options = \{\}\) => \{\s+const locale = experimentalStaticLocale \?\? options\.locale \?\? getLocale\(\)\s+if \(locale === "es-MX"\) return (\w+)\(inputs\)\s+return (\w+)\(inputs\)\s+\}\);/m;

/**
 * One compiled word as one function that chooses the language, in place of three: a page of hundreds of words carries
 * each of them whole.
 *
 * @returns undefined for text of another form, which is left as it is
 */
export function shortWord(source: string): string | undefined {
  const [, name, es = '', en = ''] = choice.exec(source) ?? [];
  const texts = new Map([...source.matchAll(functions)].map(([, key, text]) => [key, text]));
  const [inEnglish, inSpanish] = [texts.get(en), texts.get(es)];
  if (name === undefined || inEnglish === undefined || inSpanish === undefined) return undefined;
  const registry = source.includes('registry.') ? "import * as registry from '../registry.js';\n" : '';
  return `import { said } from '../runtime.js';
${registry}export const ${name} = /*#__PURE__*/ said(${inEnglish}, ${inSpanish});
`;
}

/** The compiled words and their runtime without what a single file has no use for. */
export function shortWords(): Plugin {
  return {
    name: 'short-words',
    enforce: 'pre',
    async load(id) {
      const [, file] = /\/i18n\/compiled\/(.+)\.js$/.exec(id.replaceAll('\\', '/')) ?? [];
      if (file === 'runtime') return runtime;
      return file?.startsWith('messages/') ? shortWord(await readFile(id, 'utf8')) : undefined;
    },
  };
}
