import { expect, it } from 'vitest';
import { directoryCsv } from './csv.ts';

it('the CSV holds what was sent in UTC, nothing for what was not, no secret, and runs nothing in a spreadsheet', () => {
  const subject = {
    id: 'a'.repeat(24),
    commonName: '=HYPERLINK("x")',
    RFC: 'OERM801231AB1',
    pushNotificationToken: 'very-secret',
    createdAt: '2026-01-01T00:00:00-06:00',
  };
  const csv = directoryCsv([[subject, { certificate: { revoked: false }, linked: undefined }]]);
  const [head = '', row = ''] = csv.slice(1).split('\r\n');
  expect(csv).not.toContain('very-secret');
  const cells = Object.fromEntries(head.split(',').map((name, at) => [name, row.split(',')[at]]));
  expect(cells).toMatchObject({
    RFC: 'OERM801231AB1',
    createdAt: '2026-01-01T06:00:00.000Z',
    certificateRevoked: 'false',
    linked: '',
    updatedAt: '',
  });
  expect(cells.commonName).toMatch(/^"'=HYPERLINK/);
});
