import type { Plugin } from 'vite';

const nothing = '\0nothing-rendered';

/** Parts of MUI's buttons that the theme turns off: by the file that imports them, what it imports. */
const leftOut: readonly { readonly importer: RegExp; readonly source: string }[] = [
  { importer: /@mui\/material\/ButtonBase\/ButtonBase\.mjs$/, source: './TouchRipple.mjs' },
  // Our button shows a ring of its own while it works, because MUI's `loading` takes the focus from it.
  { importer: /@mui\/material\/Button\/Button\.mjs$/, source: '../CircularProgress/index.mjs' },
  { importer: /@mui\/material\/IconButton\/IconButton\.mjs$/, source: '../CircularProgress/index.mjs' },
];

/**
 * Leaves out of the build what MUI's buttons import and never render here: the ripple (`disableRipple` in the theme)
 * and the progress of `loading`. Every page fetches buttons first, and this is a fifth of them (3.4 kB).
 */
export function withoutRipple(): Plugin {
  return {
    name: 'without-ripple',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer) => (importer && isLeftOut(source, importer) ? nothing : undefined),
    load: (id) => (id === nothing ? 'export default function Nothing() { return null; }' : undefined),
  };
}

/** @param importer path of the importing file, with either kind of slash */
export function isLeftOut(source: string, importer: string): boolean {
  const path = importer.replaceAll('\\', '/');
  return leftOut.some((one) => one.source === source && one.importer.test(path));
}
