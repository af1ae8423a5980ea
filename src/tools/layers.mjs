/**
 * The one table of layers: what each may import from the layers below it, and which packages it may
 * never see. The dependency rules and the tests of the layers are generated from it.
 *
 * @type {Record<string, { may: string[], also?: string[], packages?: string[], never?: string[] }>}
 *   `may` — layers it may import; `also` — single files of other layers, as patterns; `packages` — the only
 *   packages it may import (absent: any);
 *   `never` — packages it may not import.
 */
export const layers = {
  // What `contract` and `proofs` need of the time is given to them as an argument.
  clock: { may: [], packages: [] },
  contract: { may: [], packages: ['zod'] },
  proofs: {
    may: [],
    packages: ['@noble/hashes', '@noble/curves'],
  },
  i18n: { may: [] },
  client: {
    may: ['clock', 'contract'],
    never: ['@mui/material', '@mui/icons-material', '@emotion/react', '@emotion/styled', 'react-dom'],
  },
  jobs: {
    may: ['clock', 'client', 'contract'],
    never: ['@mui/material', '@mui/icons-material', '@emotion/react', '@emotion/styled', 'react-dom'],
  },
  // Which characters hide or reorder others is known to the proofs, which show names of certificates. A boundary in a
  // page does not keep to itself that a part of the app did not come.
  ui: {
    may: ['clock', 'i18n'],
    also: ['proofs/encoding/visible-text\\.ts', 'client/http/missing-part\\.ts'],
  },
  widgets: { may: ['clock', 'ui', 'client', 'jobs', 'contract', 'proofs', 'i18n'] },
  // The page that checks itself: a small program of its own, without React. What a report says in words and tables
  // is pure and the same as on the screens, and so are the shapes of verdicts; nothing imports this layer but the
  // build, which makes one text of it.
  'evidence-page': {
    may: ['clock', 'proofs', 'i18n'],
    also: [
      'widgets/evidence-files/(report/(report-document|blocks|marks|undetermined|test-authorities|case-summary|page-margins|verify-command)|page/embedded-json)\\.ts',
      'widgets/report/texts/(verdict-sentence|beside-words|when|stamped-by|rule-words|rule-change-words)\\.ts',
      'widgets/verification/anchors/anchor-use-text\\.ts',
      'ui/verdicts/verdict-paths\\.ts',
    ],
    packages: [],
  },
  features: { may: ['clock', 'widgets', 'ui', 'client', 'jobs', 'contract', 'proofs', 'i18n'] },
  app: { may: ['clock', 'features', 'widgets', 'ui', 'client', 'jobs', 'contract', 'proofs', 'i18n'] },
  service: { may: ['clock', 'contract', 'proofs'], never: ['react', 'react-dom', '@mui/material'] },
  cli: { may: ['clock', 'proofs'] },
  // Measuring and the tables of what was tested use the browser tests' own start of the service and their screens.
  tools: {
    may: ['e2e', 'service', 'contract', 'proofs'],
    also: ['widgets/paths\\.ts', 'client/answers/read-answer\\.ts', 'clock/testing/move-date\\.mjs'],
  },
  // A path goes by what a user sees. From the product it has the names of the interface (contract) and what makes
  // evidence to open (proofs), and these single files: addresses of pages, a workbook to drop, the shape of a record
  // that it finds in the browser's storage, the table of faults, and the database for what no screen can prepare.
  e2e: {
    folder: 'e2e',
    may: ['contract', 'proofs'],
    also: [
      'widgets/(paths|table-reading/testing/workbook)\\.ts',
      'jobs/bulk/bulk-record\\.ts',
      'service/(http/sandbox/fault-plans|handlers/witnesses/witnesses|seed/data/tables|storage/database/(database|sql))\\.ts',
      'cli/run\\.ts',
      'clock/testing/move-date\\.mjs',
    ],
  },
};
