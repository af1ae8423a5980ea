import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOf } from './split-list.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textsOf = (text: string): string[] | undefined => {
  const bytes = bytesOf(text);
  const entries = entriesOf(bytes);
  return (
    entries &&
    Array.from({ length: entries.length / 2 }, (_, at) =>
      new TextDecoder().decode(bytes.subarray(entries[2 * at], entries[2 * at + 1])),
    )
  );
};
const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
const objects = fc.array(object, { minLength: 2, maxLength: 8 });
const indent = fc.constantFrom(undefined, 0, 2, '\t');

describe('A list of proofs is taken apart at its entries', () => {
  it('gives every entry whole, whatever is in its strings', () => {
    fc.assert(
      fc.property(objects, indent, (list, space) => {
        const texts = textsOf(JSON.stringify(list, null, space));
        expect(texts?.map((text) => JSON.parse(text) as unknown)).toEqual(
          list.map((one) => JSON.parse(JSON.stringify(one)) as unknown),
        );
      }),
    );
  });

  it('finds the results of a page of the interface among its other members', () => {
    const others = fc.dictionary(
      fc.string().filter((key) => key !== 'results'),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 3 },
    );
    fc.assert(
      fc.property(others, objects, others, indent, (before, results, after, space) => {
        const page = {
          ...before,
          results,
          ...Object.fromEntries(Object.entries(after).filter(([key]) => !(key in before))),
        };
        const texts = textsOf(JSON.stringify(page, null, space));
        expect(texts?.map((text) => JSON.parse(text) as unknown)).toEqual(
          results.map((one) => JSON.parse(JSON.stringify(one)) as unknown),
        );
      }),
    );
  });

  it('leaves alone what is no list, and a list of one, which is that one', () => {
    for (const text of [
      '',
      'hola',
      '{}',
      '[]',
      '[{}]',
      '{"results":[]}',
      '{"results":[{"a":1}]}',
      '[1,2]',
      '[{},2]',
      '{"results":{}}',
      '[{},{}',
      '[{}{}]',
      '{"schema":"testigo.case/1"}',
    ])
      expect([text, entriesOf(bytesOf(text))]).toEqual([text, undefined]);
  });

  it('ends on every text, cut anywhere', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (list, cut) => {
        const text = JSON.stringify({ results: list });
        const at = cut % text.length;
        expect(entriesOf(bytesOf(text.slice(0, at)))).toBeUndefined();
      }),
    );
  });
});
