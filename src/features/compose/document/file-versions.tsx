import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { fileVersions, versionsReach } from '#client/families/requests/file-versions.ts';
import { isUnread } from '#client/queries/reading.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import type { Corrects } from '#jobs/drafts/draft-shape.ts';
import { Button } from '#ui/actions/button.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Name } from '#ui/data/name.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import css from './file-versions.module.css';

/**
 * What was uploaded under this file name before, each with its date and the hash of its document. The hashes are the
 * service's word; that of the chosen file is computed here and only compared with them.
 */
export function FileVersions({
  fileName,
  sha256,
  corrects,
}: {
  fileName: string;
  sha256: string | undefined;
  /** The rejected request that is corrected: an earlier version, whatever its file was called. */
  corrects?: Corrects | undefined;
}) {
  const { client, capabilities, organization } = useConnection();
  const has = offers(capabilities, 'listSignatureRequests');
  const found = useQuery({ ...fileVersions(client).of(fileName, organization?.id), enabled: has });
  const listed = found.data?.requests ?? [];
  const requests: readonly SignatureRequest[] =
    corrects && !listed.some(({ id }) => id === corrects.id)
      ? [{ id: corrects.id, name: corrects.name || null }, ...listed]
      : listed;
  const witnesses = useHydrated(
    client,
    'listWitnesses',
    requests.flatMap(({ witness }) => (isStub(witness) ? [witness.id] : [])),
  );
  if (!has) return m.compose_versions_absent();
  if (found.isError)
    return (
      <>
        {m.compose_versions_failed()}{' '}
        <Button variant="text" onClick={() => void found.refetch()}>
          {m.common_retry()}
        </Button>
      </>
    );
  if (!found.data) return `${m.compose_versions_reading()}…`;
  const part = found.data.partial ? <p>{m.compose_versions_part({ most: versionsReach })}</p> : null;
  if (requests.length === 0)
    return (
      <div className={css.root}>
        {m.compose_versions_none()}
        {part}
      </div>
    );
  return (
    <div className={css.root}>
      <ul aria-label={m.compose_versions_list({ name: visibleName(fileName) ?? '' })}>
        {requests.map((request) => {
          const { id, name, createdAt, witness } = request;
          const corrected = corrects && corrects.id === id ? corrects : undefined;
          const hash = (witnesses[witness?.id ?? ''] ?? witness)?.hash ?? corrected?.sha256;
          const isSameFile = hash !== undefined && sha256 !== undefined && isSame(hash, sha256);
          return (
            <li key={id}>
              <Link to={paths.request(id ?? '')}>
                <Name lines={2}>{name ?? m.requests_unnamed()}</Name>
              </Link>
              <span className={css.line}>
                {createdAt && <Instant at={createdAt} form="minute" />}
                {corrected && <span>{m.compose_versions_rejected()}</span>}
                {hash ? (
                  <HashText value={hash} unfolds={false} />
                ) : (
                  <span>
                    {witness || isUnread(request, 'witness')
                      ? m.compose_versions_hash_unknown()
                      : m.compose_versions_no_hash()}
                  </span>
                )}
                {hash && sha256 && (
                  <span>
                    {!isSameFile
                      ? m.compose_versions_other()
                      : corrected
                        ? m.compose_versions_same_rejected()
                        : m.compose_versions_same()}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <p>{m.compose_versions_note()}</p>
      {part}
    </div>
  );
}

const isSame = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (hash: string): string => hash.toLowerCase().replace(/^0x/, '');
