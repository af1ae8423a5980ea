import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestsCsv } from './csv.ts';
import { requests } from '../../testing/requests.ts';

/** Reads CSV by RFC 4180 §2, character by character: another way than the writer's. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [['']];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const row = rows.at(-1)!;
    const character = text[at]!;
    const add = (more: string): void => void row.push(`${row.pop() ?? ''}${more}`);
    if (quoted && character === '"' && text[at + 1] === '"') {
      add('"');
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && character === ',') row.push('');
    else if (!quoted && character === '\r' && text[at + 1] === '\n') {
      rows.push(['']);
      at += 1;
    } else add(character);
  }
  return rows;
}

describe('the CSV of the list', () => {
  test('SR-9 the anonymous key of a request is in no export, whatever else is', () => {
    fc.assert(
      fc.property(requests, (rows) => {
        const secret = 'k3y-that-nobody-may-read';
        const text = requestsCsv(
          rows.map((row) => ({ ...row, anonymousKey: secret })),
          {},
        );
        expect(text).not.toContain(secret);
        expect(text).not.toContain('anonymousKey');
      }),
    );
  });

  test('instants are written in UTC, and what was not sent is empty, never a zero', () => {
    const text = requestsCsv([{ id: 'a', createdAt: '2026-11-20T02:00:00-06:00' }], {});
    const [head, row] = readCsv(text.slice(1));
    const of = (name: string) => row?.[head?.indexOf(name) ?? -1];
    expect(of('createdAt')).toBe('2026-11-20T08:00:00.000Z');
    expect(of('signed')).toBe('');
    expect(of('draft')).toBe('');
    expect(of('updatedAt')).toBe('');
  });

  test('answers are not counted where only ids of the invites were sent', () => {
    const text = requestsCsv([{ id: 'a', draft: false, invites: [{ id: '1' }, { id: '2' }] }], {});
    const [head, row] = readCsv(text.slice(1));
    const of = (name: string) => row?.[head?.indexOf(name) ?? -1];
    expect(of('invites')).toBe('2');
    expect(['signed', 'witnessed', 'pending', 'rejected', 'awaited'].map(of)).toEqual(['', '', '', '', '']);
  });

  test('who is awaited stands by name, by id where the name is not known', () => {
    const text = requestsCsv(
      [
        {
          id: 'a',
          invites: [
            { id: '1', status: 'PENDING', subject: { id: 's1' } },
            { id: '2', status: 'PENDING', subject: { id: 's2' } },
            { id: '3', status: 'SIGNED', subject: { id: 's3' } },
          ],
        },
      ],
      { s1: { id: 's1', commonName: 'Ana Pech' } },
    );
    expect(text).toContain('Ana Pech; s2');
    expect(text).not.toContain('s3');
  });
});
