import { readState, writeState } from '../../storage/tables/state.ts';
import type { Queries } from '../../storage/database/queries.ts';

/** Under this name the database knows the request whose document is the service's own terms (Rule SB-6). */
export const termsRequest = 'terms-request';

/** Remembers which request holds the terms, as the settings have it at each start; nothing is written for the same. */
export async function rememberTerms(queries: Queries, id: string | undefined): Promise<void> {
  const before = (await readState(queries, termsRequest)) ?? '';
  if (before !== (id ?? '')) await writeState(queries, termsRequest, id ?? '');
}
