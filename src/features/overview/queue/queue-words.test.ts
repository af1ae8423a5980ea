import { afterEach, expect, it } from 'vitest';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { causes } from '../stuck.ts';
import { chipWord } from './queue-words.ts';

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
