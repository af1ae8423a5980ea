import { Asked, joined, oneRow, type Capabilities, type Discovery } from './capabilities.ts';
import type { Client } from '../http/client.ts';

/**
 * Asks about the rest that can be asked about cheaply and without changing anything: the other lists by one
 * row, and reads of one thing by something that the service has just listed. What would change something is
 * never tried. Few calls at once: it is not what anybody waits for.
 */
export async function survey(client: Client, { capabilities, examples }: Discovery): Promise<Capabilities> {
  const asked = new Asked();
  const first = { query: { limit: 1 } } as const;
  const byId = (name: ReadById, id: string | null | undefined): Promise<unknown> =>
    id ? asked.try(name, client.call(name, { params: { id } })) : Promise.resolve();
  const steps: readonly (() => Promise<unknown>)[] = [
    () => asked.try('readServerTime', client.call('readServerTime')),
    () => {
      const query = { granularity: 'month', limit: 1 } as const;
      return asked.try(
        'readSignatureRequestTimeseries',
        client.call('readSignatureRequestTimeseries', { query }),
      );
    },
    async () => {
      const list = await asked.try('listSubjects', client.call('listSubjects', oneRow));
      const subject = list?.results?.[0];
      await byId('readSubject', subject?.id);
      const EVMAddress = subject?.EVMAddress;
      if (EVMAddress)
        await asked.try(
          'readSubjectByEvmAddress',
          client.call('readSubjectByEvmAddress', { query: { EVMAddress } }),
        );
    },
    () => asked.try('findSubjects', client.call('findSubjects', oneRow)),
    async () => {
      const list = await asked.try('listIssuers', client.call('listIssuers', oneRow));
      await byId('readIssuer', list?.results?.[0]?.id);
    },
    () => asked.try('listApiKeys', client.call('listApiKeys', oneRow)),
    async () => {
      const list = await asked.try('listWallets', client.call('listWallets', first));
      await byId('readWallet', list?.items?.[0]?.id);
    },
    async () => {
      const list = await asked.try('listEndorsables', client.call('listEndorsables', first));
      const id = list?.items?.[0]?.id;
      await byId('readEndorsable', id == null ? undefined : String(id));
    },
    async () => {
      const list = await asked.try('listEndorseEvents', client.call('listEndorseEvents', first));
      await byId('readEndorseEvent', list?.items?.[0]?.id);
    },
    () => {
      const hash = examples.witness?.hash;
      return hash
        ? asked.try('readWitnessByHash', client.call('readWitnessByHash', { query: { hash } }))
        : Promise.resolve();
    },
    () => byId('readSignatureRequest', examples.request?.id),
    () => byId('readInvite', examples.invite?.id),
    () => byId('readOrganization', examples.organization?.id),
    () => byId('readOrganizationLink', examples.link?.id),
    () => byId('readCertificate', examples.certificate?.id),
  ];
  const waiting = [...steps];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await step();
  };
  await Promise.all([work(), work()]);
  return joined(capabilities, asked.capabilities());
}

type ReadById =
  | 'readSubject'
  | 'readIssuer'
  | 'readWallet'
  | 'readEndorsable'
  | 'readEndorseEvent'
  | 'readSignatureRequest'
  | 'readInvite'
  | 'readOrganization'
  | 'readOrganizationLink'
  | 'readCertificate';
