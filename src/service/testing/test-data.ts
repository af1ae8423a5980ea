import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { identifier, join, sql } from '../storage/database/sql.ts';
import type { SqlValue } from '../storage/database/sql.ts';
import { pemOf } from '../authorities/certificates/certificate.ts';
import { publicNumbers } from '../authorities/keys.ts';
import { digestOf } from '../handlers/access/authenticate.ts';
import type { Database } from '../storage/database/database.ts';
import { normalised } from '../storage/lists/normalise.ts';
import { newObjectId } from '../storage/tables/object-id.ts';
import type { TestAuthorities } from './test-authorities.ts';

export interface TestSubject {
  readonly id: string;
  readonly commonName: string;
  readonly token: string;
  readonly evmAddress: string;
}

/** An organization of one test alone, with a key, a member and a linked subject. */
export interface TestOrganization {
  readonly id: string;
  readonly key: string;
  readonly member: TestSubject;
  readonly linked: TestSubject;
}

let counter = 0;
const next = (): number => (counter += 1);

/** Writes what a test stands on, past the rules that are being tested. */
export class TestData {
  readonly #database: Database;
  readonly #authorities: TestAuthorities;
  readonly #clock: { now: Date };
  #issuerId = '';

  constructor(database: Database, authorities: TestAuthorities, clock: { now: Date }) {
    this.#database = database;
    this.#authorities = authorities;
    this.#clock = clock;
  }

  async open(): Promise<void> {
    const { name, certificate, keys } = this.#authorities.issuer;
    const { exponent, modulus } = publicNumbers(keys.publicKey);
    const hash = createHash('sha256').update(certificate).digest('hex');
    // A database that another service of the test had before knows it.
    const [known] = await this.#database.rows<{ id: string }>(
      sql`select id from issuers where hash = ${hash}`,
    );
    this.#issuerId = known?.id ?? newObjectId(this.#clock.now);
    if (known) return;
    await this.#insert('issuers', {
      id: this.#issuerId,
      hash,
      common_name: name.commonName,
      exponent,
      modulus,
      certificate_pem: pemOf(certificate),
      rfc: name.RFC,
      organization: name.organization,
      postal_code: Number(name.postalCode),
      country: name.country,
      search_common_name: normalised(name.commonName),
      search_organization: normalised(name.organization),
      search_organizational_unit_name: '',
      search_email_address: '',
      search_street_address: '',
      search_state_or_province_name: '',
      search_locality_name: '',
      ...this.#dates(),
    });
  }

  async organization(
    about: { quotaApi?: boolean; nom151?: number; groupedNom151?: number } = {},
  ): Promise<TestOrganization> {
    const id = newObjectId(this.#clock.now);
    const name = `Organización ${next()}`;
    await this.#insert('organizations', {
      id,
      name,
      search_name: normalised(name),
      email_address: 'firmas@ejemplo.mx',
      quota_id: newObjectId(this.#clock.now),
      quota_api: about.quotaApi ?? true,
      quota_nom151: about.nom151 ?? 10,
      quota_grouped_nom151: about.groupedNom151 ?? 10,
      ...this.#dates(),
    });
    const key = secret();
    await this.#insert('api_keys', {
      id: newObjectId(this.#clock.now),
      organization_id: id,
      name: 'Test',
      digest: digestOf(key),
      ...this.#dates(),
    });
    const [member, linked] = [await this.subject({ memberOf: id }), await this.subject({ linkedTo: id })];
    return { id, key, member, linked };
  }

  async subject(
    about: { linkedTo?: string; memberOf?: string; certificate?: boolean } = {},
  ): Promise<TestSubject> {
    const number = next();
    const id = newObjectId(this.#clock.now);
    const commonName = `María Peña ${number}`;
    const evmAddress = `0x${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;
    const RFC = `PEMA${String(800_101 + (number % 1000))}AB1`;
    const CURP = 'PEMA800101MDFXRR09';
    await this.#insert('wallets', { id: evmAddress });
    await this.#insert('subjects', {
      id,
      common_name: commonName,
      serial_number: CURP,
      rfc: RFC,
      evm_address: evmAddress,
      country: 'MX',
      email_address: `persona${number}@ejemplo.mx`,
      push_notification_token: `push-${secret()}`,
      search_common_name: normalised(commonName),
      search_email_address: `persona${number}@ejemplo.mx`,
      search_rfc: normalised(RFC),
      ...this.#dates(),
    });
    const token = secret();
    await this.#insert('access_tokens', {
      digest: digestOf(token),
      subject_id: id,
      created_at: this.#clock.now.toISOString(),
    });
    if (about.certificate ?? true)
      await this.#certify(id, {
        commonName,
        RFC,
        CURP,
        emailAddress: `persona${number}@ejemplo.mx`,
        country: 'MX',
      });
    if (about.linkedTo) await this.join('organization_links', about.linkedTo, id);
    if (about.memberOf) await this.join('organization_members', about.memberOf, id);
    return { id, commonName, token, evmAddress };
  }

  async join(table: string, organizationId: string, subjectId: string): Promise<string> {
    const id = newObjectId(this.#clock.now);
    await this.#insert(table, {
      id,
      organization_id: organizationId,
      subject_id: subjectId,
      ...this.#dates(),
    });
    return id;
  }

  async #certify(subjectId: string, name: Parameters<TestAuthorities['issue']>[2]): Promise<void> {
    const id = newObjectId(this.#clock.now);
    const issued = this.#authorities.issue(subjectId, id, name);
    const facts = new X509Certificate(issued.pem);
    await this.#insert('certificates', {
      id,
      subject_id: subjectId,
      issuer_id: this.#issuerId,
      serial_number: facts.serialNumber.toLowerCase(),
      not_before: new Date(facts.validFrom).toISOString(),
      not_after: new Date(facts.validTo).toISOString(),
      ...publicNumbers(this.#authorities.signingKey.publicKey),
      version: 3,
      hash: issued.hash,
      certificate_pem: issued.pem,
      ...this.#dates(),
    });
  }

  #dates(): { created_at: string; updated_at: string } {
    const now = this.#clock.now.toISOString();
    return { created_at: now, updated_at: now };
  }

  async #insert(table: string, row: Readonly<Record<string, SqlValue>>): Promise<void> {
    const columns = join(
      Object.keys(row).map((name) => identifier(name)),
      ', ',
    );
    const values = join(Object.values(row), ', ');
    await this.#database.rows(sql`insert into ${identifier(table)} (${columns}) values (${values})`);
  }
}

const secret = (): string => randomBytes(32).toString('base64url');
