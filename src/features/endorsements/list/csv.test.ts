import { expect, test } from 'vitest';
import { eventsCsv, tokensCsv } from './csv.ts';

const a = `0x${'a'.repeat(40)}`;
const b = `0x${'b'.repeat(40)}`;
const known = {
  people: new Map([[a, { id: '1', commonName: '=Financiera, Sureste', RFC: 'FSU0907229N1' }]]),
  documents: new Map([
    [
      '255',
      { witness: 'w', request: 'r', name: 'Pagaré 0398', amount: { amount: '1250000.00', currency: 'MXN' } },
    ],
  ]),
};

test('the export has people and documents by name, instants in UTC, and leaves out what is not known', () => {
  const [head, first, second] = eventsCsv(
    [
      {
        id: 'e1',
        timestamp: 1_785_564_000,
        fromId: a.toUpperCase().replace('0X', '0x'),
        toId: b,
        digest: '255',
        network: 421614,
      },
      { id: 'e2', fromId: null, toId: b, digest: 2 ** 60, network: null },
    ],
    known,
  ).split('\r\n');
  expect(head).toBe(
    '\uFEFFid,timestamp,fromId,fromName,fromRFC,toId,toName,toRFC,digest,documentHash,documentName,amount,currency,network',
  );
  expect(first).toBe(
    `e1,2026-08-01T06:00:00.000Z,${a.toUpperCase().replace('0X', '0x')},"'=Financiera, Sureste",FSU0907229N1,${b},,,255,${'ff'.padStart(64, '0')},Pagaré 0398,1250000.00,MXN,421614`,
  );
  // A number that was rounded is reported as it came and is no hash of any document.
  expect(second).toBe(`e2,,,,,${b},,,1152921504606847000,,,,,`);
});

test('tokens are exported with their holder', () => {
  expect(tokensCsv([{ id: '255', ownerId: a, timestamp: 0, network: 1 }], known).split('\r\n')[1]).toBe(
    `255,1970-01-01T00:00:00.000Z,${a},"'=Financiera, Sureste",FSU0907229N1,${'ff'.padStart(64, '0')},Pagaré 0398,1250000.00,MXN,1`,
  );
});
