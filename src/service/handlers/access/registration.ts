import { join, sql } from '../../storage/database/sql.ts';
import { toHex } from '#proofs/encoding/bytes.ts';
import { keccak256 } from '#proofs/encoding/hash.ts';
import { identityOf } from '#proofs/pki/certificate/certificate.ts';
import type { Certificate } from '#proofs/pki/certificate/certificate.ts';
import { attributeTexts } from '#proofs/pki/certificate/names.ts';
import { oid } from '#proofs/pki/der/oids.ts';
import { pemOf } from '../../authorities/certificates/certificate.ts';
import { PresentedWrong } from '../signing/signer-check.ts';
import { normalised } from '../../storage/lists/normalise.ts';
import { newObjectId } from '../../storage/tables/object-id.ts';
import { insertRows } from '../../storage/tables/bulk.ts';
import type { Queries } from '../../storage/database/queries.ts';

/** The subject of a certificate, in the columns of the table of subjects. */
export interface CertificateHolder {
  readonly commonName: string;
  readonly rfc: string;
  /** CURP of the person, or of the representative of the company. */
  readonly serialNumber: string;
  readonly country: string | undefined;
  readonly emailAddress: string | undefined;
}

/** @returns undefined where the certificate lacks a name, an RFC (2.5.4.45) or a serial number (2.5.4.5) */
export function holderOf(certificate: Certificate): CertificateHolder | undefined {
  const { commonName, rfc, curp, representativeCurp } = identityOf(certificate);
  const serialNumber = curp ?? representativeCurp;
  if (commonName === undefined || rfc === undefined || serialNumber === undefined) return undefined;
  const [country] = attributeTexts(certificate.subject, '2.5.4.6');
  const [emailAddress] = attributeTexts(certificate.subject, oid.emailAddress);
  return {
    commonName,
    rfc: rfc.toUpperCase(),
    serialNumber: serialNumber.toUpperCase(),
    country,
    emailAddress,
  };
}

/** Whether a certificate names a subject that is stored: RFC and serial number, both. */
export function isHolder(
  holder: CertificateHolder,
  subject: { readonly rfc: string; readonly serial_number: string },
): boolean {
  return (
    holder.rfc === subject.rfc.toUpperCase() && holder.serialNumber === subject.serial_number.toUpperCase()
  );
}

/** The id of the subject with this RFC and serial number; one that is new is stored. */
export async function storeSubject(
  tx: Queries,
  holder: CertificateHolder,
  certificate: Certificate,
  at: Date,
): Promise<string> {
  // Two that register the same subject at once wait for each other.
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`subject/${holder.rfc}`}, 0))`);
  const [known] = await tx.rows<{ id: string }>(sql`select id from subjects
    where rfc = ${holder.rfc} and serial_number = ${holder.serialNumber} order by created_at limit 1`);
  if (known) return known.id;
  const id = newObjectId(at);
  await insertRows(tx, 'subjects', [
    {
      id,
      common_name: holder.commonName,
      serial_number: holder.serialNumber,
      rfc: holder.rfc,
      evm_address: addressOf(certificate),
      country: holder.country ?? null,
      email_address: holder.emailAddress ?? null,
      search_common_name: normalised(holder.commonName),
      search_email_address: normalised(holder.emailAddress),
      search_rfc: normalised(holder.rfc),
      created_at: at,
      updated_at: at,
    },
  ]);
  return id;
}

/** An address for a subject without an account on a chain: nothing stands there, and nobody may claim a token. */
const addressOf = ({ der }: Certificate): string => `0x${toHex(keccak256(der)).slice(24)}`;

/** The id of a certificate of a subject; one that is new is stored with its issuer. @throws PresentedWrong */
export async function storeCertificate(
  tx: Queries,
  { certificate, issuer, subjectId }: { certificate: Certificate; issuer: Certificate; subjectId: string },
  at: Date,
): Promise<string> {
  const issuerId = await storeIssuer(tx, issuer, at);
  const id = newObjectId(at);
  const written = sql`${at.toISOString()}::timestamptz`;
  await tx.rows(sql`insert into certificates (id, subject_id, issuer_id, serial_number, not_before, not_after,
      exponent, modulus, version, hash, certificate_pem, created_at, updated_at)
    values (${id}, ${subjectId}, ${issuerId}, ${toHex(certificate.serialNumber).replace(/^00(?=[89a-f])/, '')},
      ${new Date(certificate.notBefore).toISOString()}::timestamptz,
      ${new Date(certificate.notAfter).toISOString()}::timestamptz,
      ${keyNumbers(certificate).exponent}, ${keyNumbers(certificate).modulus}, ${certificate.version},
      ${certificate.fingerprint}, ${pemOf(certificate.der)}, ${written}, ${written})
    on conflict do nothing`);
  const [stored] = await tx.rows<{ id: string }>(
    sql`select id from certificates where hash = ${certificate.fingerprint}`,
  );
  if (!stored)
    throw new PresentedWrong(
      'certificate',
      'Another certificate of this issuer with the same number is stored.',
    );
  return stored.id;
}

async function storeIssuer(tx: Queries, issuer: Certificate, at: Date): Promise<string> {
  const hash = issuer.fingerprint;
  const find = (): Promise<{ id: string }[]> => tx.rows(sql`select id from issuers where hash = ${hash}`);
  const [known] = await find();
  if (known) return known.id;
  const first = (type: string): string | null => attributeTexts(issuer.subject, type)[0] ?? null;
  const postalCode = first('2.5.4.17');
  const row = {
    common_name: first(oid.commonName) ?? first(oid.organization) ?? '',
    organization: first(oid.organization),
    organizational_unit_name: first('2.5.4.11'),
    email_address: first(oid.emailAddress),
    street_address: first('2.5.4.9'),
    state_or_province_name: first('2.5.4.8'),
    locality_name: first('2.5.4.7'),
  };
  const { exponent, modulus } = keyNumbers(issuer);
  await tx.rows(sql`insert into issuers (id, hash, common_name, exponent, modulus, certificate_pem, rfc,
      organization, organizational_unit_name, email_address, street_address, postal_code, country,
      state_or_province_name, locality_name, search_common_name, search_organization,
      search_organizational_unit_name, search_email_address, search_street_address,
      search_state_or_province_name, search_locality_name, created_at, updated_at)
    values (${newObjectId(at)}, ${hash}, ${row.common_name}, ${exponent}, ${modulus}, ${pemOf(issuer.der)},
      ${first(oid.uniqueIdentifier)}, ${row.organization}, ${row.organizational_unit_name}, ${row.email_address},
      ${row.street_address}, ${postalCode !== null && /^\d{1,9}$/.test(postalCode) ? Number(postalCode) : null},
      ${first('2.5.4.6')}, ${row.state_or_province_name}, ${row.locality_name},
      ${join(
        Object.values(row).map((text) => sql`${normalised(text)}`),
        ', ',
      )}, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz)
    on conflict (hash) do nothing`);
  const [stored] = await find();
  if (!stored) throw new Error('An issuer that was just written is missing.');
  return stored.id;
}

/** Bare hexadecimal; empty for a key that is not RSA. */
function keyNumbers({ publicKey: { key } }: Certificate): { exponent: string; modulus: string } {
  if (key.kind !== 'rsa') return { exponent: '', modulus: '' };
  return { exponent: toHex(key.exponent), modulus: toHex(key.modulus) };
}
