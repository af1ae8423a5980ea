import { sql } from '../../storage/database/sql.ts';
import { bareHex } from '#contract/schema/scalars.ts';
import { and, anyMatch, dateRange, search, textMatch, where } from '../../storage/lists/conditions.ts';
import {
  checkNamedOrganizations,
  idForm,
  linkVisibleTo,
  notFound,
  subjectVisibleTo,
} from '../access/access.ts';
import { answerOne, answerPage } from '../answer/answer.ts';
import type { Call, Handlers } from '../call.ts';
import type { Service } from '../ports.ts';

export function subjectHandlers(service: Service): Handlers {
  return {
    findSubjects: (call) => listSubjects(service, call),
    listSubjects: (call) => listSubjects(service, call),
    readSubject: (call) => readSubject(service, call),
    readSubjectByEvmAddress: (call) => readByEvmAddress(service, call),
  };
}

/** `/subjects` and `/subject` alike (Rule SB-1). */
async function listSubjects(service: Service, call: Call<'findSubjects' | 'listSubjects'>): Promise<unknown> {
  const { query, caller } = call;
  checkNamedOrganizations(caller, query.organization);
  return answerPage(service, call, 'subject', {
    name: 'subjects',
    from: sql`subjects s`,
    alias: 's',
    condition: and(
      subjectVisibleTo(caller, service.sandbox, query.accessScope),
      textMatch(sql`s.id`, query._id, idForm),
      anyMatch(
        (condition) =>
          sql`exists (select 1 from organization_links l${where(
            and(sql`l.subject_id = s.id`, linkVisibleTo(caller, service.sandbox), condition),
          )})`,
        sql`l.organization_id`,
        query.organization,
      ),
      search(
        {
          commonName: sql`s.search_common_name`,
          emailAddress: sql`s.search_email_address`,
          RFC: sql`s.search_rfc`,
        },
        query.search,
      ),
      textMatch(sql`s.country`, query.country),
      textMatch(sql`s.serial_number`, query.serialNumber),
      textMatch(sql`s.rfc`, query.RFC),
      textMatch(sql`s.evm_address`, query.EVMAddress, evmForm),
      dateRange(sql`s.created_at`, query.createdAt),
      dateRange(sql`s.updated_at`, query.updatedAt),
    ),
    arguments: query,
  });
}

async function readSubject(service: Service, call: Call<'readSubject'>): Promise<unknown> {
  const id = call.params.id ?? '';
  const [row] = await service.database.rows<{ id: string }>(
    sql`select s.id from subjects s where s.id = ${idForm(id)} and ${subjectVisibleTo(call.caller, service.sandbox)}`,
  );
  if (!row) throw notFound('subject', id);
  return answerOne(service, call, 'subject', row.id);
}

async function readByEvmAddress(service: Service, call: Call<'readSubjectByEvmAddress'>): Promise<unknown> {
  const address = evmForm(call.query.EVMAddress ?? '');
  const [row] = await service.database.rows<{ id: string }>(
    sql`select s.id from subjects s where s.evm_address = ${address}
      and ${subjectVisibleTo(call.caller, service.sandbox)}`,
  );
  if (!row) throw notFound('subject with the address', address, 'SB-2');
  return answerOne(service, call, 'subject', row.id);
}

const evmForm = (address: string): string => `0x${bareHex(address)}`;
