import { useMemo } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import { embeddedConnection } from '#client/session/connection.ts';
import { ApiError } from '#client/http/errors.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { sharedRequest, type SharedRequest } from '#client/families/requests/shared-request.ts';
import { contentKeyOf, inviteStatus } from '#client/queries/reading.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Name } from '#ui/data/name.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { InviteStatusChip } from '#widgets/people/invite-status.tsx';
import { OtherLanguage } from '#widgets/other-language.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { saveBlob } from '#widgets/files/save-blob.ts';
import { heldSharedKey } from '#widgets/address/shared-key.ts';
import { m } from '#i18n/messages.ts';
import { fileNameOf } from '../file-name.ts';
import { nameOf, StateCell, useKindLine } from '../request-cells.tsx';
import type { Names } from '../standing.ts';
import { stateOf } from '../state.ts';
import { useStanding } from '../use-standing.ts';
import { InviteSelf } from './invite-self.tsx';
import css from './shared-request-page.module.css';

/** Milliseconds between looks at a request that somebody may still sign. */
const pace = 5_000;

/** A request for whoever opens its link without a connection: what it is, who asks, and a way to sign it. */
export function SharedRequestPage() {
  const { id = '' } = useParams();
  const { fetch: fetcher, origin } = useHost();
  const { baseUrl } = embeddedConnection(origin);
  const shared = useMemo(
    () => sharedRequest(fetcher, baseUrl, id, () => heldSharedKey(paths.request(id)) ?? ''),
    [fetcher, baseUrl, id],
  );
  const read = useQuery({
    ...shared.one(),
    refetchInterval: ({ state }) => (state.data?.finalized || isWrongLink(state.error) ? false : pace),
  });
  const demo = useQuery(sandbox(fetcher, origin).session());
  const request = read.data;
  const names = useMemo(() => namesOf(request, demo.data?.subjects ?? []), [request, demo.data]);
  return (
    <div className={css.middle}>
      <PageFrame
        title={request ? nameOf(request) : m.requests_one()}
        loading={read.isPending}
        actions={
          <>
            <OtherLanguage />
            <LinkButton to={paths.connectThen(paths.request(id))}>{m.requests_link_connect()}</LinkButton>
          </>
        }
      >
        <Stack>
          <QueryView
            query={read}
            what={m.requests_what_one()}
            frame={(state) => <Card flush>{state}</Card>}
            failed={(error) =>
              isWrongLink(error) ? (
                <EmptyState
                  icon={<LinkIcon aria-hidden="true" />}
                  title={m.requests_link_wrong()}
                  text={m.requests_link_wrong_text()}
                />
              ) : undefined
            }
          >
            {(current) => (
              <>
                <About request={current} names={names} shared={shared} />
                <People request={current} names={names} />
                <InviteSelf
                  request={current}
                  shared={shared}
                  personas={demo.data?.subjects ?? []}
                  loading={demo.isLoading}
                  host={new URL(baseUrl).host}
                  onChanged={() => void read.refetch()}
                />
              </>
            )}
          </QueryView>
        </Stack>
      </PageFrame>
    </div>
  );
}

const isWrongLink = (error: unknown): boolean =>
  error instanceof ApiError && ['not-found', 'forbidden', 'key-refused'].includes(error.kind);

function About({
  request,
  names,
  shared,
}: {
  request: SignatureRequest;
  names: Names;
  shared: SharedRequest;
}) {
  const standing = useStanding(request, names);
  const kindLine = useKindLine();
  const key = contentKeyOf(request);
  const save = useMutation({
    ...shared.download(),
    onSuccess: (bytes) => saveBlob(bytes, fileNameOf(request)),
  });
  return (
    <Card title={m.requests_link_about()} note={<ExplainedBasis basis="SERVER" />}>
      <Stack>
        <Facts
          facts={[
            {
              label: m.linking_organization(),
              value: visibleName(request.organization?.name) ?? m.requests_not_sent(),
            },
            { label: m.requests_column_document(), value: kindLine(request) },
            { label: m.requests_one(), value: <HashText value={request.id ?? ''} size="id" whole /> },
          ]}
        />
        <div>
          <StateCell request={request} />
          {/* Its sentence tells the organization what to do. */}
          {stateOf(request) !== 'unsigned' && <p role="status">{standing}</p>}
        </div>
        {save.error && (
          <WarningStrip>
            <FailureText error={save.error} />
          </WarningStrip>
        )}
        <Row>
          {key !== undefined && (
            <Button
              icon={<DownloadIcon aria-hidden="true" />}
              loading={save.isPending}
              onClick={() => save.mutate(key)}
            >
              {m.requests_download()}
            </Button>
          )}
          <LinkButton variant="text" to={paths.verify}>
            {m.shell_nav_verify()}
          </LinkButton>
        </Row>
      </Stack>
    </Card>
  );
}

function People({ request, names }: { request: SignatureRequest; names: Names }) {
  const invites = request.invites ?? [];
  if (invites.length === 0) return null;
  return (
    <Card title={m.requests_signers()} note={<ExplainedBasis basis="SERVER" />}>
      <ul className={css.signers}>
        {invites.map((invite, at) => (
          <li key={invite.id ?? at}>
            <Name>
              {visibleName(names[invite.subject?.id ?? '']?.commonName) ??
                m.requests_person_unread({ id: invite.subject?.id?.slice(0, 6) ?? '' })}
            </Name>
            <InviteStatusChip status={inviteStatus(invite)} isAlone />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Who the signers are: as the request says, which may be an id alone, and as the demo knows its people. */
const namesOf = (
  request: SignatureRequest | undefined,
  personas: readonly { readonly id: string }[],
): Names =>
  Object.fromEntries(
    [...(request?.invites ?? []).map(({ subject }) => subject), ...personas].flatMap((subject) =>
      subject?.id ? [[subject.id, subject] as const] : [],
    ),
  );
