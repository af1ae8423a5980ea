import { sql } from '../storage/database/sql.ts';
import { currentTime } from '#clock/clock.ts';
import { conservations } from '#contract/resources/organization.ts';
import type { Conservation } from '#contract/resources/organization.ts';
import { normalised } from '../storage/lists/normalise.ts';
import { newObjectId } from '../storage/tables/object-id.ts';
import type { Queries } from '../storage/database/queries.ts';
import type { OrganizationRow } from '../storage/tables/rows.ts';
import { organizationErase } from '../removal/erase-commands.ts';
import { commandOf } from './arguments.ts';
import type { Arguments, Outcome, Subcommand } from './arguments.ts';
import { CommandError, CommandFailure } from './command.ts';
import type { CommandContext } from './command.ts';
import { createKey, createToken } from './credentials.ts';
import { withDatabase } from './open-database.ts';
import { readSigner, registerSigner } from './registered-certificate.ts';

const create: Subcommand = {
  usage:
    '--name N --member-certificate FILE [--member-email E] [--member-rfc R] [--member-token] [--email E]' +
    ' [--conservation POLICY] [--nom151 N] [--grouped N] [--key-name N]',
  options: {
    name: 'value',
    'member-certificate': 'value',
    'member-email': 'value',
    'member-rfc': 'value',
    'member-token': 'flag',
    email: 'value',
    conservation: 'value',
    nom151: 'value',
    grouped: 'value',
    'key-name': 'value',
  },
  positionals: [],
  run: createOrganization,
};

/** `organization …`: the customers of this service (Rules PR-1, PR-3). */
export const organizationCommand = commandOf('organization', {
  create,
  list: { usage: '', options: {}, positionals: [], run: listOrganizations },
  quota: {
    usage: 'ID [--nom151 N] [--grouped N] [--api on|off]',
    options: { nom151: 'value', grouped: 'value', api: 'value' },
    positionals: ['ID'],
    run: setQuota,
  },
  disable: { usage: 'ID', options: {}, positionals: ['ID'], run: switchOrganization(true) },
  enable: { usage: 'ID', options: {}, positionals: ['ID'], run: switchOrganization(false) },
  erase: organizationErase,
});

/** The organization, its first member, a key, and a token of the member where one is wanted: all of them or nothing. */
async function createOrganization(args: Arguments, context: CommandContext): Promise<Outcome> {
  const name = args.required('name');
  if (!/\S/.test(name) || name.length > 256)
    throw new CommandError(
      `--name is "${name.slice(0, 40)}"; expected 1 to 256 characters, not only spaces.`,
    );
  const keyName = args.value('key-name') ?? 'First key';
  const conservation = conservationOf(args.value('conservation'));
  const quota = { nom151: args.integer('nom151') ?? 0, grouped: args.integer('grouped') ?? 0 };
  const signer = await readSigner(context, '--member-certificate', args.required('member-certificate'));
  const { rfc, emailAddress } = signer.holder;
  const expected = args.value('member-rfc');
  if (expected !== undefined && expected.toUpperCase() !== rfc)
    throw new CommandFailure(`--member-rfc is ${expected}, and the certificate names ${rfc}.`);
  const email = args.value('member-email');
  if (email !== undefined && emailAddress !== undefined && email.toLowerCase() !== emailAddress.toLowerCase())
    throw new CommandFailure(`--member-email is ${email}, and the certificate names ${emailAddress}.`);
  const holder = { ...signer.holder, emailAddress: emailAddress ?? email };
  const organizationEmail = args.value('email') ?? holder.emailAddress ?? null;
  const now = currentTime();
  const at = sql`${now.toISOString()}::timestamptz`;
  const { id, subjectId, apiKey, accessToken } = await withDatabase(context, (database) =>
    database.transaction(async (tx) => {
      const subjectId = await registerSigner(tx, { ...signer, holder }, now);
      const id = newObjectId(now);
      await tx.rows(sql`insert into organizations (id, name, search_name, email_address, quota_id, quota_nom151,
          quota_grouped_nom151, conservation, created_at, updated_at)
        values (${id}, ${name}, ${normalised(name)}, ${organizationEmail}, ${newObjectId(now)}, ${quota.nom151},
          ${quota.grouped}, ${conservation}, ${at}, ${at})`);
      await tx.rows(sql`insert into organization_members (id, organization_id, subject_id, created_at, updated_at)
        values (${newObjectId(now)}, ${id}, ${subjectId}, ${at}, ${at})`);
      const apiKey = await createKey(tx, id, keyName, now);
      const accessToken = args.flag('member-token')
        ? await createToken(tx, subjectId, false, now)
        : undefined;
      return { id, subjectId, apiKey, accessToken };
    }),
  );
  return {
    json: {
      organization: { id, name },
      member: { id: subjectId, commonName: holder.commonName, RFC: rfc, emailAddress: holder.emailAddress },
      apiKey,
      accessToken,
    },
    lines: [
      `Organization ${id} (${name})`,
      `Member ${subjectId} (${holder.commonName}, ${rfc})`,
      `Key ${apiKey.id} (${apiKey.name}), its secret is shown once: ${apiKey.secret}`,
      ...(accessToken === undefined ? [] : [`Access token of the member, shown once: ${accessToken}`]),
    ],
  };
}

function conservationOf(value: string | undefined): Conservation {
  if (value === undefined) return 'MERKLEIZED';
  const found = conservations.find((known) => known === value);
  if (!found)
    throw new CommandError(`--conservation is "${value}"; expected one of ${conservations.join(', ')}.`);
  return found;
}

interface ListedRow extends OrganizationRow {
  readonly disabled_at: Date | null;
  readonly members: number;
  readonly keys: number;
}

async function listOrganizations(_: Arguments, context: CommandContext): Promise<Outcome> {
  const rows = await withDatabase(context, (database) =>
    database.rows<ListedRow>(sql`select o.*,
      (select count(*) from organization_members m where m.organization_id = o.id) as members,
      (select count(*) from api_keys k where k.organization_id = o.id and k.enabled) as keys
      from organizations o order by o.created_at, o.id`),
  );
  return {
    json: rows.map((row) => ({
      id: row.id,
      name: row.name,
      enabled: row.disabled_at === null,
      conservation: row.conservation,
      quota: quotaOf(row),
      members: row.members,
      keys: row.keys,
      createdAt: row.created_at.toISOString(),
    })),
    lines: rows.map(
      (row) =>
        `${row.id} ${row.disabled_at === null ? 'on ' : 'off'} ${row.conservation} ${quotaText(row)}` +
        ` members ${row.members} keys ${row.keys} ${row.name}`,
    ),
  };
}

async function setQuota(args: Arguments, context: CommandContext): Promise<Outcome> {
  const [id = ''] = args.positionals;
  const nom151 = args.integer('nom151');
  const grouped = args.integer('grouped');
  const api = args.value('api');
  if (api !== undefined && api !== 'on' && api !== 'off')
    throw new CommandError(`--api is "${api}"; expected on or off.`);
  if (nom151 === undefined && grouped === undefined && api === undefined)
    throw new CommandError('Nothing to set: expected --nom151, --grouped or --api.');
  const [row] = await withDatabase(context, (database) =>
    database.rows<OrganizationRow>(sql`update organizations set
      quota_nom151 = coalesce(${nom151 ?? null}::integer, quota_nom151),
      quota_grouped_nom151 = coalesce(${grouped ?? null}::integer, quota_grouped_nom151),
      quota_api = coalesce(${api === undefined ? null : api === 'on'}::boolean, quota_api),
      updated_at = ${currentTime().toISOString()}::timestamptz where id = ${id.toLowerCase()} returning *`),
  );
  if (!row) throw noOrganization(id);
  return {
    json: { id: row.id, quota: quotaOf(row) },
    lines: [`Organization ${row.id}: ${quotaText(row)}`],
  };
}

const quotaOf = (row: OrganizationRow): object => ({
  API: row.quota_api,
  nom151: row.quota_nom151,
  groupedNOM151: row.quota_grouped_nom151,
});

const quotaText = (row: OrganizationRow): string =>
  `nom151 ${row.quota_nom151} grouped ${row.quota_grouped_nom151} api ${row.quota_api ? 'on' : 'off'}`;

function switchOrganization(off: boolean): Subcommand['run'] {
  return async ({ positionals: [id = ''] }, context) => {
    const now = currentTime().toISOString();
    const [row] = await withDatabase(context, (database) =>
      database.rows<{ id: string }>(sql`update organizations set
        disabled_at = ${off ? now : null}::timestamptz, updated_at = ${now}::timestamptz
        where id = ${id.toLowerCase()} returning id`),
    );
    if (!row) throw noOrganization(id);
    return {
      json: { id: row.id, enabled: !off },
      lines: [`Organization ${row.id} is ${off ? 'off' : 'on'}.`],
    };
  };
}

/** The id of an organization that is there. @throws CommandFailure */
export async function requireOrganization(queries: Queries, id: string): Promise<string> {
  const [row] = await queries.rows<{ id: string }>(
    sql`select id from organizations where id = ${id.toLowerCase()}`,
  );
  if (!row) throw noOrganization(id);
  return row.id;
}

const noOrganization = (id: string): CommandFailure =>
  new CommandFailure(`There is no organization ${id}; "organization list" names those that there are.`);
