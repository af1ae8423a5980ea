import assert from 'node:assert/strict';
import type { Installed } from './install.ts';
import { fill } from './passages.ts';
import type { Passages } from './passages.ts';
import { Caller, writeFiles } from './surroundings.ts';
import type { AddedSubject, CreatedOrganization, Surroundings } from './surroundings.ts';

const before = 'npm run --silent service --';

/** What the walk created by commands. */
export interface Customer {
  readonly organization: string;
  readonly key: string;
  readonly subject: AddedSubject;
}

/** A shell of the first machine, prepared as *Commands* says. */
export class Operator {
  readonly #installed: Installed;
  readonly #texts: Passages;

  constructor(installed: Installed, texts: Passages) {
    this.#installed = installed;
    this.#texts = texts;
  }

  run(command: string): Promise<string> {
    const [first] = this.#installed.machines;
    assert(first);
    return first.machine.run(`${this.#texts.commands('commands')}\n${command}`);
  }

  async read<T>(command: string): Promise<T> {
    return JSON.parse(await this.run(`${command} --json`)) as T; // each caller names what it reads
  }
}

/** The last step of *Install*: the first organization, by the command of the README. */
export async function createCustomer(
  surroundings: Surroundings,
  texts: Passages,
  operator: Operator,
  { origin }: Installed,
): Promise<Customer> {
  await writeFiles(surroundings, surroundings.folder);
  const [create = '', add = ''] = texts
    .lines('customers')
    .map((line) => line.replace(before, 'testigo').replace(/\w+\.cer/, `${surroundings.folder}/$&`));
  const { organization, apiKey } = await operator.read<CreatedOrganization>(create);
  await new Caller(origin, apiKey.secret).createRequest(organization.id);
  const subject = await operator.read<AddedSubject>(add);
  console.log(
    'ok  Commands: an organization is created, and creates a request with its key through the proxy',
  );
  return { organization: organization.id, key: apiKey.secret, subject };
}

/** *Replace keys*, where commands stand there. @returns the key that is valid from now on */
export async function replaceKeys(
  texts: Passages,
  operator: Operator,
  { origin }: Installed,
  { organization, key, subject }: Customer,
): Promise<string> {
  const created = await operator.read<{ secret: string }>(texts.commands('createKey', { ORG: organization }));
  const listed = await operator.read<{ id: string; name: string }[]>(`testigo key list ${organization}`);
  const old = listed[0]?.id ?? '';
  await operator.run(`testigo ${texts.commands('disableKey', { ORG: organization, KEY: old })}`);
  assert.equal(await new Caller(origin, key).status('/witnesses'), 401, 'a key that was disabled');
  await new Caller(origin, created.secret).createRequest(organization);
  const token = new Caller(origin, subject.accessToken);
  assert.equal(await token.status('/signature-request-invites'), 200);
  const replaced = await operator.read<{ accessToken: string }>(
    texts.commands('replaceToken', { ID: subject.subject.id }),
  );
  assert.equal(await token.status('/signature-request-invites'), 401, 'a token that was replaced');
  assert.equal(await new Caller(origin, replaced.accessToken).status('/signature-request-invites'), 200);
  console.log('ok  Replace keys: the old key and the old token are refused, the new ones work');
  return created.secret;
}

/** *Erase*: what only says what would be removed, then the organization, then the person. */
export async function erase(
  texts: Passages,
  operator: Operator,
  { origin }: Installed,
  { organization, key, subject }: Customer,
): Promise<void> {
  const [look = '', remove = '', person = ''] = texts.lines('erase');
  const caller = new Caller(origin, key);
  // As the text says of it, this one ends with 1.
  assert.match(look, /# .*ends with 1$/);
  await operator.run(`if ${fill(look, { ORG: organization })}\nthen exit 2; else test $? = 1; fi`);
  assert.equal(await caller.status('/witnesses'), 200, 'the look removed something');
  const printed = await operator.run(fill(remove, { ORG: organization, NAME: 'Notaría 7' }));
  assert.equal(await caller.status('/witnesses'), 401, 'the key of an erased organization');
  assert.deepEqual(await operator.read('testigo organization list'), []);
  const { id, commonName } = subject.subject;
  await operator.run(fill(person.replaceAll(/[[\]]/g, ''), { ID: id, NAME: commonName }));
  console.log(
    `ok  Erase: the organization and the person are gone (${printed.trim().split('\n').length} lines)`,
  );
}
