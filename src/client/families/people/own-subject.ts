import type { Client } from '../../http/client.ts';
import { ApiError } from '../../http/errors.ts';

/**
 * Reads the subject of the client's token. A live deployment needs it in its arguments.
 *
 * @returns undefined where the service does not say
 * @throws ApiError where it does not know the token
 */
export async function ownSubject(client: Client): Promise<string | undefined> {
  const query = { accessScope: 'Subject', pagination: { page: 1, size: 2 } } as const;
  const { results } = await client.call('listSubjects', { query }).catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === 'key-refused') throw error;
    return { results: null };
  });
  return results?.length === 1 ? (results[0]?.id ?? undefined) : undefined;
}
