import { sql } from '../storage/database/sql.ts';
import { currentTime } from '#clock/clock.ts';
import type { ApiKeyRow } from '../storage/tables/rows.ts';
import { commandOf } from './arguments.ts';
import type { Arguments, Outcome } from './arguments.ts';
import { CommandFailure } from './command.ts';
import type { CommandContext } from './command.ts';
import { createKey } from './credentials.ts';
import { withDatabase } from './open-database.ts';
import { requireOrganization } from './organization.ts';

/** `key …`: the API keys of an organization (Rule PR-1). */
export const keyCommand = commandOf('key', {
  create: { usage: 'ORG [--name N]', options: { name: 'value' }, positionals: ['ORG'], run: create },
  list: { usage: 'ORG', options: {}, positionals: ['ORG'], run: list },
  disable: { usage: 'ORG KEY', options: {}, positionals: ['ORG', 'KEY'], run: disable },
});

async function create(args: Arguments, context: CommandContext): Promise<Outcome> {
  const [organization = ''] = args.positionals;
  const name = args.value('name') ?? 'Key';
  const key = await withDatabase(context, (database) =>
    database.transaction(async (tx) =>
      createKey(tx, await requireOrganization(tx, organization), name, currentTime()),
    ),
  );
  return { json: key, lines: [`Key ${key.id} (${key.name}), its secret is shown once: ${key.secret}`] };
}

async function list(
  { positionals: [organization = ''] }: Arguments,
  context: CommandContext,
): Promise<Outcome> {
  const rows = await withDatabase(context, async (database) => {
    const id = await requireOrganization(database, organization);
    return database.rows<ApiKeyRow>(
      sql`select * from api_keys where organization_id = ${id} order by created_at, id`,
    );
  });
  return {
    json: rows.map(({ id, name, enabled, last_used_at: used, created_at: created }) => ({
      id,
      name,
      enabled,
      lastUsedAt: used?.toISOString() ?? null,
      createdAt: created.toISOString(),
    })),
    lines: rows.map(
      ({ id, name, enabled, last_used_at: used }) =>
        `${id} ${enabled ? 'on ' : 'off'} ${used ? `used ${used.toISOString()}` : 'never used'} ${name}`,
    ),
  };
}

async function disable({ positionals }: Arguments, context: CommandContext): Promise<Outcome> {
  const [organization = '', key = ''] = positionals;
  const [row] = await withDatabase(context, async (database) => {
    const id = await requireOrganization(database, organization);
    return database.rows<{ id: string }>(sql`update api_keys set enabled = false,
      updated_at = ${currentTime().toISOString()}::timestamptz
      where id = ${key.toLowerCase()} and organization_id = ${id} returning id`);
  });
  if (!row) throw new CommandFailure(`Organization ${organization} has no key ${key}.`);
  return { json: { id: row.id, enabled: false }, lines: [`Key ${row.id} is off.`] };
}
