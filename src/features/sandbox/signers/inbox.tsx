import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import { isAbsent } from '#client/session/capabilities.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { List } from '#ui/lists/list.tsx';
import { LiveContext, LiveMark } from '#ui/feedback/live-mark.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { AnsweredInvite } from './answered-invite.tsx';
import { WaitingInvite } from './waiting-invite.tsx';
import {
  inboxSeconds,
  pace,
  signerInvites,
  sortInvites,
  type Organizations,
  type Signer,
} from './signer-invites.ts';

/** What one signer is invited to. */
export function Inbox({
  signer,
  organizations,
  children,
}: {
  signer: Signer;
  organizations: Organizations;
  /** What else the signer can do: before what was answered, which only grows. */
  children?: ReactNode;
}) {
  const { fetch: fetcher, origin } = useHost();
  const query = useQuery({
    ...signerInvites(fetcher, origin, signer),
    refetchInterval: pace(inboxSeconds.shown),
  });
  const { data } = query;
  // The service may send the requests of these invites as ids alone.
  const requests = useHydrated(
    sandbox(fetcher, origin).clientOf(signer),
    'listSignatureRequests',
    (data?.items ?? []).flatMap(({ signatureRequest }) =>
      isStub(signatureRequest) ? [signatureRequest.id] : [],
    ),
    // A draft is sent while one looks.
    inboxSeconds.others * 1000,
  );
  const { waiting, answered, unknown } = sortInvites(
    (data?.items ?? []).map((invite) => ({
      ...invite,
      signatureRequest: requests[invite.signatureRequest?.id ?? ''] ?? invite.signatureRequest,
    })),
  );
  return (
    <Stack>
      <Card
        title={signer.commonName}
        note={
          // The simulator is read with the signer's access, whatever becomes of the organization's key.
          data && !query.isError ? (
            <LiveContext value>
              <LiveMark updatedAt={query.dataUpdatedAt} />
            </LiveContext>
          ) : undefined
        }
        flush
      >
        <QueryView
          query={query}
          what={m.sandbox_what_inbox()}
          loading={<LoadingRows kind="list" count={3} />}
          failed={(error) =>
            isAbsent(error) ? (
              <EmptyState
                icon={<InboxIcon aria-hidden="true" />}
                title={m.sandbox_unlisted_title()}
                text={m.sandbox_unlisted_text()}
              />
            ) : undefined
          }
          isEmpty={() => waiting.length === 0}
          empty={
            <EmptyState
              icon={<InboxIcon aria-hidden="true" />}
              title={
                data?.complete && unknown.length === 0 ? m.sandbox_nothing_waits() : m.sandbox_nothing_found()
              }
              text={m.sandbox_nothing_waits_text({ name: visibleName(signer.commonName) ?? '' })}
            />
          }
        >
          {() => (
            <List>
              {waiting.map((invite, index) => (
                <WaitingInvite
                  key={invite.id}
                  invite={invite}
                  signer={signer}
                  organizations={organizations}
                  primary={index === 0}
                />
              ))}
            </List>
          )}
        </QueryView>
      </Card>
      {children}
      <InviteCard title={m.sandbox_status_unknown()} invites={unknown} />
      <InviteCard title={m.sandbox_answered()} invites={answered} />
    </Stack>
  );
}

function InviteCard({ title, invites }: { title: string; invites: readonly SignatureRequestInvite[] }) {
  if (invites.length === 0) return null;
  return (
    <Card title={title} note={String(invites.length)} flush>
      <List>
        {invites.map((invite) => (
          <AnsweredInvite key={invite.id} invite={invite} />
        ))}
      </List>
    </Card>
  );
}
