import { sql } from '../../storage/database/sql.ts';
import { bareHex } from '#contract/schema/scalars.ts';
import { and, dateRange, intMatch, search, textMatch } from '../../storage/lists/conditions.ts';
import { certificateVisibleTo, idForm, notFound } from '../access/access.ts';
import { answerOne, answerPage } from '../answer/answer.ts';
import type { Call, Handlers } from '../call.ts';
import type { Service } from '../ports.ts';

export function certificateHandlers(service: Service): Handlers {
  return {
    listCertificates: (call) => listCertificates(service, call),
    readCertificate: (call) => readCertificate(service, call),
    listIssuers: (call) => listIssuers(service, call),
    readIssuer: (call) => answerOne(service, call, 'issuer', idForm(call.params.id ?? '')),
  };
}

async function listCertificates(service: Service, call: Call<'listCertificates'>): Promise<unknown> {
  const { query, caller } = call;
  return answerPage(service, call, 'certificate', {
    name: 'certificates',
    from: sql`certificates c`,
    alias: 'c',
    condition: and(
      certificateVisibleTo(caller, service.sandbox, query.accessScope),
      textMatch(sql`c.id`, query._id, idForm),
      textMatch(sql`c.issuer_id`, query.issuer, idForm),
      textMatch(sql`c.subject_id`, query.subject, idForm),
      textMatch(sql`c.serial_number`, query.serialNumber, bareHex),
      intMatch(sql`c.version`, query.version),
      dateRange(sql`c.not_before`, query.notBefore),
      dateRange(sql`c.not_after`, query.notAfter),
      dateRange(sql`c.created_at`, query.createdAt),
      dateRange(sql`c.updated_at`, query.updatedAt),
    ),
    arguments: query,
  });
}

async function readCertificate(service: Service, call: Call<'readCertificate'>): Promise<unknown> {
  const id = idForm(call.params.id ?? '');
  const [row] = await service.database.rows(
    sql`select c.id from certificates c where c.id = ${id} and ${certificateVisibleTo(call.caller, service.sandbox)}`,
  );
  if (!row) throw notFound('certificate', id);
  return answerOne(service, call, 'certificate', id);
}

/** Issuers are public: everybody with a key sees all of them (Rule CE-4). */
async function listIssuers(service: Service, call: Call<'listIssuers'>): Promise<unknown> {
  const { query } = call;
  return answerPage(service, call, 'issuer', {
    name: 'issuers',
    from: sql`issuers u`,
    alias: 'u',
    condition: and(
      textMatch(sql`u.id`, query._id, idForm),
      search(
        {
          commonName: sql`u.search_common_name`,
          organization: sql`u.search_organization`,
          organizationalUnitName: sql`u.search_organizational_unit_name`,
          emailAddress: sql`u.search_email_address`,
          streetAddress: sql`u.search_street_address`,
          stateOrProvinceName: sql`u.search_state_or_province_name`,
          localityName: sql`u.search_locality_name`,
        },
        query.search,
      ),
      intMatch(sql`u.postal_code`, query.postalCode),
      textMatch(sql`u.country`, query.country),
      dateRange(sql`u.created_at`, query.createdAt),
      dateRange(sql`u.updated_at`, query.updatedAt),
    ),
    arguments: query,
  });
}
