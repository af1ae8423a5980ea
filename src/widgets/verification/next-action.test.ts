import { expect, it, vi } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Check } from '#proofs/check.ts';
import { allChecks } from '#proofs/verdict/report.ts';
import * as material from '#proofs/testing/case-material.ts';
import { m } from '#i18n/messages.ts';
import { nextOf } from '../report/texts/check-sentences.ts';
import { actOnNext } from './next-action.ts';

const timeOf = (nom151: object): Check => {
  const report = checkEvidence(material.withWitness({ nom151 }), material.context);
  const found = allChecks(report).find(({ id }) => id === 'nom151.time');
  if (found === undefined) throw new Error('no nom151.time');
  return found;
};

function act(check: Check) {
  const actions = {
    nameNode: vi.fn(),
    openSettings: vi.fn(),
    chooseDocument: vi.fn(),
    recheck: vi.fn(),
    explain: vi.fn(),
  };
  actOnNext(check, actions);
  return Object.entries(actions)
    .filter(([, action]) => action.mock.calls.length > 0)
    .map(([name]) => name);
}

it('advises the right stamp where the stamp is of another hash, and does not get the same one again', () => {
  const check = timeOf({ token: material.stampOver('ab'.repeat(32)) });
  expect(nextOf(check)).toBe(m.verdicts_n_get_stamp());
  expect(m.verdicts_n_get_stamp({}, { locale: 'es-MX' })).toBe('Obtén la constancia correcta.');
  expect(act(check)).toEqual(['explain']);
});

it('gets a stamp that did not come', () => {
  expect(act(timeOf({ provider: 'x' }))).toEqual(['recheck']);
});
