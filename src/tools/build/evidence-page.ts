/**
 * Builds the page that checks itself (`src/evidence-page`) into one classic script and one style sheet, and hands
 * both to the dashboard as texts. The dashboard never imports that layer: it puts the texts into the files it makes.
 */
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { shortWords } from './short-messages.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** `Features.LightDark` of Lightning CSS: the variables that stand in for `light-dark()`, which the page does not use. */
const lightDark = 1 << 20;
/** The module whose content the build replaces. */
const placeholder = 'src/widgets/evidence-files/page/page-template.ts';

interface Texts {
  readonly script: string;
  readonly style: string;
}

/**
 * The same sources give the same texts.
 *
 * @throws Error when a text could end the element that will hold it
 */
export async function buildEvidencePage(): Promise<Texts> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    plugins: [shortWords()],
    css: { lightningcss: { exclude: lightDark } },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      cssCodeSplit: false,
      lib: { entry: 'src/evidence-page/main.ts', name: 'testigoPage', formats: ['iife'], fileName: 'page' },
    },
  });
  const { output } = outputOf(built);
  const chunks = output.filter((file) => file.type === 'chunk');
  const styles = output.filter((file) => file.type === 'asset');
  const [script, style] = [chunks[0]?.code, styles[0]?.source];
  if (chunks.length !== 1 || styles.length !== 1 || script === undefined || typeof style !== 'string')
    throw new Error(`The page must be one script and one style, not ${output.length} files.`);
  for (const text of [script, style])
    if (/<\/(?:script|style)|<!--|\r/i.test(text))
      throw new Error('The program of the page holds text that HTML would read as markup.');
  return { script, style };
}

function outputOf(built: Awaited<ReturnType<typeof build>>): Rolldown.RolldownOutput {
  const first = Array.isArray(built) ? built[0] : built;
  if (first === undefined || !('output' in first)) throw new Error('The page was not built.');
  return first;
}

/** Replaces the content of `page-template.ts` by the built texts, which are built once, when the module is loaded. */
export function evidencePageTemplate(): Plugin {
  let texts: Promise<Texts> | undefined;
  return {
    name: 'evidence-page-template',
    enforce: 'pre',
    async load(id) {
      if (!id.split('?')[0]?.replaceAll('\\', '/').endsWith(placeholder)) return undefined;
      texts ??= buildEvidencePage();
      return `export const pageTemplate = ${JSON.stringify(await texts)};`;
    },
  };
}
