/**
 * Refuses retired words in the TypeScript of `src` and `e2e`:
 * `npm run retired-words`. A word counts in texts and file names, as a word or as a part of an identifier. Each word has a
 * ceiling; lower it when the count falls, never raise it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const ceilings: Readonly<Record<string, number>> = {
  asked: 2,
  asking: 20,
  befall: 0,
  book: 0,
  desk: 0,
  floor: 0,
  house: 0,
  judge: 0,
  judged: 0,
  judgement: 0,
  judging: 0,
  kept: 11,
  letters: 0,
  mishap: 0,
  room: 8,
  spoil: 0,
  storm: 0,
  stranger: 0,
  told: 0,
  weather: 0,
};

/** How often each of the words occurs in a text: `toldOf` and `as-told` hold `told`; `toldest` and `Math.floor` do not. */
export function countWords(text: string, words: readonly string[]): Map<string, number> {
  const counts = new Map(words.map((word) => [word, 0]));
  for (const [part] of text.replaceAll('Math.floor', '').matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)) {
    const count = counts.get(part.toLowerCase());
    if (count !== undefined) counts.set(part.toLowerCase(), count + 1);
  }
  return counts;
}

function main(): void {
  const words = Object.keys(ceilings);
  const files = execFileSync('git', ['ls-files', 'src', 'e2e'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('/checks/retired-words'));
  const all = files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('\n');
  for (const [word, count] of countWords(all, words)) {
    const ceiling = ceilings[word] ?? 0;
    if (count <= ceiling) continue;
    console.error(
      `"${word}" occurs ${count} times, at most ${ceiling} are allowed: use the term of the field.`,
    );
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
