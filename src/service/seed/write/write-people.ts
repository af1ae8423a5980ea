import { zeroAddress } from '#proofs/token/token.ts';
import { certificateFacts } from '../../authorities/certificates/certificate-facts.ts';
import type { Authority } from '../../authorities/certificates/certificate-authority.ts';
import { digestOf } from '../../handlers/access/authenticate.ts';
import { insertRows } from '../../storage/tables/bulk.ts';
import type { BulkRow } from '../../storage/tables/bulk.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { normalised } from '../../storage/lists/normalise.ts';
import { demoKey, demoToken } from '../demo.ts';
import { dates, derivedId } from './seed-context.ts';
import type { SeedContext } from './seed-context.ts';

/** Organizations, subjects with their certificates, and whatever joins and admits them. */
export async function writePeople(demo: SeedContext, tx: Queries): Promise<void> {
  await writeOrganizations(demo, tx);
  await writeSubjects(demo, tx);
  await writeJoins(demo, tx);
}

/** Organizations, each with a key. */
export async function writeOrganizations(demo: SeedContext, tx: Queries): Promise<void> {
  const { organizations } = demo.story;
  await insertRows(
    tx,
    'organizations',
    organizations.map(({ id, name, emailAddress, conservation, quota, createdAt }) => ({
      id,
      name,
      search_name: normalised(name),
      email_address: emailAddress,
      quota_id: derivedId(`quota/${id}`, createdAt),
      quota_api: quota.API,
      quota_nom151: quota.nom151,
      quota_grouped_nom151: quota.groupedNOM151,
      conservation,
      demo: true,
      ...dates(createdAt),
    })),
  );
  await insertRows(
    tx,
    'api_keys',
    organizations.map(({ id, createdAt }) => ({
      id: derivedId(`key/${id}`, createdAt),
      organization_id: id,
      name: 'Demo',
      enabled: true,
      digest: digestOf(demoKey(demo.secret, id)),
      demo: true,
      ...dates(createdAt),
    })),
  );
}

async function writeSubjects(demo: SeedContext, tx: Queries): Promise<void> {
  const { organizations, subjects } = demo.story;
  const wallets = [zeroAddress, ...subjects.map(({ key }) => demo.signer(key).evmAddress)];
  await insertRows(
    tx,
    'wallets',
    wallets.map((id) => ({ id })),
  );
  await insertRows(
    tx,
    'subjects',
    subjects.map(({ id, key, name, RFC, CURP, createdAt }) => ({
      id,
      common_name: name.commonName,
      serial_number: CURP,
      rfc: RFC,
      evm_address: demo.signer(key).evmAddress,
      country: name.country,
      email_address: name.emailAddress,
      push_notification_token: demo.secret.derive(`push/${id}`),
      search_common_name: normalised(name.commonName),
      search_email_address: normalised(name.emailAddress),
      search_rfc: normalised(RFC),
      ...dates(createdAt),
    })),
  );
  const [founder] = organizations;
  const founded = founder?.createdAt ?? demo.now;
  const issuers = [demo.keys.root, demo.keys.issuing].map((authority) => issuerRow(authority, founded));
  await insertRows(tx, 'issuers', issuers);
  await insertRows(
    tx,
    'certificates',
    subjects.map((subject) => {
      const { certificate, revoked } = demo.signer(subject.key);
      const { publicKey, ...facts } = certificateFacts(certificate);
      return {
        id: demo.certificateId(subject.key),
        subject_id: subject.id,
        issuer_id: issuers[1]?.id,
        serial_number: facts.serialNumber,
        not_before: facts.notBefore,
        not_after: facts.notAfter,
        ...publicKey,
        version: facts.version,
        hash: facts.hash,
        certificate_pem: facts.certificatePem,
        revoked_at: revoked?.at ?? null,
        ...dates(subject.createdAt, revoked?.at),
      };
    }),
  );
  await insertRows(
    tx,
    'signing_keys',
    subjects.map(({ id, key }) => ({
      subject_id: id,
      certificate_id: demo.certificateId(key),
      signer: key,
      demo: true,
    })),
  );
  await insertRows(
    tx,
    'access_tokens',
    subjects.map(({ id, createdAt }) => ({
      digest: digestOf(demoToken(demo.secret, id)),
      subject_id: id,
      demo: true,
      created_at: createdAt,
    })),
  );
}

/** Links and memberships. */
export async function writeJoins(demo: SeedContext, tx: Queries): Promise<void> {
  const { links, members } = demo.story;
  for (const [table, rows] of [
    ['organization_links', links] as const,
    ['organization_members', members] as const,
  ])
    await insertRows(
      tx,
      table,
      rows.map(({ id, organization, subject, createdAt }) => ({
        id,
        organization_id: demo.organization(organization),
        subject_id: demo.subject(subject),
        ...dates(createdAt),
      })),
    );
}

function issuerRow({ name, certificate }: Authority, founded: Date): BulkRow {
  const { publicKey, hash, certificatePem } = certificateFacts(certificate);
  return {
    id: derivedId(`issuer/${name.commonName}`, founded),
    hash,
    common_name: name.commonName,
    ...publicKey,
    certificate_pem: certificatePem,
    rfc: name.RFC,
    organization: name.organization,
    organizational_unit_name: name.organizationalUnitName,
    email_address: name.emailAddress,
    street_address: name.streetAddress,
    postal_code: Number(name.postalCode),
    country: name.country,
    state_or_province_name: name.stateOrProvinceName,
    locality_name: name.localityName,
    search_common_name: normalised(name.commonName),
    search_organization: normalised(name.organization),
    search_organizational_unit_name: normalised(name.organizationalUnitName),
    search_email_address: normalised(name.emailAddress),
    search_street_address: normalised(name.streetAddress),
    search_state_or_province_name: normalised(name.stateOrProvinceName),
    search_locality_name: normalised(name.localityName),
    ...dates(founded),
  };
}
