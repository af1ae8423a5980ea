// Compiles the catalogues to typed functions (src/i18n/compiled), unless what is there is made from the very
// same catalogues. `npm run messages`; the build and the installation call it too.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const words = join(root, 'src/i18n');
const compiled = join(words, 'compiled');
const stampFile = join(compiled, '.stamp');

function stampOf() {
  const hash = createHash('sha256');
  const add = (folder, file) => hash.update(file).update(readFileSync(join(words, folder, file)));
  for (const folder of ['en', 'es-MX'])
    for (const file of readdirSync(join(words, folder)).sort()) if (file.endsWith('.json')) add(folder, file);
  // The compiler writes files of its own beside its settings.
  add('project.inlang', 'settings.json');
  return hash.update(readFileSync(fileURLToPath(import.meta.url))).digest('hex');
}

const registryFile = join(compiled, 'registry.js');
const hasCounts = () =>
  existsSync(registryFile) && readFileSync(registryFile, 'utf8').includes('function count(');

/** Compiles what is stale. */
export function compileWords() {
  const stamp = stampOf();
  const made = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  // The declarations and what is changed below are what a bare recompilation by a development server leaves out.
  if (made === stamp && existsSync(join(compiled, 'messages.d.ts')) && hasCounts()) return;
  const bin = join(root, 'node_modules/@inlang/paraglide-js/bin/run.js');
  const options = ['--silent', '--emit-ts-declarations', '--no-emit-readme'];
  const where = ['--project', './src/i18n/project.inlang', '--outdir', './src/i18n/compiled'];
  execFileSync(
    process.execPath,
    [bin, 'compile', ...options, ...where, '--strategy', 'globalVariable', 'baseLocale'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  simplifyPlurals();
  formatCounts();
  writeFileSync(stampFile, stamp);
}

/**
 * Both languages of the catalogues distinguish one from all other numbers. `Intl.PluralRules` would be made anew for each
 * text, and for Spanish it has a third category for whole millions («un millón de testigos»), which no text has.
 */
function simplifyPlurals() {
  const code = readFileSync(registryFile, 'utf8');
  const select = 'return new Intl.PluralRules(locale, options).select(Number(input))';
  if (!code.includes(select)) throw new Error('The compiled catalogues choose their plurals in another way.');
  writeFileSync(registryFile, code.replace(select, "return Number(input) === 1 ? 'one' : 'other'"));
}

/** A number that chooses the plural is written as numbers are in that language; a text that a caller made stays as it is. */
function formatCounts() {
  const folder = join(compiled, 'messages');
  appendFileSync(
    registryFile,
    `
const countFormats = {};
export function count(locale, input) {
  if (typeof input !== 'number') return String(input);
  return (countFormats[locale] ??= new Intl.NumberFormat(locale, { useGrouping: 'always' })).format(input);
};
`,
  );
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.js')) continue;
    const file = join(folder, name);
    const code = readFileSync(file, 'utf8');
    let locale;
    let counts = [];
    const written = code.split('\n').map((line) => {
      const found = [...line.matchAll(/registry\.plural\("([\w-]+)", i\?\.(\w+), \{\}\)/g)];
      if (found.length > 0) {
        locale = found[0][1];
        counts = found.map(([, , input]) => input);
      } else if (line === '};') counts = [];
      return counts.reduce(
        (text, input) => text.replaceAll(`\${i?.${input}}`, `\${registry.count("${locale}", i?.${input})}`),
        line,
      );
    });
    if (written.join('\n') !== code) writeFileSync(file, written.join('\n'));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) compileWords();
