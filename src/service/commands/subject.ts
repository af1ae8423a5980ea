import { sql } from '../storage/database/sql.ts';
import { currentTime } from '#clock/clock.ts';
import { subjectErase } from '../removal/erase-commands.ts';
import { commandOf } from './arguments.ts';
import type { Arguments, Outcome } from './arguments.ts';
import { CommandFailure } from './command.ts';
import type { CommandContext } from './command.ts';
import { createToken } from './credentials.ts';
import { withDatabase } from './open-database.ts';
import { readSigner, registerSigner } from './registered-certificate.ts';

/** `subject …`: who may sign, known by a certificate (Rule PR-2). */
export const subjectCommand = commandOf('subject', {
  add: {
    usage: '--certificate FILE [--token]',
    options: { certificate: 'value', token: 'flag' },
    positionals: [],
    run: add,
  },
  token: { usage: 'ID [--replace]', options: { replace: 'flag' }, positionals: ['ID'], run: createAnother },
  erase: subjectErase,
});

async function add(args: Arguments, context: CommandContext): Promise<Outcome> {
  const signer = await readSigner(context, '--certificate', args.required('certificate'));
  const now = currentTime();
  const { id, accessToken } = await withDatabase(context, (database) =>
    database.transaction(async (tx) => {
      const id = await registerSigner(tx, signer, now);
      return { id, accessToken: args.flag('token') ? await createToken(tx, id, false, now) : undefined };
    }),
  );
  const { commonName, rfc, emailAddress } = signer.holder;
  return {
    json: { subject: { id, commonName, RFC: rfc, emailAddress }, accessToken },
    lines: [
      `Subject ${id} (${commonName}, ${rfc})`,
      ...(accessToken === undefined ? [] : [`Access token, shown once: ${accessToken}`]),
    ],
  };
}

/** `--replace` ends the tokens that the subject has. */
async function createAnother(args: Arguments, context: CommandContext): Promise<Outcome> {
  const [id = ''] = args.positionals;
  const replace = args.flag('replace');
  const made = await withDatabase(context, (database) =>
    database.transaction(async (tx) => {
      const [row] = await tx.rows<{ id: string }>(
        sql`select id from subjects where id = ${id.toLowerCase()}`,
      );
      if (!row) throw new CommandFailure(`There is no subject ${id}.`);
      return { subject: row.id, accessToken: await createToken(tx, row.id, replace, currentTime()) };
    }),
  );
  return { json: made, lines: [`Access token of ${made.subject}, shown once: ${made.accessToken}`] };
}
