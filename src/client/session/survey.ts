import { CapabilityProbe, joined, oneRow, type Capabilities, type Discovery } from './capabilities.ts';
import type { Client } from '../http/client.ts';

/**
 * Probes every other operation that can be called cheaply and without changing anything: the other lists by one
 * row, and reads of one thing by something that the service has just listed. What would change something is
 * never tried. Few calls at once: it is not what anybody waits for.
 */
export async function survey(client: Client, { capabilities, examples }: Discovery): Promise<Capabilities> {
  const probed = new CapabilityProbe();
  const first = { query: { limit: 1 } } as const;
  const byId = (name: ReadById, id: string | null | undefined): Promise<unknown> =>
    id ? probed.try(name, client.call(name, { params: { id } })) : Promise.resolve();
  const steps: readonly (() => Promise<unknown>)[] = [
    () => probed.try('readServerTime', client.call('readServerTime')),
    () => {
      const query = { granularity: 'month', limit: 1 } as const;
      return probed.try(
        'readSignatureRequestTimeseries',
        client.call('readSignatureRequestTimeseries', { query }),
      );
    },
    async () => {
      const list = await probed.try('listSubjects', client.call('listSubjects', oneRow));
      const subject = list?.results?.[0];
      await byId('readSubject', subject?.id);
      const EVMAddress = subject?.EVMAddress;
      if (EVMAddress)
        await probed.try(
          'readSubjectByEvmAddress',
          client.call('readSubjectByEvmAddress', { query: { EVMAddress } }),
        );
    },
    () => probed.try('findSubjects', client.call('findSubjects', oneRow)),
    async () => {
      const list = await probed.try('listIssuers', client.call('listIssuers', oneRow));
      await byId('readIssuer', list?.results?.[0]?.id);
    },
    () => probed.try('listApiKeys', client.call('listApiKeys', oneRow)),
    async () => {
      const list = await probed.try('listWallets', client.call('listWallets', first));
      await byId('readWallet', list?.items?.[0]?.id);
    },
    async () => {
      const list = await probed.try('listEndorsables', client.call('listEndorsables', first));
      const id = list?.items?.[0]?.id;
      await byId('readEndorsable', id == null ? undefined : String(id));
    },
    async () => {
      const list = await probed.try('listEndorseEvents', client.call('listEndorseEvents', first));
      await byId('readEndorseEvent', list?.items?.[0]?.id);
    },
    () => {
      const hash = examples.witness?.hash;
      return hash
        ? probed.try('readWitnessByHash', client.call('readWitnessByHash', { query: { hash } }))
        : Promise.resolve();
    },
    () => byId('readSignatureRequest', examples.request?.id),
    () => byId('readInvite', examples.invite?.id),
    () => byId('readOrganization', examples.organization?.id),
    () => byId('readPreservation', examples.organization?.id),
    () => byId('readOrganizationLink', examples.link?.id),
    () => byId('readCertificate', examples.certificate?.id),
  ];
  const waiting = [...steps];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await step();
  };
  await Promise.all([work(), work()]);
  return joined(capabilities, probed.capabilities());
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
  | 'readPreservation'
  | 'readOrganizationLink'
  | 'readCertificate';
