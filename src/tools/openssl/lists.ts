/** Revocation lists (RFC 5280 §5 and §6.3), where every certificate below the root has to be covered. */
import {
  authorityExtensions,
  crlNumber,
  deltaNumbers,
  directoryName,
  distributionPoints,
  extension,
  fullName,
  issue,
  issueCrlDer,
  listFlag,
  listReasons,
  listScope,
  testKey,
  usage,
  type CrlSpec,
  type Issued,
} from '#proofs/pki/testing/authority.ts';
import * as der from '#proofs/pki/testing/der-writer.ts';
import { comparePath } from './compare.ts';

const root = issue({ subject: 'CN=R', extensions: authorityExtensions() });
const authority = issue({ subject: 'CN=A', issuer: root, extensions: authorityExtensions() });
// OpenSSL looks at delta lists only where the certificate says where there are some (freshestCRL).
const uri = (text: string) => der.implicitPrimitive(6, Buffer.from(text));
const point = der.sequence(der.sequence(fullName(uri('http://delta/'))));
const leaf = issue({
  subject: 'CN=L',
  issuer: authority,
  extensions: [usage(0, 1), extension('2.5.29.46', point)],
});
const otherLeaf = issue({ subject: 'CN=L2', issuer: authority, extensions: [usage(0)] });
const at = '2026-01-01T00:00:00Z';

function lists(label: string, specs: readonly Partial<CrlSpec>[], of: Issued = leaf): void {
  const all = [{ issuer: root }, ...specs].map((spec) => issueCrlDer({ issuer: authority, ...spec }));
  comparePath('lists', label, { leaf: of.der, others: [authority.der], roots: [root.der], at, lists: all });
}

const revoked = (reason?: number, time = '2025-01-01T00:00:00Z'): Pick<CrlSpec, 'revoked'> => ({
  revoked: [{ certificate: leaf.certificate, at: time, ...(reason === undefined ? {} : { reason }) }],
});
const edges = ['2025-12-31T23:59:59Z', at, '2026-01-01T00:00:01Z'];

export function compareLists(): void {
  lists('plain', [{}]);
  lists('none', []);
  for (const reason of [undefined, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10])
    for (const time of ['2025-01-01T00:00:00Z', '2025-12-31T23:59:59Z'])
      lists(`revoked for ${String(reason)} at ${time}`, [revoked(reason, time)]);
  for (const time of edges) {
    lists(`this update ${time}`, [{ thisUpdate: time }]);
    lists(`next update ${time}`, [{ nextUpdate: time }]);
  }
  lists('no next update', [{ nextUpdate: null }]);
  lists('SHA-1', [{ hash: 'sha1' }]);
  lists('another key', [{ signingKey: testKey('nobody') }]);
  lists('of the root alone', [{ issuer: root }]);
  compareScopes();
  compareDeltas();
  for (const critical of [true, false]) {
    const extensions = [extension('1.2.3', der.nullValue(), critical)];
    const label = critical ? 'critical extension' : 'extension';
    lists(`${label} of the list`, [{ extensions }]);
    lists(`${label} of the entry of another`, [
      { revoked: [{ certificate: otherLeaf.certificate, extensions }] },
    ]);
    lists(`${label} of the entry`, [{ revoked: [{ certificate: leaf.certificate, extensions }] }]);
  }
}

function compareScopes(): void {
  for (const flag of [1, 2, 4, 5])
    lists(`scope flag ${String(flag)}`, [{ extensions: [listScope(listFlag(flag))] }]);
  lists('scope empty', [{ extensions: [listScope()] }]);
  lists('scope of two kinds', [{ extensions: [listScope(listFlag(1), listFlag(2))] }]);
  const some = { extensions: [listScope(listReasons(3, 1, 2, 3))] };
  const rest = { extensions: [listScope(listReasons(3, 4, 5, 6, 7, 8))] };
  lists('scope of some reasons', [some]);
  lists('scope of the other reasons', [rest]);
  lists('scope of all reasons', [{ extensions: [listScope(listReasons(3, 1, 2, 3, 4, 5, 6, 7, 8))] }]);
  lists('reasons in two lists', [some, rest]);
  lists('revoked in the second of two lists', [some, { ...rest, ...revoked(4) }]);
  const pointed = issue({
    subject: 'CN=P',
    issuer: authority,
    extensions: [usage(0), distributionPoints([fullName(uri('http://a/'))])],
  });
  for (const address of ['http://a/', 'http://b/']) {
    const extensions = [listScope(fullName(uri(address)))];
    lists(`point ${address} of a certificate with one`, [{ extensions }], pointed);
    lists(`point ${address} of a certificate without`, [{ extensions }]);
  }
  lists('point named as the issuer', [{ extensions: [listScope(fullName(directoryName('CN=A')))] }]);
}

function compareDeltas(): void {
  for (const base of [undefined, 6, 1])
    for (const delta of [undefined, 8, 1])
      for (const [number, continues] of [
        [5, 3],
        [3, 3],
        [5, 4],
        [9, 7],
        [2, 1],
      ] as const)
        lists(`base ${String(base)}, delta ${String(delta)}, ${String(number)} after ${String(continues)}`, [
          { extensions: [crlNumber(3)], ...(base && revoked(base)) },
          { extensions: deltaNumbers(number, continues), ...(delta && revoked(delta)) },
        ]);
  lists('delta alone', [{ extensions: deltaNumbers(5, 3) }]);
}
