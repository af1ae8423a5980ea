import { useQueryClient } from '@tanstack/react-query';
import type { CursorAsk } from '#client/queries/cursor-pages.ts';
import { endorsables } from '#client/families/tokens/endorsables.ts';
import { endorseEvents } from '#client/families/tokens/endorse-events.ts';
import { tokenDocuments, type TokenDocument } from '#client/families/tokens/token-documents.ts';
import { addressForm, wallets, zeroAddress } from '#client/families/tokens/wallets.ts';
import { useClient, useOrganizationFilter } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { CsvButton } from '#widgets/files/csv-button.tsx';
import type { ReadCsv } from '#widgets/files/use-save-csv.ts';
import { m } from '#i18n/messages.ts';
import type { ListName } from '../filter/fields.ts';
import { rowOfEvent, rowOfToken, type EndorsementRow } from './rows.ts';

/** Rows of an export; more are said to be missing. */
const mostRows = 10_000;

/** All that matches as a CSV file: read from its beginning, not only what was scrolled to. */
export function ExportButton({
  list,
  ask,
  disabled,
  onFailure,
}: {
  list: ListName;
  ask: CursorAsk;
  disabled: boolean;
  /** Why there is no file; undefined once there is one. */
  onFailure: (reason: string | undefined) => void;
}) {
  const client = useClient();
  const organization = useOrganizationFilter().organization?.eq;
  const queries = useQueryClient();

  /** Names and documents: what cannot be read of them leaves its id in the file. */
  const know = async (rows: readonly EndorsementRow[]) => {
    const addresses = new Set(
      rows.flatMap(({ from, to }) => [from?.id, to?.id].flatMap((id) => (id ? addressForm(id) : []))),
    );
    addresses.delete(zeroAddress);
    const people = new Map<string, Subject>();
    const documents = new Map<string, TokenDocument>();
    await Promise.all([
      ...[...addresses].map(async (address) => {
        const found = await queries.query(wallets(client).holder(address)).catch(() => null);
        if (found) people.set(address, found);
      }),
      ...[...new Set(rows.flatMap(({ token }) => token ?? []))].map(async (token) => {
        const found = await queries.query(tokenDocuments(client).of(token, organization)).catch(() => null);
        if (found) documents.set(String(token), found);
      }),
    ]);
    return { people, documents };
  };

  const read = async (): Promise<ReadCsv> => {
    const { eventsCsv, tokensCsv } = await import('./csv.ts');
    if (list === 'events') {
      const { items, ...whole } = await endorseEvents(client).whole(ask, mostRows);
      const known = await know(items.map(rowOfEvent));
      return { csv: eventsCsv(items, known), count: items.length, reading: readingOf(items, whole) };
    }
    const { items, ...whole } = await endorsables(client).whole(ask, mostRows);
    const known = await know(items.map(rowOfToken));
    return { csv: tokensCsv(items, known), count: items.length, reading: readingOf(items, whole) };
  };

  return (
    <CsvButton
      label={m.endorsements_csv()}
      fileName={`${m.endorsements_csv_name()}-${list}`}
      read={read}
      said={({ count, complete }) =>
        complete ? m.endorsements_csv_saved({ count }) : m.endorsements_csv_saved_part({ count })
      }
      disabled={disabled}
      onFailure={onFailure}
    />
  );
}

/** A list by cursors has no count. */
const readingOf = (
  items: readonly unknown[],
  { complete, changedWhileReading }: { readonly complete: boolean; readonly changedWhileReading: boolean },
) => ({ have: items.length, of: undefined, complete, changedWhileReading });
