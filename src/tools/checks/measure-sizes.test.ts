import { describe, expect, it } from 'vitest';
import {
  describeMeasure,
  filesOf,
  isOver,
  measure,
  scriptsOf,
  selfCheckingPage,
  visits,
  type Manifest,
} from './measure-sizes.ts';

describe('The scripts of a visit', () => {
  const origin = 'http://127.0.0.1:4000';

  it('are counted once each, workers included, and nothing but scripts is', () => {
    const requested = [
      `${origin}/requests`,
      `${origin}/theme.js`,
      `${origin}/assets/index.js`,
      `${origin}/assets/hash-worker.mjs?worker`,
      `${origin}/assets/index.js`,
      `${origin}/assets/style.css`,
      `${origin}/rest/witnesses`,
    ];
    expect(scriptsOf(requested, origin)).toEqual(['assets/hash-worker.mjs', 'assets/index.js', 'theme.js']);
  });

  it('are those of the product alone', () => {
    expect(scriptsOf(['https://elsewhere.example/a.js', `${origin}/b.js`], origin)).toEqual(['b.js']);
  });

  it('are never none, because a budget that measures nothing would always hold', () => {
    expect(() => scriptsOf([`${origin}/requests`], origin)).toThrow(/no script/);
  });
});

describe('The script of a page that checks itself', () => {
  const manifest: Manifest = {
    [selfCheckingPage.chunk]: { file: 'assets/page-template.js', imports: ['_shared.js', '_style.css'] },
    '_shared.js': { file: 'assets/shared.js', imports: ['_deep.js'] },
    '_deep.js': { file: 'assets/deep.js', imports: ['_shared.js'] },
    '_style.css': { file: 'assets/style.css' },
  };

  it('is counted with every static import once', () => {
    expect(filesOf(manifest, selfCheckingPage.chunk).sort()).toEqual([
      'assets/deep.js',
      'assets/page-template.js',
      'assets/shared.js',
    ]);
  });

  it('is refused where the build does not have it', () => {
    expect(() => filesOf(manifest, 'src/features/gone.ts')).toThrow(/src\/features\/gone\.ts/);
  });
});

describe('A budget', () => {
  const sized = (bytes: number) => measure('/connect', ['a.js', 'b.js'], 220, () => bytes / 2);

  it('holds up to its limit and not a byte above', () => {
    expect(isOver(sized(220_000))).toBe(false);
    expect(isOver(sized(220_002))).toBe(true);
  });

  it('is reported with its size, its limit and whether it holds', () => {
    expect(describeMeasure(sized(204_600))).toMatch(/^\/connect +204\.6 kB {2}within 220 kB {2}\(2 files\)$/);
    expect(describeMeasure(sized(240_000))).toContain('OVER 220 kB');
  });

  it('exists for each page that is opened first', () => {
    expect(visits.map(({ path, kilobytes }) => [path, kilobytes])).toEqual([
      ['/connect', 220],
      ['/verify', 190],
      ['/requests', 260],
    ]);
  });
});
