import { lazy, Suspense, type ComponentType, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { isAbsent } from '#client/session/capabilities.ts';
import { content } from '#client/families/requests/content.ts';
import { contentKeyOf, witnessDate } from '#client/queries/reading.ts';
import { useClient, useSession } from '#client/session/session-context.tsx';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Card, Stack } from '#ui/layout/card.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { BadAddress, isObjectId } from '#widgets/address/bad-address.tsx';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { RequestProgress } from '../request-progress.tsx';
import { useAddress } from '#widgets/address/use-address.ts';
import { m } from '#i18n/messages.ts';
import { People } from '../signers/people.tsx';
import { DemoNextStep } from './demo-next-step.tsx';
import type { ActionName } from '../actions/action-name.ts';
import { RequestActions } from '../actions/request-actions.tsx';
import { nameOf, StateCell, useKindLine } from '../request-cells.tsx';
import { LoadingActions, LoadingDocument, LoadingRequest } from './loading-request.tsx';
import { RequestTimeline } from './request-timeline.tsx';
import { TokenCard } from './token-card.tsx';
import { useRequest, type RequestRead } from '../use-request.ts';
import { useSharedKey } from './use-shared-key.ts';
import { useStanding } from '../use-standing.ts';
import { WitnessCard } from './witness-card.tsx';
import css from './request-page.module.css';

const ActionPanel = lazy(async () => ({
  default: (await import('../actions/action-panel.tsx')).ActionPanel,
}));
// Where it does not come there is a gap, and the rest of the page.
const CorrectionLinks = lazy(() =>
  import('./correction-links.tsx').then(
    (part) => ({ default: part.CorrectionLinks }),
    (): { default: ComponentType<{ id: string }> } => ({ default: () => null }),
  ),
);
// Where it does not come there is a gap, and the rest of the page.
const UnlinkedSigners = lazy(() =>
  import('../signers/unlinked-signers.tsx').then(
    (part) => ({ default: part.UnlinkedSigners }),
    (): { default: ComponentType<{ request: SignatureRequest }> } => ({ default: () => null }),
  ),
);
// What collects and verifies is fetched with it.
const VerdictHere = lazy(async () => ({ default: (await import('./verdict-here.tsx')).VerdictHere }));
const DocumentCard = lazy(async () => ({ default: (await import('./document-card.tsx')).DocumentCard }));

/** One request: where it stands, who has answered, the document, its witness, and what can be done. */
export function RequestPage() {
  const { id = '' } = useParams();
  if (isObjectId(id)) return <Page key={id} id={id} />;
  return (
    <PageFrame title={m.requests_one()}>
      <BadAddress id={id} list={{ label: m.requests_see_all(), to: paths.requests }} />
    </PageFrame>
  );
}

function Page({ id }: { id: string }) {
  const sharedKey = useSharedKey();
  const read = useRequest(id, undefined, sharedKey);
  const { request } = read;
  const { demo } = useSession();
  const [search] = useSearchParams();
  const write = useAddress();
  const named = (['remind', 'invite', 'send', 'certify', 'evidence'] as const).find(
    (name) => name === search.get('open'),
  );
  const [action, setOpen] = useState<ActionName | undefined>(named);
  const setAction = (chosen: ActionName | undefined): void => {
    setOpen(chosen);
    // The address named the panel to begin with; what is open now may be another one.
    if (named && chosen !== named) write(paths.request(id));
  };
  usePageName(request ? nameOf(request) : undefined);
  const isDocumentMissing = useIsDocumentMissing(request, sharedKey);
  const isPartMissing = read.isPartMissing || isDocumentMissing;
  const title = request ? nameOf(request) : m.requests_one();
  return (
    <PageFrame
      title={title}
      loading={request === undefined && !read.query.isError}
      // A page of which a part failed is not live, whatever the rest is.
      mark={request && <LiveMark updatedAt={isPartMissing ? 0 : read.query.dataUpdatedAt} />}
      // Of a request that could not be read the title is its kind.
      sub={
        <HashText
          label={!request && read.query.isError ? m.common_id() : m.requests_one()}
          value={id}
          size="id"
        />
      }
      actions={
        request ? (
          <RequestActions request={request} read={read} action={action} onAction={setAction} />
        ) : (
          !read.query.isError && <LoadingActions />
        )
      }
    >
      <Stack>
        <QueryView
          query={read.query}
          what={m.requests_what_one()}
          loading={<LoadingRequest />}
          frame={(state, isLoading) => (isLoading ? state : <Card flush>{state}</Card>)}
          failed={(error) =>
            isAbsent(error) ? (
              <EmptyState
                icon={<InfoIcon aria-hidden="true" />}
                title={read.source === 'record' ? m.requests_none_known() : m.requests_none_here()}
                text={read.source === 'record' ? m.requests_none_known_text() : m.requests_none_here_text()}
                actions={<LinkButton to={paths.requests}>{m.requests_see_all()}</LinkButton>}
              />
            ) : undefined
          }
        >
          {(current) => (
            <>
              {read.source === 'record' && (
                <Strip framed icon={<InfoIcon aria-hidden="true" />}>
                  {m.requests_one_from_record()}
                </Strip>
              )}
              {read.shared && (
                <Strip framed icon={<InfoIcon aria-hidden="true" />}>
                  {m.requests_shared()}
                </Strip>
              )}
              {!read.shared && (
                <Suspense fallback={null}>
                  <CorrectionLinks id={id} />
                </Suspense>
              )}
              {demo && !read.shared && !current.draft && (
                <DemoNextStep request={current} people={read.people} />
              )}
              {action && (
                <Suspense fallback={<LoadingRows count={2} kind="queue" />}>
                  <ActionPanel
                    key={action}
                    {...{ action, read }}
                    request={current}
                    onDone={() => {
                      setAction(undefined);
                      void read.query.refetch();
                    }}
                  />
                </Suspense>
              )}
              <Parts read={read} request={current} sharedKey={sharedKey} />
            </>
          )}
        </QueryView>
      </Stack>
    </PageFrame>
  );
}

/** Whether the card of the document could not read it. */
function useIsDocumentMissing(request: SignatureRequest | undefined, sharedKey: string | undefined): boolean {
  const key = request && contentKeyOf(request);
  const { error } = useQuery({
    ...content(useClient()).bytes(key ?? '', () => sharedKey),
    enabled: false,
  });
  return error !== null && !isAbsent(error);
}

function Parts({
  read,
  request,
  sharedKey,
}: {
  read: RequestRead;
  request: SignatureRequest;
  sharedKey: string | undefined;
}) {
  const standing = useStanding(request, read.people);
  const kindLine = useKindLine();
  const { witness } = request;
  const count = request.invites?.length ?? 0;
  const isDated = witness != null && witnessDate(witness) !== undefined;
  return (
    <div className={css.columns}>
      <Stack>
        <Card>
          <Stack style={{ gap: 6 }}>
            <StateCell request={request} />
            <p className={isDated ? css.reported : css.line} role="status">
              {standing}
            </p>
            {isDated && (
              <Suspense fallback={<div className={css.verdict} />}>
                <VerdictHere witness={witness} requestId={request.id} />
              </Suspense>
            )}
          </Stack>
        </Card>
        <Card
          title={m.requests_signers()}
          note={
            count > 0 && (
              <span className={css.note}>
                <RequestProgress request={request} />
                <ExplainedBasis basis="SERVER" />
              </span>
            )
          }
        >
          <People evidence read={read} request={request} />
          {!read.shared && (
            <Suspense fallback={null}>
              <UnlinkedSigners request={request} />
            </Suspense>
          )}
        </Card>
        <Suspense fallback={<LoadingDocument />}>
          <DocumentCard
            request={request}
            people={read.people}
            kindLine={kindLine(request)}
            sharedKey={sharedKey}
          />
        </Suspense>
      </Stack>
      <Stack>
        <WitnessCard request={request} />
        <Card title={m.requests_timeline()} note={<ExplainedBasis basis="SERVER" />}>
          <RequestTimeline request={request} people={read.people} />
        </Card>
        {!read.shared && !request.draft && <TokenCard request={request} />}
      </Stack>
    </div>
  );
}
