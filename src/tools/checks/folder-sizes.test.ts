import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';

const maxFiles = 15;

/** Folders of `src` with more source files than allowed; tests do not count. */
function largeFolders(): string[] {
  const counts = new Map<string, number>();
  for (const file of execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).split('\n'))
    if (/\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count > maxFiles ? [folder] : [])).sort();
}

describe('The size of folders', () => {
  it(`has at most ${maxFiles} source files in each folder`, () => {
    expect(largeFolders()).toEqual([]);
  });
});
