import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignatureRequest, Subject } from '#contract/resources/resources.ts';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { causes, type Stuck } from '../stuck.ts';
import { chipWord, numberOf } from './queue-words.ts';

afterEach(() => overwriteGetLocale(() => 'es-MX'));

it.each([
  [
    'es-MX',
    1,
    {
      rejected: 'Rechazada',
      unfinalized: 'Firmada sin finalizar',
      unwitnessed: 'Firmada sin atestiguar',
      certificate: 'Certificado',
      draft: 'Borrador por enviar',
    },
  ],
  [
    'es-MX',
    1_200,
    {
      rejected: 'Rechazadas',
      unfinalized: 'Firmadas sin finalizar',
      unwitnessed: 'Firmadas sin atestiguar',
      certificate: 'Certificados',
      draft: 'Borradores por enviar',
    },
  ],
  [
    'en',
    1,
    {
      rejected: 'Rejected',
      unfinalized: 'Signed, not finalized',
      unwitnessed: 'Signed, not witnessed',
      certificate: 'Certificate',
      draft: 'Draft to send',
    },
  ],
  [
    'en',
    2,
    {
      rejected: 'Rejected',
      unfinalized: 'Signed, not finalized',
      unwitnessed: 'Signed, not witnessed',
      certificate: 'Certificates',
      draft: 'Drafts to send',
    },
  ],
] as const)('in %s the chips of %i say it in that number', (language, count, words) => {
  overwriteGetLocale(() => language);
  const said = Object.fromEntries(causes.map((cause) => [cause, chipWord(cause, count)]));
  expect(said).toMatchObject(words);
  // The others say a state of things, whose word is the same for any number.
  const others = causes.filter((cause) => !(cause in words));
  expect(others.map((cause) => chipWord(cause, 1))).toEqual(others.map((cause) => chipWord(cause, 9)));
});

describe('the number of a row', () => {
  beforeEach(() => overwriteGetLocale(() => 'en'));
  const row = { id: 'r', witness: undefined, since: '2026-11-10T00:00:00Z' };
  const wordsOf = (stuck: Pick<Stuck, 'cause' | 'request' | 'people'>) => {
    const number = numberOf({ ...row, ...stuck });
    return number && [number.at, number.words('6 d', true), number.words('6 d', false)];
  };
  const certificateOf = (certificate: Subject['certificate']) =>
    wordsOf({ cause: 'certificate', request: {}, people: [{ certificate }] });

  it('is the time to the end of a certificate, or since it, and none of a revoked one', () => {
    const notAfter = '2026-11-29T00:00:00Z';
    expect(certificateOf({ notAfter })).toEqual([notAfter, 'expires in 6 d', 'expired 6 d ago']);
    expect(certificateOf({ notAfter, revoked: true })).toBeUndefined();
  });

  it('is said to be since the rejection only where its date came', () => {
    const rejected = (request: SignatureRequest) => wordsOf({ cause: 'rejected', request, people: [] })?.[2];
    expect(rejected({ rejectedAt: row.since })).toBe('rejected 6 d ago');
    expect(rejected({})).toBe('waiting for 6 d');
  });
});
