import { queryOptions } from '@tanstack/react-query';
import type { Subject, Wallet } from '#contract/resources/resources.ts';
import { isAbsent } from '../../session/capabilities.ts';
import type { Client } from '../../http/client.ts';
import { ApiError } from '../../http/errors.ts';
import { gathering, mostTogether } from '../../queries/gathering.ts';
import { loadById } from '../../queries/hydration.ts';

/** From nobody a token comes when it is made, and to nobody it goes when it is burnt. */
export const zeroAddress = `0x${'0'.repeat(40)}`;

/** An address as it is compared: `0x` and lower case (Rule WI-12). */
export function addressForm(address: string): string {
  const lower = address.toLowerCase();
  return lower.startsWith('0x') ? lower : `0x${lower}`;
}

/** Wallets, and the subjects behind their addresses. */
export function wallets(client: Client) {
  const key = [client.scope, 'wallets'] as const;
  return {
    key,
    one: (address: string) =>
      queryOptions({
        queryKey: [...key, 'one', addressForm(address)],
        queryFn: ({ signal }): Promise<Wallet> =>
          client.call('readWallet', { params: { id: addressForm(address) }, signal }),
      }),
    /**
     * The subject of an address, requested together with others; null where the service knows none.
     *
     * @param embedded the subject of a wallet as it stood inside another answer, perhaps as `{id}` (Rule WI-14)
     */
    holder: (address: string, embedded?: Subject | null) =>
      queryOptions({
        queryKey: [...key, 'holder', addressForm(address)],
        queryFn: () => holderOf(client, addressForm(address), embedded),
        // The subject of an address never changes; an unknown one may become known.
        staleTime: 5 * 60_000,
      }),
  };
}

async function holderOf(
  client: Client,
  address: string,
  embedded: Subject | null | undefined,
): Promise<Subject | null> {
  if (embedded?.commonName) return embedded;
  if (embedded?.id) {
    const subject = await loadById(client, 'listSubjects', embedded.id);
    const own = subject?.EVMAddress;
    if (subject && (!own || addressForm(own) === address)) return subject;
  }
  return loadHolder(client, address);
}

const loadHolder = gathering<Subject>(async (client, addresses) => {
  const subjects = new Map<string, Subject>();
  if (await readSubjects(client, addresses, subjects)) return subjects;
  await readWallets(
    client,
    addresses.filter((address) => !subjects.has(address)),
    subjects,
  );
  return subjects;
});

/** @returns whether the service applied the filter: an answer that ignores it shows nothing about the other addresses */
async function readSubjects(
  client: Client,
  addresses: readonly string[],
  subjects: Map<string, Subject>,
): Promise<boolean> {
  try {
    const { results, info } = await client.call('listSubjects', {
      query: { EVMAddress: { in: [...addresses] }, pagination: { page: 1, size: mostTogether } },
    });
    const unexpected = (results ?? []).filter((subject) => {
      const address = subject.EVMAddress ? addressForm(subject.EVMAddress) : '';
      if (!addresses.includes(address)) return true;
      if (!subjects.has(address)) subjects.set(address, subject);
      return false;
    });
    return unexpected.length === 0 && (info?.count ?? 0) <= (results?.length ?? 0);
  } catch (error) {
    if (isAbsent(error) || (error instanceof ApiError && error.kind === 'malformed')) return false;
    throw error;
  }
}

/** Reads the wallets where the list of subjects cannot be filtered by address. */
async function readWallets(
  client: Client,
  addresses: readonly string[],
  subjects: Map<string, Subject>,
): Promise<void> {
  if (addresses.length === 0) return;
  try {
    const { items } = await client.call('listWallets', {
      query: { where: { id_in: [...addresses] }, limit: addresses.length },
    });
    await Promise.all(
      (items ?? []).map(async ({ id, subject }) => {
        if (!id || !subject) return;
        const whole =
          subject.commonName || !subject.id ? subject : await loadById(client, 'listSubjects', subject.id);
        if (whole) subjects.set(addressForm(id), whole);
      }),
    );
  } catch (error) {
    // The subject is unknown: only the address is.
    if (!isAbsent(error)) throw error;
  }
}
