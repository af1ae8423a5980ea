import { isoOf } from '#clock/instants.ts';
import { inviteStatus, strategyDates, witnessDate } from '#client/queries/reading.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { contentKind } from '#contract/resources/kinds.ts';
import { writeCsv } from '#widgets/files/csv.ts';
import { awaited, type Names } from '../../standing.ts';
import { knownTally, stateOf } from '../../state.ts';

/**
 * The columns of the export, named as the interface names them, and what each holds. Instants are UTC.
 * What was not sent is an empty value, never a zero. `anonymousKey` and other secrets are not among them.
 */
const columns: readonly (readonly [name: string, (request: SignatureRequest, names: Names) => unknown])[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['kind', ({ content }) => contentKind(content)],
  ['amount', ({ content }) => content?.amount],
  ['currency', ({ content }) => content?.currency],
  ['state', (request) => stateOf(request)],
  ['draft', ({ draft }) => draft],
  ['finalized', ({ finalized }) => finalized],
  ['invites', (request) => request.invites?.length ?? knownTally(request)?.total],
  ['signed', (request) => knownTally(request)?.signed],
  ['witnessed', (request) => (awaited(request) ? knownTally(request)?.witnessed : undefined)],
  ['pending', (request) => knownTally(request)?.pending],
  ['rejected', (request) => knownTally(request)?.rejected],
  ['unknownStatus', (request) => knownTally(request)?.unknown],
  [
    'awaited',
    (request, names) =>
      awaited(request)
        ?.map((id) => names[id]?.commonName ?? id)
        .join('; '),
  ],
  [
    'rejectedBy',
    (request, names) =>
      request.invites
        ?.filter((invite) => inviteStatus(invite) === 'REJECTED')
        .map(({ subject }) => names[subject?.id ?? '']?.commonName ?? subject?.id ?? '')
        .join('; '),
  ],
  ['nom151Requested', ({ nom151 }) => nom151],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
  ['rejectedAt', ({ rejectedAt }) => rejectedAt],
  ['witnessId', ({ witness }) => witness?.id],
  ['witnessHash', ({ witness }) => witness?.hash],
  ['timestampedAt', ({ witness }) => witness && witnessDate(witness)],
  ['nom151At', ({ witness }) => witness && strategyDates(witness).nom151],
  ['merkleizedAt', ({ witness }) => witness && strategyDates(witness).merkleized],
  ['externalAt', ({ witness }) => witness && strategyDates(witness).external],
];

export function requestsCsv(requests: readonly SignatureRequest[], names: Names): string {
  return writeCsv([
    columns.map(([name]) => name),
    ...requests.map((request) => columns.map(([name, read]) => text(name, read(request, names)))),
  ]);
}

function text(name: string, value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  // Services may send another offset: the same instant in UTC.
  return name.endsWith('At') && !Number.isNaN(Date.parse(value)) ? isoOf(value) : value;
}
