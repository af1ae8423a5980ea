import { currentTime } from '#clock/clock.ts';
import type { Arguments, Outcome, Subcommand } from '../commands/arguments.ts';
import { CommandFailure } from '../commands/command.ts';
import type { CommandContext } from '../commands/command.ts';
import { withStores } from '../commands/stores.ts';
import { sql } from '../storage/database/sql.ts';
import { openStoredObjects } from '../storage/objects/objects.ts';
import { eraseOrganization } from './erase-organization.ts';
import type { ErasedOrganization } from './erase-organization.ts';
import { eraseSubject, readEvidence, soleMemberOf } from './erase-subject.ts';
import type { ErasedSubject, SubjectEvidence } from './erase-subject.ts';
import { removeDocuments } from './removed-documents.ts';
import type { EraseTools } from './removed-documents.ts';

/** `organization erase ID --name NAME`; without the name it says what would be removed. */
export const organizationErase: Subcommand = {
  usage: 'ID [--name NAME]',
  options: { name: 'value' },
  positionals: ['ID'],
  run: (args, context) => withTools(context, (tools) => eraseOne(args, tools)),
};

/** `subject erase ID --name NAME`: the personal data of a person; without the name it says what would stay. */
export const subjectErase: Subcommand = {
  usage: 'ID [--name NAME]',
  options: { name: 'value' },
  positionals: ['ID'],
  run: (args, context) => withTools(context, (tools) => erasePerson(args, tools)),
};

async function withTools<T>(
  { settings, open }: CommandContext,
  work: (tools: EraseTools) => Promise<T>,
): Promise<T> {
  const now = currentTime;
  if (!open) return withStores(settings, ({ database, objects }) => work({ database, objects, now }));
  const opened = await open();
  const { database } = opened;
  try {
    return await work({ database, objects: await openStoredObjects(settings.dataFolder, settings.s3), now });
  } finally {
    await opened.close();
  }
}

async function eraseOne(args: Arguments, tools: EraseTools): Promise<Outcome> {
  const id = (args.positionals[0] ?? '').toLowerCase();
  const [row] = await tools.database.rows<{
    name: string;
    demo: boolean;
    requests: number;
    signed: number;
    witnesses: number;
  }>(
    sql`select o.name, o.demo,
      (select count(*) from signature_requests r where r.organization_id = o.id) as requests,
      (select count(*) from signature_requests r where r.organization_id = o.id and r.signed_at is not null) as signed,
      (select count(*) from witnesses w where w.organization_id = o.id) as witnesses
    from organizations o where o.id = ${id}`,
  );
  if (!row)
    throw new CommandFailure(
      `There is no organization ${id}; "organization list" names those that there are.`,
    );
  if (row.demo)
    throw new CommandFailure(`Organization ${id} is of the demo, which begins anew with an empty database.`);
  const what = `${row.requests} requests (${row.signed} of them signed) and ${row.witnesses} witnesses, with their documents`;
  requireName(
    args,
    row.name,
    `Organization ${id} would be erased with ${what}. Its signers could no longer read them.`,
  );
  const erased = await eraseOrganization(tools, id);
  return { json: { id, ...erased }, lines: linesOf(id, erased) };
}

function linesOf(id: string, erased: ErasedOrganization): string[] {
  const {
    requests,
    invites,
    witnesses,
    documents,
    keys,
    members,
    links,
    bytes,
    bytesLeft,
    locked,
    witnessesLeft,
    gone,
  } = erased;
  return [
    `Removed ${requests} requests, ${invites} invites, ${witnesses} witnesses, ${documents} documents (the bytes of ${bytes}), ` +
      `${keys} keys, ${members} members and ${links} links of organization ${id}.`,
    ...(gone
      ? ['The organization is gone.']
      : [
          `Its row stays without a name or an address: ${witnessesLeft} witnesses are named by a claim or a token of somebody else.`,
        ]),
    ...leftLines(bytesLeft),
    ...(locked.length === 0
      ? []
      : [
          `The store did not remove the bytes of ${locked.length} documents; a worker does once it may:`,
          ...locked.map(
            ({ key, lockedUntil }) =>
              `  ${key}: ${lockedUntil ? `locked until ${lockedUntil.toISOString()}` : 'refused by the store without a date'}`,
          ),
        ]),
    'Left: hashes in the trees of batches shared with others, anchors on the chain, persons ("subject erase"), and backups.',
  ];
}

const leftLines = (bytesLeft: number): string[] =>
  bytesLeft === 0
    ? []
    : [
        `The bytes of ${bytesLeft} documents could not be removed; a worker attempts it again ("retry list" says why).`,
      ];

async function erasePerson(args: Arguments, tools: EraseTools): Promise<Outcome> {
  const { database } = tools;
  const id = (args.positionals[0] ?? '').toLowerCase();
  const [row] = await database.rows<{ common_name: string }>(
    sql`select common_name from subjects where id = ${id}`,
  );
  if (!row) throw new CommandFailure(`There is no subject ${id}.`);
  const alone = await soleMemberOf(database, id);
  if (alone.length > 0)
    throw new CommandFailure(
      `Subject ${id} is the only member of ${alone.map((one) => `${one.name} (${one.id})`).join(', ')}: ` +
        'add another member or erase the organization first.',
    );
  const stays = evidenceText(await readEvidence(database, id));
  requireName(
    args,
    row.common_name,
    stays === undefined
      ? `Everything of subject ${id} would be removed: no evidence of others names it.`
      : `Of subject ${id} name, RFC, CURP and signing certificates would stay, because they are part of ${stays}.`,
  );
  const erased = await eraseSubject(database, id, tools.now());
  const { errors } = await removeDocuments(tools);
  return { json: { id, ...erased }, lines: [...subjectLines(id, erased), ...leftLines(errors.length)] };
}

function subjectLines(id: string, erased: ErasedSubject): string[] {
  const { tokens, members, links, invites, certificates, documents, evidence, gone } = erased;
  return [
    `Removed ${tokens} access tokens, ${members} memberships, ${links} links, ${invites} invites without a signature, ` +
      `${certificates} certificates and ${documents} documents of subject ${id}.`,
    gone
      ? 'Nothing of the person is left here. Backups have it until they are over.'
      : `Removed its email address and the token of its device. Name, RFC, CURP and signing certificates stay: they are part of ${evidenceText(evidence) ?? ''}.`,
  ];
}

/** Undefined where there is none. */
function evidenceText({ signatures, debts, owned }: SubjectEvidence): string | undefined {
  const parts = [
    [signatures, 'signatures'],
    [debts, 'requests over an IOU'],
    [owned, 'witnesses with an initial owner'],
  ] as const;
  const found = parts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return found.length === 0 ? undefined : found.join(', ');
}

/** @throws CommandFailure saying what would happen, where the name was not repeated as it is */
function requireName(args: Arguments, name: string, what: string): void {
  const repeated = args.value('name');
  if (repeated === name) return;
  const why = repeated === undefined ? '' : ` Its name is not "${repeated}".`;
  throw new CommandFailure(`${what}${why} Nothing was removed; to do so, add --name "${name}".`);
}
