import { useQueryClient } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { isLinked, organizationLinks } from '#client/families/people/organizations.ts';
import { subjects } from '#client/families/people/subjects.ts';
import { isStub, loadById } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Certificate, Subject } from '#contract/resources/resources.ts';
import { CsvButton } from '#widgets/files/csv-button.tsx';
import type { ReadCsv } from '#widgets/files/use-save-csv.ts';
import { m } from '#i18n/messages.ts';
import type { DirectoryView } from './filter.ts';
import { useFilterOf } from './use-filter-of.ts';

/** Rows of an export; more are said to be missing. */
const mostRows = 10_000;
/** Ids that one question carries. */
const idsAtOnce = 100;

/** Everybody who matches as a CSV file: all pages, not only the one in sight. */
export function ExportButton({
  view,
  disabled,
  onFailure,
}: {
  view: DirectoryView;
  disabled: boolean;
  /** Why there is no file; undefined once there is one. */
  onFailure: (reason: string | undefined) => void;
}) {
  const { client, capabilities, organization } = useConnection();
  const filterOf = useFilterOf();
  const queries = useQueryClient();

  /** Who is linked; undefined where nobody tells. */
  const readLinked = async (
    people: readonly Subject[],
  ): Promise<ReadonlyMap<string, boolean | undefined> | undefined> => {
    if (!organization || !offers(capabilities, 'listOrganizationLinks')) return undefined;
    const ids = people.flatMap(({ id }) => id ?? []);
    const linked = new Map<string, boolean | undefined>();
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const some = ids.slice(at, at + idsAtOnce);
      const filter = { organization: { eq: organization.id }, subject: { in: some } };
      const links = await queries.query({ ...organizationLinks(client).whole(filter), staleTime: 0 });
      for (const id of some) linked.set(id, isLinked(links, id));
    }
    return linked;
  };
  /** Certificates of which only the id came: what cannot be read of them stays empty. */
  const readCertificate = async ({ certificate }: Subject): Promise<Certificate | null | undefined> =>
    isStub(certificate) && offers(capabilities, 'listCertificates')
      ? loadById(client, 'listCertificates', certificate.id).catch(() => certificate)
      : certificate;

  const read = async (): Promise<ReadCsv> => {
    const whole = { ...subjects(client).whole(filterOf(view), mostRows), staleTime: 0, gcTime: 0 };
    const { items, count, complete, changedWhileReading } = await queries.query(whole);
    const [linked, certificates, { directoryCsv }] = await Promise.all([
      readLinked(items),
      Promise.all(items.map(readCertificate)),
      import('./csv.ts'),
    ]);
    const csv = directoryCsv(
      items.map((subject, at) => [
        subject,
        { certificate: certificates[at], linked: subject.id ? linked?.get(subject.id) : undefined },
      ]),
    );
    const reading = { have: items.length, of: count, complete, changedWhileReading };
    return { csv, count: items.length, reading };
  };

  return (
    <CsvButton
      label={m.directory_csv()}
      fileName={m.directory_csv_name()}
      read={read}
      said={({ count, complete }) =>
        complete ? m.directory_csv_saved({ count }) : m.directory_csv_saved_part({ count })
      }
      disabled={disabled}
      onFailure={onFailure}
    />
  );
}
