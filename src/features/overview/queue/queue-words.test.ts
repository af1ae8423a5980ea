import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { causes, type Stuck } from '../stuck.ts';
import { ageWordsOf, chipWord, why } from './queue-words.ts';

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
  const wordsOf = (stuck: Pick<Stuck, 'cause' | 'request' | 'people'>) =>
    ageWordsOf({ ...row, ...stuck })?.('6 d');

  it('is none of a certificate, whose day the row says', () => {
    const certificate = { notAfter: '2026-11-29T00:00:00Z' };
    expect(wordsOf({ cause: 'certificate', request: {}, people: [{ certificate }] })).toBeUndefined();
  });

  it('is said to be since the rejection only where its date came', () => {
    const rejected = (request: SignatureRequest) => wordsOf({ cause: 'rejected', request, people: [] });
    expect(rejected({ rejectedAt: row.since })).toBe('rejected 6 d ago');
    expect(rejected({})).toBe('waiting for 6 d');
  });
});

describe('the day of a rejection', () => {
  const rejected = (day: number) => ({ status: 'REJECTED', rejectedAt: `2026-11-${day}T00:00:00Z` });
  const say = (
    language: 'es-MX' | 'en',
    request: SignatureRequest,
    inList = (at: string | number | Date) => new Date(at).toISOString().slice(0, 10),
  ) => {
    overwriteGetLocale(() => language);
    const row = { id: 'r', witness: undefined, since: '2026-11-10T00:00:00Z', people: [] };
    return why(
      { ...row, cause: 'rejected', request },
      'Ana',
      0,
      { inList, day: inList },
      new Date('2026-11-20T00:00:00Z'),
    );
  };

  it('is that of who rejected', () => {
    expect(say('es-MX', { invites: [rejected(10)] })).toBe('por Ana, 2026-11-10');
  });

  it('is not torn at the end of a line', () => {
    expect(say('es-MX', { invites: [rejected(10)] }, () => '10 nov 2026')).toBe(
      'por Ana, 10\u00a0nov\u00a02026',
    );
  });

  it('is said to be the first where several rejected, who did so on days of their own', () => {
    const several = { invites: [rejected(11), rejected(10)] };
    expect(say('es-MX', several)).toBe('por Ana; desde el 2026-11-10');
    expect(say('en', several)).toBe('by Ana; since 2026-11-10');
    expect(say('en', { rejected: 2, rejectedAt: '2026-11-10T00:00:00Z' })).toMatch(/since/);
  });
});
