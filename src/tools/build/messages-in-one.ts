import { build, type Plugin } from 'vite';

/**
 * For tests: the compiled catalogue as one module. Every word is a file of its own, so that a build drops what it
 * does not use; a test that imports one of them would load all of them, thousands, anew in each test file.
 */
export function wordsInOne(): Plugin {
  let bundled: Promise<string> | undefined;
  return {
    name: 'words-in-one',
    load: (id) => (id.endsWith('/i18n/compiled/messages/_index.js') ? (bundled ??= bundle(id)) : null),
  };
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'] },
      // Who sets the language sets it there, so there is one of it.
      rolldownOptions: { external: /runtime\.js$/ },
    },
  });
  const output = Array.isArray(built) ? built[0] : built;
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('The catalogue could not be bundled.');
  return chunk.code;
}
