import { sql } from '../../storage/database/sql.ts';
import type { Conservation } from '#contract/resources/organization.ts';
import { and, dateRange, oneOf, textMatch } from '../../storage/lists/conditions.ts';
import { normalised } from '../../storage/lists/normalise.ts';
import type { OrganizationRow } from '../../storage/tables/rows.ts';
import { idForm, notFound, requireMember } from '../access/access.ts';
import { answerOne, answerPage } from '../answer/answer.ts';
import type { Call, Handlers } from '../call.ts';
import { isMember, organizationsOf } from '../access/caller.ts';
import { policyGap } from '../witnesses/certification.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';

export function organizationHandlers(service: Service): Handlers {
  return {
    readOrganization: (call) => readOrganization(service, call),
    listOrganizations: (call) => listOrganizations(service, call),
    updateOrganization: (call) => updateOrganization(service, call),
  };
}

/** The organizations a caller acts for; others are 404 (Rule OR-1). */
async function readOrganization(service: Service, call: Call<'readOrganization'>): Promise<unknown> {
  const id = idForm(call.params.id ?? '');
  if (!isMember(call.caller, id)) throw notFound('organization', id, 'OR-1');
  return answerOne(service, call, 'organization', id);
}

async function listOrganizations(service: Service, call: Call<'listOrganizations'>): Promise<unknown> {
  const { query, caller } = call;
  return answerPage(service, call, 'organization', {
    name: 'organizations',
    from: sql`organizations o`,
    alias: 'o',
    condition: and(
      oneOf(sql`o.id`, organizationsOf(caller)),
      textMatch(sql`o.id`, query._id, idForm),
      dateRange(sql`o.created_at`, query.createdAt),
      dateRange(sql`o.updated_at`, query.updatedAt),
    ),
    arguments: query,
  });
}

/** Profile and policy, by members only (Rules OR-2, OR-3). */
async function updateOrganization(service: Service, call: Call<'updateOrganization'>): Promise<unknown> {
  const { input } = call;
  const id = idForm(input.id);
  requireMember(call.caller, id, { path: ['input', 'id'], rule: 'OR-3' });
  requirePossible(service, input.policies?.signatureRequest?.conservation);
  await service.database.transaction(async (tx) => {
    const [row] = await tx.rows<OrganizationRow>(
      sql`select o.* from organizations o where o.id = ${id} for update`,
    );
    if (!row) throw notFound('organization', id);
    const name = input.name ?? row.name;
    await tx.rows(sql`update organizations set name = ${name}, search_name = ${normalised(name)},
      logo = ${input.logo ?? row.logo}, email_address = ${input.emailAddress ?? row.email_address},
      conservation = ${input.policies?.signatureRequest?.conservation ?? row.conservation},
      updated_at = ${service.now().toISOString()}::timestamptz where id = ${id}`);
  });
  return answerOne(service, call, 'organization', id);
}

/** A policy that nobody here carries out would have everything wait for ever (Rule PR-6). */
function requirePossible(service: Service, conservation: Conservation | undefined): void {
  const sentence = conservation && policyGap(service, conservation);
  if (sentence !== undefined)
    throw new ServiceError('unprocessable', sentence, {
      path: ['input', 'policies', 'signatureRequest', 'conservation'],
      rule: 'PR-6',
    });
}
