import { describe, expect, it } from 'vitest';
import { budgets, filesOf, measure, type Manifest } from './measure-sizes.ts';

const manifest: Manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['_deep.js'] },
  '_deep.js': { file: 'assets/deep.js' },
  'src/app/shell.tsx': { file: 'assets/shell.js', imports: ['index.html', '_shared.js'] },
  'src/features/connect/connect-page.tsx': { file: 'assets/connect.js', imports: ['index.html', '_deep.js'] },
  'src/app/verify-frame.tsx': { file: 'assets/frame.js', imports: ['index.html', '_shared.js'] },
  'src/features/verify/verify-page.tsx': { file: 'assets/verify.js', imports: ['index.html'] },
  'src/widgets/evidence-files/page-template.ts': { file: 'assets/page-template.js' },
  'src/features/requests/requests-page.tsx': { file: 'assets/requests.js', imports: ['_table.js'] },
  '_table.js': { file: 'assets/table.js', imports: ['_style.css'] },
  '_style.css': { file: 'assets/style.css' },
};

describe('What a page costs before it is shown', () => {
  it('counts every static import once, however many chunks need it', () => {
    expect(filesOf(manifest, ['index.html', 'src/app/shell.tsx']).sort()).toEqual([
      'assets/deep.js',
      'assets/index.js',
      'assets/shared.js',
      'assets/shell.js',
    ]);
  });

  it('counts JavaScript alone', () => {
    expect(filesOf(manifest, ['src/features/requests/requests-page.tsx'])).toEqual([
      'assets/requests.js',
      'assets/table.js',
    ]);
  });

  it('refuses a budget whose chunk the build does not have', () => {
    expect(() => filesOf(manifest, ['src/features/gone.tsx'])).toThrow(/src\/features\/gone\.tsx/);
  });

  it('sums the sizes of each budget, scripts beside the entry included', () => {
    const measures = measure(manifest, (file) => (file === 'theme.js' ? 1 : 1000));
    expect(measures.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['entry', 3001],
      ['/connect', 4001],
      ['/verify', 5001],
      ['/requests', 6001],
      // A file by itself, put into pages that are made: no script of this site goes with it.
      ['a page that checks itself', 1000],
    ]);
    expect(measures.map(({ limit }) => limit)).toEqual([126_000, 152_000, 135_000, 180_000, 91_000]);
    expect(budgets).toHaveLength(5);
  });
});
