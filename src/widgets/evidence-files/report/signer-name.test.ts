import { expect, it } from 'vitest';
import { issue } from '#proofs/pki/testing/authority.ts';
import * as der from '#proofs/pki/testing/der-writer.ts';
import { oid } from '#proofs/pki/der/oids.ts';
import { pem } from '#proofs/testing/case-material.ts';
import { signerName } from './signer-name.ts';

const named = (...fields: readonly (readonly [type: string, value: string])[]) => {
  const subjectName = der.sequence(
    ...fields.map(([type, value]) => der.set(der.sequence(der.oid(type), der.utf8(value)))),
  );
  return signerName({ invites: [{ certificate: { pem: pem(issue({ subject: 'CN=x', subjectName })) } }] }, 0);
};

it('names a signer by the common name of the certificate, and by no text inside another field', () => {
  expect(named([oid.commonName, 'Grupo Norte, S.A. de C.V.'])).toBe('Grupo Norte, S.A. de C.V.');
  const organization = [oid.organization, 'x, CN=Banco de México'] as const;
  expect(named(organization, [oid.commonName, 'Juan Pérez'])).toBe('Juan Pérez');
});
