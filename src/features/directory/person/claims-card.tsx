import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { uniqueById } from '#client/queries/paging.ts';
import { useConnection, useOrganizationFilter } from '#client/session/session-context.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths, withQuery } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { RowNote, Rows } from '../parts.tsx';

/** Rows that are shown here; all of them are in the list of witnesses. */
const shown = 8;

/** Witnesses of which this person is the first owner and which they did not claim yet. */
export function ClaimsCard({ subjectId }: { subjectId: string }) {
  const { client, capabilities } = useConnection();
  const format = useFormat();
  const mine = useOrganizationFilter();
  const read = useQuery(
    witnesses(client).page({ initialOwner: { eq: subjectId }, claimed: false, ...mine }, 1, shown),
  );
  const rows = uniqueById(read.data?.items ?? []).filter(({ claimed }) => claimed !== true);
  const requests = useHydrated(
    client,
    'listSignatureRequests',
    offers(capabilities, 'listSignatureRequests')
      ? rows.flatMap(({ signatureRequest }) => (isStub(signatureRequest) ? [signatureRequest.id] : []))
      : [],
  );
  const count = read.data && (read.data.count ?? rows.length);
  // A service may ignore `claimed` and count what was claimed too: then neither its count nor a part of the list tells.
  const isFiltered = rows.length === read.data?.items.length;
  const isWhole = count !== undefined && count <= (read.data?.items.length ?? 0) && !read.data?.nextPage;
  return (
    <Card
      title={m.directory_claims()}
      note={count === undefined || !isFiltered ? undefined : format.number(count)}
      flush
      foot={
        count !== undefined && count > rows.length ? (
          <Link to={withQuery(paths.witnesses, { owner: subjectId, claimed: 'no' })}>
            {m.directory_claims_all()}
          </Link>
        ) : undefined
      }
    >
      <QueryView
        query={read}
        what={m.directory_claims_what()}
        loading={<LoadingRows count={2} kind="list" />}
        isEmpty={() => rows.length === 0}
        empty={<RowNote>{isWhole ? m.directory_claims_none() : m.directory_claims_none_found()}</RowNote>}
      >
        {() => (
          <Rows>
            {rows.map((witness) => {
              const request = requests[witness.signatureRequest?.id ?? ''] ?? witness.signatureRequest;
              const name = request
                ? (visibleName(request.name) ?? m.requests_unnamed())
                : m.witnesses_by_interface();
              return (
                <li key={witness.id}>
                  <span className="name">
                    <Link to={paths.witness(witness.id ?? '')}>{name}</Link>
                  </span>
                  {witness.createdAt && <Instant at={witness.createdAt} form="list" />}
                  <span className="state">
                    {witness.claiming ? m.directory_claims_ready() : m.directory_claims_preparing()}
                  </span>
                </li>
              );
            })}
          </Rows>
        )}
      </QueryView>
    </Card>
  );
}
