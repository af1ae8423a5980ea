import { useQuery } from '@tanstack/react-query';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { invites } from '#client/families/requests/invites.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { inviteStatus } from '#client/queries/reading.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { SignatureRequest, SignatureRequestInvite } from '#contract/resources/resources.ts';
import { Card } from '#ui/layout/card.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link, RowLink } from '#ui/actions/link.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { InviteStatusChip } from '#widgets/people/invite-status.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { RowNote, Rows } from '../parts.tsx';

/** Rows that are shown here; all of them are in the list of requests. */
const shown = 8;
/** Invites that are read to be counted. */
const mostRead = 200;

/** What this person was invited to sign, the newest first. */
export function RequestsCard({ subjectId }: { subjectId: string }) {
  const { client, capabilities } = useConnection();
  const format = useFormat();
  const requested = offers(capabilities, 'listInvites');
  const read = useQuery({
    ...invites(client).whole(
      { subject: { eq: subjectId }, sort: { field: 'createdAt', order: 'desc' } },
      mostRead,
    ),
    enabled: requested,
  });
  const rows = read.data?.items.slice(0, shown) ?? [];
  const requests = useHydrated(
    client,
    'listSignatureRequests',
    offers(capabilities, 'listSignatureRequests')
      ? rows.flatMap(({ signatureRequest }) => (isStub(signatureRequest) ? [signatureRequest.id] : []))
      : [],
  );
  const count = read.data && (read.data.count ?? read.data.items.length);
  const more = count !== undefined && count > rows.length;
  return (
    <Card
      title={m.directory_requests()}
      note={count === undefined ? undefined : format.number(count)}
      flush
      foot={
        more ? (
          <Link to={withQuery(paths.requests, { signer: subjectId })}>{m.directory_requests_all()}</Link>
        ) : undefined
      }
    >
      {!requested || (read.data === undefined && isAbsent(read.error)) ? (
        <RowNote role="status">{m.directory_requests_absent()}</RowNote>
      ) : (
        <QueryView
          query={read}
          what={m.directory_requests_failed()}
          loading={<LoadingRows count={4} kind="list" />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <RowNote>{read.data?.complete ? m.directory_requests_none() : m.common_list_partial()}</RowNote>
          }
        >
          {() => (
            <Rows>
              {rows.map((invite) => (
                <InviteRow
                  key={invite.id}
                  invite={invite}
                  request={requests[invite.signatureRequest?.id ?? ''] ?? invite.signatureRequest}
                />
              ))}
            </Rows>
          )}
        </QueryView>
      )}
    </Card>
  );
}

function InviteRow({
  invite,
  request,
}: {
  invite: SignatureRequestInvite;
  request: SignatureRequest | null | undefined;
}) {
  const name = visibleName(request?.name) ?? m.requests_unnamed();
  return (
    <li>
      <span className="name">
        {request?.id ? <RowLink to={paths.request(request.id)}>{name}</RowLink> : name}
      </span>
      {invite.createdAt && <Instant at={invite.createdAt} form="list" />}
      <span className="state">
        <InviteStatusChip status={inviteStatus(invite)} draft={request?.draft ?? undefined} />
      </span>
    </li>
  );
}
