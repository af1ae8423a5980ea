import { useState } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import { ApiError } from '#client/http/errors.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { useHost } from '#client/session/session-context.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingBar } from '#ui/feedback/loading-rows.tsx';
import { LoadingCards } from '#ui/layout/loading-cards.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { TabPanel, Tabs, usePanelId } from '#ui/layout/tabs.tsx';
import { FailedPartLine } from '#widgets/query/failed-part-line.tsx';
import { QueryFailure } from '#widgets/query/query-failure.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { ClockCard } from './simulation/clock-card.tsx';
import { ClaimsCard } from './signers/claims-card.tsx';
import { FaultsCard } from './simulation/faults-card.tsx';
import { HoldingsCard } from './signers/holdings-card.tsx';
import { Inbox } from './signers/inbox.tsx';
import { SignerList, type Waiting } from './signers/signer-list.tsx';
import {
  inboxSeconds,
  pace,
  signerInvites,
  sortInvites,
  type Organizations,
  type Signer,
} from './signers/signer-invites.ts';
import { SimulationBar } from './simulation/simulation-bar.tsx';
import { LoadingStories, StoriesCard } from './simulation/stories-card.tsx';
import css from './sandbox-page.module.css';

const tabs = ['stories', 'signers', 'clock', 'faults'] as const;
type Tab = (typeof tabs)[number];

/** The sandbox: cases to learn from, the signers of the demo to act as, its clock and the failures that it simulates. */
export function SandboxPage() {
  const { fetch: fetcher, origin } = useHost();
  const session = useQuery(sandbox(fetcher, origin).session());
  // A sandbox of an older build has no chain.
  const anchors = useQuery({ ...sandbox(fetcher, origin).anchors(), enabled: session.isSuccess });
  const [search, setSearch] = useSearchParams();
  const panelId = usePanelId();
  const named = tabs.find((known) => known === search.get('tab'));
  // An address that names a signer leads to what they have to answer.
  const tab: Tab = named ?? (search.has('signer') ? 'signers' : 'stories');
  const isActing = tab === 'signers';
  const signers = session.data?.subjects ?? [];
  // Whoever has something to answer is shown first, and stays until the reader chooses. It is not written to the
  // address: that could arrive after a choice, and take it back.
  const [suggested, setSuggested] = useState<string>();
  const signerOf = (id: string | null | undefined) => signers.find((signer) => signer.id === id);
  const inAddress = search.get('signer');
  const chosenSigner = inAddress === null ? {} : { signer: inAddress };
  const shown = signerOf(inAddress) ?? signerOf(suggested);
  const { waiting, counted, countAgain } = useInboxes(signers, shown?.id, isActing);
  const first = signers.find(({ id }) => hasWaiting(waiting.get(id))) ?? signers[0];
  if (counted && suggested === undefined && first) setSuggested(first.id);

  return (
    <>
      <SimulationBar name={isActing ? shown?.commonName : undefined} />
      <PageFrame title={m.sandbox_title()} sub={m.sandbox_sub()}>
        {isOff(session.error) && !session.data ? (
          <Card flush>
            <EmptyState
              icon={<SimulationIcon aria-hidden="true" />}
              title={m.sandbox_off_title()}
              text={m.sandbox_off_text()}
            />
          </Card>
        ) : (
          <>
            <div className={css.bar}>
              <Tabs
                label={m.sandbox_tabs()}
                panelId={panelId}
                selected={tab}
                tabs={tabs.map((id) => ({ id, label: tabWord(id) }))}
                // A chosen signer is still chosen when the reader comes back to them.
                onSelect={(chosen) => setSearch({ ...chosenSigner, tab: chosen }, { replace: true })}
              />
            </div>
            <TabPanel id={panelId} selected={tab}>
              {tab === 'clock' && <ClockCard />}
              {tab === 'faults' && <FaultsCard />}
              {(tab === 'stories' || isActing) && (
                <QueryView
                  query={session}
                  what={isActing ? m.sandbox_what_session() : m.sandbox_what_stories()}
                  loading={isActing ? <LoadingSigners /> : <LoadingStories />}
                  frame={(state, isLoading) =>
                    isLoading && isActing ? (
                      state
                    ) : (
                      <Card title={tabWord(tab)} flush>
                        {state}
                      </Card>
                    )
                  }
                >
                  {({ organizations }) =>
                    isActing ? (
                      <SignersTab
                        organizations={organizations}
                        signers={signers}
                        waiting={waiting}
                        countAgain={countAgain}
                        shown={shown}
                        hasChain={anchors.data?.rpc !== undefined}
                        onChoose={({ id }) => setSearch({ signer: id })}
                      />
                    ) : (
                      <StoriesCard organizations={organizations} />
                    )
                  }
                </QueryView>
              )}
            </TabPanel>
          </>
        )}
      </PageFrame>
    </>
  );
}

/** The signers of the demo, and what the chosen one has to answer and owns. */
function SignersTab({
  organizations,
  signers,
  waiting,
  countAgain,
  shown,
  hasChain,
  onChoose,
}: {
  organizations: Organizations;
  signers: readonly Signer[];
  waiting: ReadonlyMap<string, Waiting>;
  countAgain: (() => unknown) | undefined;
  shown: Signer | undefined;
  hasChain: boolean;
  onChoose: (signer: Signer) => void;
}) {
  return (
    <div className={css.columns}>
      <Card title={m.sandbox_signers()} note={m.sandbox_signers_note()} flush>
        <SignerList signers={signers} waiting={waiting} chosen={shown?.id} onChoose={onChoose} />
        {countAgain && (
          <div className={css.uncounted}>
            <FailedPartLine text={m.sandbox_signers_count_failed()} refetch={countAgain} />
          </div>
        )}
      </Card>
      {shown ? (
        <Inbox key={shown.id} signer={shown} organizations={organizations}>
          {hasChain && (
            <>
              <ClaimsCard signer={shown} />
              <HoldingsCard signer={shown} signers={signers} />
            </>
          )}
          <ChainFailure />
        </Inbox>
      ) : (
        <LoadingInbox />
      )}
    </div>
  );
}

function LoadingSigners() {
  return (
    <div className={css.columns}>
      <div className={css.signersComing}>
        <LoadingCards
          cards={[{ title: m.sandbox_signers(), note: m.sandbox_signers_note(), kind: 'people', count: 12 }]}
        />
      </div>
      <LoadingInbox silent />
    </div>
  );
}

/** The cards of a signer who is not known yet. */
function LoadingInbox({ silent = false }: { silent?: boolean }) {
  const phone = usePhone();
  return (
    <Stack>
      <LoadingCards
        silent={silent}
        cards={[
          {
            bar: <LoadingBar width={160} />,
            kind: 'list',
            count: 2,
            rowHeight: phone ? 124 : 116,
            lines: 3,
            ends: false,
          },
          { title: m.sandbox_claims(), kind: 'list', count: 2, rowHeight: phone ? 120 : 61, lines: 2 },
          { title: m.sandbox_holds(), kind: 'list', count: 1, rowHeight: phone ? 110 : 52, lines: 2 },
          { title: m.sandbox_answered(), kind: 'list', count: 4, rowHeight: phone ? 66 : 43 },
        ]}
      />
    </Stack>
  );
}

/** Whether there are tokens is not known: what is missing is said in their place. */
function ChainFailure() {
  const { fetch: fetcher, origin } = useHost();
  const { isLoadingError, error, refetch } = useQuery(sandbox(fetcher, origin).anchors());
  if (!isLoadingError || isOff(error)) return null;
  return (
    <>
      <Card title={m.sandbox_claims()} flush>
        <QueryFailure error={error} what={m.sandbox_what_tokens()} onRetry={() => void refetch()} />
      </Card>
      <Card title={m.sandbox_holds()}>
        <FailedPartLine text={m.sandbox_tokens_failed()} refetch={refetch} />
      </Card>
    </>
  );
}

const hasWaiting = (of: Waiting): boolean => typeof of === 'number' && of > 0;

/** How many invites wait for each signer, whether that is known of all, and how to count again those that failed. */
function useInboxes(
  signers: readonly Signer[],
  shown: string | undefined,
  enabled: boolean,
): { waiting: ReadonlyMap<string, Waiting>; counted: boolean; countAgain: (() => unknown) | undefined } {
  const { fetch: fetcher, origin } = useHost();
  const lists = useQueries({
    queries: signers.map((signer) => ({
      ...signerInvites(fetcher, origin, signer),
      enabled,
      refetchInterval: pace(signer.id === shown ? inboxSeconds.shown : inboxSeconds.others),
    })),
  });
  const waiting = new Map<string, Waiting>(
    signers.map(({ id }, index): [string, Waiting] => {
      const list = lists[index];
      return [
        id,
        list?.data ? sortInvites(list.data.items).waiting.length : list?.isError ? 'failed' : undefined,
      ];
    }),
  );
  const failed = lists.filter(({ isLoadingError }) => isLoadingError);
  return {
    waiting,
    counted: signers.length > 0 && lists.every(({ isPending }) => !isPending),
    countAgain: failed.length > 0 ? () => Promise.all(failed.map(({ refetch }) => refetch())) : undefined,
  };
}

function tabWord(tab: Tab): string {
  switch (tab) {
    case 'stories':
      return m.sandbox_stories();
    case 'signers':
      return m.sandbox_signers();
    case 'clock':
      return m.sandbox_clock();
    case 'faults':
      return m.sandbox_faults();
  }
}

/** The service of this page has no sandbox, or does not show it to this page. */
function isOff(error: unknown): boolean {
  return error instanceof ApiError && ['not-found', 'absent', 'forbidden'].includes(error.kind);
}
