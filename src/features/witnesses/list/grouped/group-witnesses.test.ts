import { expect, it } from 'vitest';
import { groupByRequest } from './group-witnesses.ts';

it('puts witnesses under their requests in the order of the list, the one of the document first', () => {
  const request = { id: 'r1', witness: { id: 'w3' } };
  const witnesses = [
    { id: 'w1', signatureRequest: request },
    { id: 'w2' },
    { id: 'w3', signatureRequest: request },
    { id: 'w4', signatureRequest: { id: 'r2' } },
  ];
  expect(groupByRequest(witnesses).map(({ id, witnesses: of }) => [id, of.map((one) => one.id)])).toEqual([
    ['r1', ['w3', 'w1']],
    ['', ['w2']],
    ['r2', ['w4']],
  ]);
});
