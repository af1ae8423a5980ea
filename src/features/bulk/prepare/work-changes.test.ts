import { expect, it } from 'vitest';
import { newWork } from './work.ts';
import { removeDocument } from './work-changes.ts';
import type { BulkDocument } from './work-record.ts';

const document = (id: string, sha256: string, sameAs?: string): BulkDocument => ({
  id,
  filePath: `${id}.pdf`,
  name: `${id}.pdf`,
  size: 1,
  state: 'ready',
  sha256,
  ...(sameAs === undefined ? {} : { sameAs }),
});

it('the next of equal documents takes the place of the one that is removed', () => {
  const documents = [document('a', 'h1'), document('b', 'h1', 'a'), document('c', 'h1', 'a')];
  const left = removeDocument('a')({ ...newWork, documents }).documents;
  expect(left).toEqual([document('b', 'h1'), document('c', 'h1', 'b')]);
});
