import { expect, it } from 'vitest';
import { againstStamps, withAgainst } from './stamp-companions.ts';
import { buildCase } from '../case-file/build-case.ts';
import type { Evidence } from './evidence.ts';
import { context } from '../testing/case-material.ts';

const certificate = { modulus: 'ab', exponent: '03' };
const evidence: Evidence = {
  invites: [{ certificate }, { id: 'unsigned' }],
  signers: [{ modulus: 'cd', exponent: '03' }],
  ocspResponse: 'AA==',
  responses: ['AQ=='],
};
const against = { signers: [certificate, { modulus: 'cd', exponent: '03' }], responses: ['AA==', 'AQ=='] };

it('everybody who signed by a file and every OCSP response in it speaks against time-stamps, also by a case file', () => {
  expect(againstStamps({ kind: 'invite', evidence })).toEqual(against);
  const { text } = buildCase({ title: '', evidence, context });
  expect(againstStamps({ kind: 'case', source: text })).toEqual(against);
  expect(againstStamps({ kind: 'stamp', evidence: {} })).toEqual({ signers: [], responses: [] });
});

it('a case file that cannot be read says nothing', () => {
  expect(againstStamps({ kind: 'case', source: '{' })).toEqual({ signers: [], responses: [] });
});

it('what nothing speaks against stays as it is', () => {
  expect(withAgainst({ stamp: 'AA==' }, { signers: [], responses: [] })).toEqual({ stamp: 'AA==' });
  expect(withAgainst({}, {})).toEqual({});
  expect(withAgainst({ stamp: 'AA==' }, against)).toEqual({ stamp: 'AA==', ...against });
});
