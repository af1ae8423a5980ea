import { describe, expect, it } from 'vitest';
import { basicsChunk, dashboardChunk, partsChunk } from './chunks.ts';

/** Who imports whom: `!` marks a dynamic import. */
const importers: Record<string, string[]> = {
  '/src/features/connect/connect-page.tsx': ['!/src/app/routes.tsx'],
  '/src/features/requests/list/requests-page.tsx': ['!/src/app/routes.tsx'],
  '/src/features/overview/overview-page.tsx': ['!/src/app/routes.tsx'],
  '/src/features/directory/directory-page.tsx': ['!/src/app/routes.tsx'],
  '/src/ui/field.tsx': ['/src/features/connect/connect-page.tsx', '/src/ui/search.tsx'],
  '/src/ui/search.tsx': ['/src/features/requests/list/requests-page.tsx'],
  '/src/ui/table.tsx': [
    '/src/features/requests/list/requests-page.tsx',
    '/src/features/directory/directory-page.tsx',
  ],
  '/src/ui/chart.tsx': [
    '/src/features/overview/overview-page.tsx',
    '/src/features/directory/directory-page.tsx',
  ],
  '/src/app/frame/verify-frame.tsx': ['!/src/app/routes.tsx'],
  '/src/features/verify/verify-page.tsx': ['!/src/app/routes.tsx'],
  '/src/features/verify/results/verify-results.tsx': ['!/src/features/verify/verify-page.tsx'],
  '/src/features/verify/drop/verify-drop.tsx': [
    '/src/features/verify/verify-page.tsx',
    '/src/features/verify/results/verify-results.tsx',
  ],
  '/src/ui/button.tsx': ['/src/features/verify/drop/verify-drop.tsx', '/src/ui/field.tsx'],
  // A cycle must not be walked for ever.
  '/src/a.ts': ['/src/b.ts'],
  '/src/b.ts': ['/src/a.ts', '/src/ui/table.tsx'],
};
const context = {
  getModuleInfo: (id: string) => ({
    importers: (importers[id] ?? []).filter((from) => !from.startsWith('!')),
    dynamicImporters: (importers[id] ?? []).filter((from) => from.startsWith('!')),
  }),
};

describe('Which modules share a file', () => {
  it('puts together what /connect and the dashboard both need', () => {
    expect(partsChunk('/src/ui/field.tsx', context)).toBe('parts');
    expect(partsChunk('/src/ui/table.tsx', context)).toBeNull();
  });

  it('puts together what the list of requests shares with other pages, and not what is its own', () => {
    expect(dashboardChunk('/src/ui/table.tsx', context)).toBe('dashboard');
    expect(dashboardChunk('/src/ui/search.tsx', context)).toBeNull();
    expect(dashboardChunk('/src/ui/chart.tsx', context)).toBeNull();
  });

  it('puts together what /verify needs and others too, and leaves out what is its own', () => {
    expect(basicsChunk('/src/ui/button.tsx', context)).toBe('basics');
    expect(basicsChunk('/src/features/verify/drop/verify-drop.tsx', context)).toBeNull();
    expect(basicsChunk('/src/ui/field.tsx', context)).toBeNull();
  });

  it("leaves the words to who uses them: before they are dropped, all seem to be everybody's", () => {
    importers['/src/i18n/compiled/messages/a.js'] = importers['/src/ui/field.tsx'] ?? [];
    expect(partsChunk('/src/i18n/compiled/messages/a.js', context)).toBeNull();
    expect(dashboardChunk('/src/i18n/compiled/messages/a.js', context)).toBeNull();
  });

  it('puts what plurals need where every page has it, or one message would bring the whole dashboard along', () => {
    expect(basicsChunk('/src/i18n/compiled/registry.js', context)).toBe('basics');
  });

  it('ends on modules that import each other', () => {
    expect(dashboardChunk('/src/a.ts', context)).toBe('dashboard');
  });
});
