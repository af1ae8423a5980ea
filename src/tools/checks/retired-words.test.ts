import { expect, it } from 'vitest';
import { countWords } from './retired-words.ts';

it('counts a retired word in comments, file names and parts of identifiers', () => {
  const text = 'src/as-told.ts // what was told\nconst toldFacts = readTold(TOLD_FACTS);';
  expect(countWords(text, ['told'])).toEqual(new Map([['told', 5]]));
});

it('does not count a longer word that contains a retired one', () => {
  expect(countWords('bedroom, withheld, stormwater', ['room', 'held', 'storm'])).toEqual(
    new Map([
      ['room', 0],
      ['held', 0],
      ['storm', 0],
    ]),
  );
});
