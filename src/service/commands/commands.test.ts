import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifier, sql } from '../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentTime } from '#clock/clock.ts';
import { authenticate } from '../handlers/access/authenticate.ts';
import { lockFolder } from '../lock.ts';
import { readSettings } from '../settings.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../storage/testing/database.ts';
import { openOutsideWorld } from '../testing/outside-world.ts';
import type { OutsideSigner, OutsideWorld } from '../testing/outside-world.ts';
import { runCommand } from './run-command.ts';

let database: Database;
let world: OutsideWorld;
let member: OutsideSigner;
beforeAll(async () => {
  [database, world] = await Promise.all([openTestDatabase(), openOutsideWorld(currentTime())]);
  member = await world.signer();
});
afterAll(async () => {
  await database.close();
  await world.close();
});

/** Runs one command on the test's database; answers what it printed. */
async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const code = await runCommand(args, {
    settings: readSettings({ TESTIGO_SANDBOX: '0', TESTIGO_ISSUERS: world.issuers }),
    print: (line) => void lines.push(line),
    open: () => Promise.resolve({ database, close: () => Promise.resolve() }),
  });
  expect(code).toBe(0);
  return lines.join('\n');
}

interface Created {
  organization: { id: string; name: string };
  member: { id: string; commonName: string; RFC: string; emailAddress: string };
  apiKey: { id: string; name: string; secret: string };
  accessToken?: string;
}

const json = async <T>(...args: string[]): Promise<T> => JSON.parse(await run(...args, '--json')) as T;
const create = (...more: string[]): Promise<Created> =>
  json('organization', 'create', '--name', 'Notaría 7', '--member-certificate', member.file, ...more);
const caller = (secret: string | undefined) => authenticate(database, secret ?? '', currentTime());

describe('organizations by command', () => {
  it('PR-1 creates an organization with its first member, a key and a token, whose secrets are shown once', async () => {
    const made = await create(
      '--member-token',
      '--nom151',
      '5',
      '--grouped',
      '7',
      '--conservation',
      'NOM151',
    );
    expect(made.member).toMatchObject({
      commonName: member.name.commonName,
      RFC: member.name.RFC,
      emailAddress: member.name.emailAddress,
    });
    expect(await caller(made.apiKey.secret)).toMatchObject({
      kind: 'key',
      organizationId: made.organization.id,
    });
    expect(await caller(made.accessToken)).toMatchObject({
      kind: 'token',
      subjectId: made.member.id,
      organizationIds: [made.organization.id],
    });
    const [row] = await database.rows<object>(
      sql`select * from organizations where id = ${made.organization.id}`,
    );
    expect(row).toMatchObject({
      quota_nom151: 5,
      quota_grouped_nom151: 7,
      conservation: 'NOM151',
      email_address: member.name.emailAddress,
    });
    // What is stored gives no secret away.
    for (const table of ['api_keys', 'access_tokens'])
      expect(JSON.stringify(await database.rows(sql`select * from ${identifier(table)}`))).not.toContain(
        made.apiKey.secret,
      );
  });

  it('PR-1 stores the subject, the certificate and its issuer as the certificate has them, once', async () => {
    const { member: first } = await create();
    const { member: second } = await create();
    expect(second.id).toBe(first.id);
    const rows = await database.rows<
      Record<string, unknown>
    >(sql`select s.rfc, s.serial_number as curp, s.country,
        c.serial_number, c.certificate_pem, i.common_name as issuer, i.postal_code
      from subjects s join certificates c on c.subject_id = s.id join issuers i on i.id = c.issuer_id
      where s.id = ${first.id}`);
    const { name } = world.authorities.issuing;
    expect(rows).toEqual([
      {
        rfc: member.name.RFC,
        curp: member.name.CURP,
        country: 'MX',
        serial_number: member.serial,
        certificate_pem: member.pem,
        issuer: name.commonName,
        postal_code: Number(name.postalCode),
      },
    ]);
  });

  it('PR-1 lists organizations and sets quotas', async () => {
    const { organization } = await create();
    await run('organization', 'quota', organization.id, '--nom151', '12', '--grouped', '3', '--api', 'off');
    const listed = await json<{ id: string; quota: object; enabled: boolean }[]>('organization', 'list');
    expect(listed.find(({ id }) => id === organization.id)).toMatchObject({
      quota: { API: false, nom151: 12, groupedNOM151: 3 },
      enabled: true,
      members: 1,
      keys: 1,
    });
    expect(await run('organization', 'list')).toContain(`${organization.id} on `);
    await run('organization', 'quota', organization.id.toUpperCase(), '--nom151', '11');
    expect(await json('organization', 'list')).toContainEqual(
      expect.objectContaining({
        id: organization.id,
        quota: { API: false, nom151: 11, groupedNOM151: 3 },
      }),
    );
  });

  it('PR-3 refuses keys and tokens of an organization that is off with 403, until it is on again', async () => {
    const only = await world.signer();
    const made = await json<Created>(
      ...['organization', 'create', '--name', 'Off', '--member-certificate', only.file, '--member-token'],
    );
    await run('organization', 'disable', made.organization.id);
    for (const secret of [made.apiKey.secret, made.accessToken])
      await expect(caller(secret)).rejects.toMatchObject({ kind: 'forbidden', rule: 'PR-3' });
    await run('organization', 'enable', made.organization.id);
    for (const secret of [made.apiKey.secret, made.accessToken])
      expect(await caller(secret)).toMatchObject({ kind: expect.any(String) });
  });

  it('PR-3 a member of two organizations acts only for the one that is on', async () => {
    const both = await world.signer();
    const made = (name: string): Promise<Created> =>
      json('organization', 'create', '--name', name, '--member-certificate', both.file, '--member-token');
    const [off, on] = [await made('First'), await made('Second')];
    await run('organization', 'disable', off.organization.id);
    expect(await caller(off.accessToken)).toMatchObject({ organizationIds: [on.organization.id] });
  });

  it('PR-1 creates, lists and switches off keys', async () => {
    const { organization } = await create('--key-name', 'ERP');
    const key = await json<Created['apiKey']>('key', 'create', organization.id, '--name', 'Web');
    expect(await caller(key.secret)).toMatchObject({ keyId: key.id });
    await run('key', 'disable', organization.id, key.id);
    await expect(caller(key.secret)).rejects.toMatchObject({ kind: 'unauthenticated' });
    const keys = await json<object[]>('key', 'list', organization.id);
    expect(keys).toMatchObject([
      { name: 'ERP', enabled: true },
      { name: 'Web', enabled: false },
    ]);
    expect(JSON.stringify(keys)).not.toContain(key.secret);
  });

  it('PR-2 adds a signer by certificate and makes access tokens, also in the place of those before', async () => {
    const signer = await world.signer();
    const added = await json<{ subject: { id: string; RFC: string }; accessToken: string }>(
      ...['subject', 'add', '--certificate', signer.file, '--token'],
    );
    expect(added.subject.RFC).toBe(signer.name.RFC);
    expect(await caller(added.accessToken)).toMatchObject({ subjectId: added.subject.id });
    const another = await json<{ accessToken: string }>('subject', 'token', added.subject.id);
    expect(await caller(another.accessToken)).toMatchObject({ subjectId: added.subject.id });
    const last = await json<{ accessToken: string }>('subject', 'token', added.subject.id, '--replace');
    expect(await caller(last.accessToken)).toMatchObject({ subjectId: added.subject.id });
    for (const old of [added, another])
      await expect(caller(old.accessToken)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('refusals of commands', () => {
  const name = ['organization', 'create', '--name', 'N'];

  it.each([
    ['organization', 'There is no command "organization"'],
    ['organization nope', 'There is no command "organization nope"; known: organization create'],
    ['organization create', '--name is missing'],
    ['organization create --name= --member-certificate x', '--name is empty'],
    ['organization create --name N', '--member-certificate is missing'],
    ['organization create --name N --member-certificate x --nom151 -1', "'--nom151' argument is ambiguous"],
    ['organization create --name N --member-certificate x --nom151 1e3', '--nom151 is "1e3"'],
    ['organization create --name N --member-certificate x --conservation SAFE', '--conservation is "SAFE"'],
    ['organization list --colour', "Unknown option '--colour'"],
    ['organization list more', '"more" is one argument too many'],
    ['organization quota', 'ID is missing'],
    ['organization quota x', 'Nothing to set'],
    ['organization quota x --api yes', '--api is "yes"; expected on or off'],
    ['key create', 'ORG is missing'],
    ['key disable x', 'KEY is missing'],
    ['subject add', '--certificate is missing'],
    ['subject token', 'ID is missing'],
  ])('PR-1 wrong use is one sentence that names the argument: %s', async (line, sentence) => {
    const refused = run(...line.split(' '));
    await expect(refused).rejects.toMatchObject({ name: 'CommandError' });
    await expect(refused).rejects.toThrow(sentence);
  });

  it.each([
    ['organization quota ffffffffffffffffffffffff --nom151 1', 'There is no organization'],
    ['organization disable x', 'There is no organization x'],
    ['key list x', 'There is no organization x'],
    ['subject token x', 'There is no subject x'],
    ['subject add --certificate /nowhere', '--certificate is "/nowhere", which cannot be read (ENOENT)'],
  ])('PR-1 what is not there is named: %s', async (line, sentence) => {
    const refused = run(...line.split(' '));
    await expect(refused).rejects.toMatchObject({ name: 'CommandFailure' });
    await expect(refused).rejects.toThrow(sentence);
  });

  it('PR-2 a certificate that no configured issuer issued, an expired one and none at all are refused, and nothing is stored', async () => {
    const otherWorld = await openOutsideWorld(currentTime());
    const text = join(world.folder, 'text.pem');
    await writeFile(text, 'no certificate');
    const count = async (): Promise<unknown> => database.rows(sql`select count(*) as n from subjects`);
    const before = await count();
    const foreign = await otherWorld.signer();
    const expired = await world.signer({ expired: true });
    await expect(run(...name, '--member-certificate', foreign.file)).rejects.toThrow(
      'does not lead to an issuer',
    );
    await expect(run(...name, '--member-certificate', expired.file)).rejects.toThrow(
      'is not within its dates',
    );
    await expect(run(...name, '--member-certificate', text)).rejects.toThrow('cannot be read');
    await expect(run(...name, '--member-certificate', join(world.issuers, 'issuing.pem'))).rejects.toThrow(
      'not for signing documents',
    );
    await expect(
      run(...name, '--member-certificate', member.file, '--member-rfc', 'XAXX010101000'),
    ).rejects.toThrow(`--member-rfc is XAXX010101000, and the certificate names ${member.name.RFC}`);
    await expect(
      run(...name, '--member-certificate', member.file, '--member-email', 'a@b.example'),
    ).rejects.toThrow('--member-email is a@b.example, and the certificate names');
    expect(await count()).toEqual(before);
    await otherWorld.close();
  });

  it('PR-2 without configured issuers no signer is registered', async () => {
    const refused = (environment: Record<string, string>): Promise<number> =>
      runCommand(['subject', 'add', '--certificate', member.file], {
        settings: readSettings(environment),
        print: () => undefined,
      });
    await expect(refused({})).rejects.toThrow('TESTIGO_ISSUERS is not set');
    await expect(refused({ TESTIGO_ISSUERS: join(world.folder, 'nowhere') })).rejects.toThrow(
      /TESTIGO_ISSUERS is ".*nowhere", which cannot be read \(ENOENT\)/,
    );
    const empty = await mkdtemp(join(world.folder, 'empty-'));
    await expect(refused({ TESTIGO_ISSUERS: empty })).rejects.toThrow('which has no certificate');
    await writeFile(join(empty, 'a.pem'), 'no certificate');
    await expect(refused({ TESTIGO_ISSUERS: empty })).rejects.toThrow(/a\.pem", which is no certificate/);
  });

  it('PR-1 while the service has the data folder, a command on its embedded database is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'testigo-command-'));
    const lock = await lockFolder(folder);
    const context = { settings: readSettings({ TESTIGO_DATA: folder }), print: () => undefined };
    await expect(runCommand(['organization', 'list'], context)).rejects.toThrow(
      `The data folder ${folder} is in use by process ${process.pid}`,
    );
    await lock.release();
    await rm(folder, { recursive: true, force: true });
  });
});
