import { beforeAll, describe, expect, test } from 'vitest';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { m, overwriteGetLocale } from '#i18n/messages.ts';
import { standingSentence } from './standing-sentence.ts';
import { awaited, awaitedWords, stateWord } from './standing.ts';
import { nameOf } from './request-cells.tsx';
import { nobodySigned, stateOf } from './state.ts';
import { states } from './list/view.ts';

const names = {
  a: { id: 'a', commonName: 'Ana Pech' },
  b: { id: 'b', commonName: 'Luis Canché' },
};
const words = {
  list: (items: readonly string[]) => items.join(' y '),
  day: (date: Date | string) => new Date(date).toISOString().slice(0, 10),
  days: () => 'desde hace 9 días',
};
const pending = (id: string) => ({
  id: `i${id}`,
  status: 'PENDING',
  createdAt: '2026-11-01T00:00:00Z',
  subject: { id },
});
const signed = (id: string) => ({ ...pending(id), status: 'SIGNED' });
const say = (request: SignatureRequest) => standingSentence(request, names, words);

beforeAll(() => {
  overwriteGetLocale(() => 'es-MX');
});

describe('where a request stands, in words', () => {
  test('who is awaited is named, with how many more', () => {
    expect(awaitedWords({ invites: [pending('a')] }, names)).toBe('Ana Pech');
    expect(awaitedWords({ invites: [pending('a'), pending('b')] }, names)).toBe('Ana Pech, +1');
    expect(awaitedWords({ invites: [pending('a'), pending('b'), pending('c')] }, names)).toBe('3 firmantes');
    expect(awaitedWords({ invites: [signed('a'), pending('z')] }, names)).toBe('1 firmante');
  });

  test('a status that is none of the four is said to be unknown, and counts as no answer and no wait', () => {
    const other = (id: string) => ({ ...pending(id), status: 'SOMETHING_NEW' });
    expect(say({ invites: [other('a'), other('b'), other('z')] })).toBe(
      'El servicio informa un estado desconocido en 3 de 3 respuestas: no se sabe si se firmaron.',
    );
    expect(say({ invites: [signed('a'), other('b')] })).toBe(
      'El servicio informa un estado desconocido en 1 de 2 respuestas: no se sabe si se firmó.',
    );
    expect(say({ invites: [pending('a'), other('b')] })).toBe('Espera a Ana Pech.');
    expect(awaitedWords({ invites: [signed('a'), other('b')] }, names)).toBe(m.requests_state_unknown());
  });

  test('a request that everyone has signed waits for nobody, whether or not it is known to be open', () => {
    const all = { invites: [signed('a'), signed('b')] };
    expect(say(all)).toBe(m.requests_stands_all_signed());
    expect(say({ ...all, finalized: false })).toBe(m.requests_stands_all_signed_open());
    expect(say({ finalized: false, signed: 2, pending: 0 })).toBe(m.requests_stands_all_signed_open());
    expect(awaitedWords(all, names)).toBe(m.requests_state_all_signed());
  });

  test('an invite whose answer was not sent or could not be read is neither an answer nor a wait', () => {
    for (const unread of [{ id: 'ib' }, { ...pending('b'), status: null, unreadable: ['status'] }]) {
      const request = { finalized: false, invites: [signed('a'), unread] };
      expect(say(request)).toBe(m.requests_stands_answers_unknown());
      expect(awaited(request)).toBeUndefined();
      expect(awaitedWords(request, names)).toBe(m.requests_state_unknown());
      expect(nobodySigned({ invites: [unread] })).toBe(false);
    }
    expect(say({ finalized: false, signed: 1 })).toBe(m.requests_stands_answers_unknown());
    expect(nobodySigned({ invites: [{ ...pending('a'), status: 'ARCHIVED' }] })).toBe(false);
    expect(nobodySigned({ invites: [{ ...pending('a'), status: 'REJECTED' }] })).toBe(true);
  });

  test('signers whose names are not known yet are counted with the others', () => {
    expect(say({ invites: [pending('a'), pending('z')] })).toBe(
      m.requests_stands_waiting({ who: m.requests_awaited_count({ count: 2 }) }),
    );
  });

  test('invites of which only the ids came name nobody', () => {
    expect(awaitedWords({ invites: [{ id: 'i' }] }, names)).toBe(stateWord('unknown'));
    expect(awaitedWords({ invites: [{ id: 'i' }], pending: 1 }, names)).toBe(stateWord('waiting'));
  });

  test('waiting says for whom, since when, and who has signed', () => {
    expect(say({ createdAt: '2026-11-11T00:00:00Z', invites: [signed('a'), pending('b')] })).toBe(
      'Espera a Luis Canché desde hace 9 días. 1 de 2 ya firmó.',
    );
  });

  test('a rejection says by whom and when', () => {
    const rejected = { ...pending('b'), status: 'REJECTED', rejectedAt: '2026-11-17T10:00:00Z' };
    expect(say({ invites: [signed('a'), rejected] })).toBe('Luis Canché la rechazó el 2026-11-17.');
  });

  test('a draft says that nobody has received it', () => {
    expect(say({ draft: true, invites: [pending('a')] })).toContain('Nadie lo ha recibido');
  });

  test('a draft is not said to be without signers where the service did not send them', () => {
    expect(say({ draft: true, invites: [] })).toBe(m.requests_stands_draft_empty());
    expect(say({ draft: true })).toBe(m.requests_stands_draft_unread());
  });

  test('that it was witnessed is the service’s word', () => {
    const text = say({
      finalized: true,
      invites: [signed('a')],
      witness: { id: 'w', timestampedAt: '2026-11-18T00:00:00Z' },
    });
    expect(text).toContain('Según el servicio');
  });

  test.each(['es-MX', 'en'] as const)('every state has its own word in %s', (locale) => {
    overwriteGetLocale(() => locale);
    expect(new Set(states.map(stateWord)).size).toBe(states.length);
    overwriteGetLocale(() => 'es-MX');
  });
});

describe('a request of which too little was sent', () => {
  const unread = { id: 'w', hash: 'ab', unreadable: ['timestampedAt'] };
  const mentioned: SignatureRequest = { id: '6afb4583a7fc71e01a4f230d', draft: false };

  test('WI-15 is said to be unknown: neither without signers nor complete', () => {
    expect(stateOf(mentioned)).toBe('unknown');
    // What came as something else is not what is absent.
    expect(stateOf({ ...mentioned, invites: [], unreadable: ['finalized'] })).toBe('unknown');
    expect(stateOf({ ...mentioned, invites: [], unreadable: ['name'] })).toBe('unsigned');
    expect(stateOf({ ...mentioned, invites: [] })).toBe('unsigned');
    expect(stateOf({ ...mentioned, signed: 0, pending: 0 })).toBe('unsigned');
  });

  test('it is not said to be without signers while the answers of those invited are not known', () => {
    const invites = [{ ...pending('a'), status: 'ARCHIVED' }];
    expect(stateOf({ ...mentioned, finalized: true, invites: [{ id: 'i' }] })).toBe('unknown');
    expect(stateOf({ ...mentioned, finalized: true, invites })).toBe('unknown');
    expect(stateOf({ ...mentioned, pending: 0 })).toBe('unknown');
  });

  test('WI-14 a witness of which only the id came leaves open whether it was witnessed', () => {
    const ended = { ...mentioned, finalized: true, invites: [signed('a')] };
    expect(stateOf({ ...ended, witness: null })).toBe('signed');
    expect(stateOf({ ...ended, witness: { id: 'w' } })).toBe('unknown');
    expect(stateOf({ ...ended, witness: unread })).toBe('unknown');
    expect(stateOf({ ...ended, witness: { id: 'w', timestampedAt: null } })).toBe('signed');
  });

  test('its name is distinguished from others by the end of its id', () => {
    expect(nameOf(mentioned)).toContain('4f230d');
    expect(nameOf({ ...mentioned, name: '' })).not.toContain('4f230d');
  });

  test('a witnessed document whose signers were not sent does not say that nobody signed', () => {
    const text = say({
      ...mentioned,
      finalized: true,
      witness: { id: 'w', timestampedAt: '2026-11-18T00:00:00Z' },
    });
    expect(text).toContain('2026-11-18');
    expect(text).not.toMatch(/\b0\b/);
  });
});
