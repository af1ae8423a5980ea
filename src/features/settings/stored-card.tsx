import { useState, type ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConnection } from '#client/session/session-context.tsx';
import { requestPersistence, storageSpace } from '#jobs/store/storage-space.ts';
import { isNothing, storedData, type StoredCounts } from '#jobs/store/stored-data.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { LoadingFacts } from '#ui/layout/loading-facts.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { storedFacts } from '#widgets/stored-facts.ts';
import { m } from '#i18n/messages.ts';
import css from './stored-card.module.css';

/** What is erased at once: the data of this organization, all stored data, or the trust settings. */
type Erased = 'own' | 'all' | 'trust';

/** What this browser stores, and how to erase it. */
export function StoredCard() {
  const { client } = useConnection();
  const format = useFormat();
  const [confirming, setConfirming] = useState<Erased>();
  const own = useQuery(storedData(client.scope).counts());
  const all = useQuery(storedData().counts());
  const { data: unreadable = [] } = useQuery(storedData(client.scope).unreadable());
  const erase = useErase(() => setConfirming(undefined));
  const space = useStorageSpace();
  const data = own.data;
  const elsewhere = recordsOf(all.data) - recordsOf(data);
  const { anchors, endorsers, range, nodes, policy } = useTrustSettings();
  const trusted = anchors.length + endorsers.length + (range ? 1 : 0);
  const ownTrust = trusted + nodes.length > 0 || policy !== 'standard';
  return (
    <Card title={m.settings_stored()}>
      <div className={css.body}>
        <p>{m.settings_stored_text()}</p>
        <QueryView
          query={own}
          what={m.settings_what_stored()}
          loading={<LoadingRows kind="facts" count={2} />}
        >
          {(counts) => (
            <Facts
              facts={[
                ...storedFacts(counts, format),
                ...furtherFacts({ trusted, nodes: nodes.length, elsewhere, unreadable }, format),
                ...space.facts,
              ]}
            />
          )}
        </QueryView>
        {confirming ? (
          <ConfirmInPlace
            title={eraseTitle(confirming)}
            text={confirming === 'trust' ? m.settings_erase_trust_text() : m.settings_erase_text()}
            confirm={m.settings_erase()}
            keep={m.settings_keep()}
            working={erase.isPending}
            onConfirm={() => erase.mutate(confirming)}
            onKeep={() => setConfirming(undefined)}
          />
        ) : (
          <Row>
            {space.button}
            <Button
              variant="destructive"
              disabled={data !== undefined && isNothing(data)}
              onClick={() => setConfirming('own')}
            >
              {m.settings_erase_own()}
            </Button>
            {elsewhere > 0 && (
              <Button variant="destructive" onClick={() => setConfirming('all')}>
                {m.settings_erase_all()}
              </Button>
            )}
            {ownTrust && (
              <Button variant="destructive" onClick={() => setConfirming('trust')}>
                {m.settings_erase_trust()}
              </Button>
            )}
          </Row>
        )}
        {data && isNothing(data) && elsewhere === 0 && !ownTrust ? (
          <p>{m.settings_nothing_stored()}</p>
        ) : null}
        {erase.error ? <p role="alert">{describeFailure(erase.error).text}</p> : null}
      </div>
    </Card>
  );
}

/** Its place while what it shows is read. */
export function LoadingStoredCard() {
  return (
    <Card title={m.settings_stored()}>
      <div className={css.body}>
        <p>{m.settings_stored_text()}</p>
        <LoadingFacts labels={[m.stored_drafts(), m.storage_used(), m.storage_persistent()]} />
        {/* Others take their places: the focus would go with them. */}
        <Row inert aria-hidden="true">
          <Button disabled>{m.storage_persist_request()}</Button>
          <Button variant="destructive" disabled>
            {m.settings_erase_own()}
          </Button>
        </Row>
      </div>
    </Card>
  );
}

function useErase(onErased: () => void) {
  const { client } = useConnection();
  const queries = useQueryClient();
  const snack = useSnack();
  return useMutation({
    mutationFn: async (what: Erased) => {
      if (what !== 'own') trustSettings.erase();
      if (what !== 'trust') await storedData(what === 'own' ? client.scope : undefined).erase();
    },
    onSuccess: () => {
      onErased();
      snack({ text: m.settings_erased() });
      // Drafts, jobs and record are shown in several places: all of them are read again.
      return queries.invalidateQueries();
    },
  });
}

function eraseTitle(erased: Erased): string {
  switch (erased) {
    case 'own':
      return m.settings_erase_own_title();
    case 'all':
      return m.settings_erase_all_title();
    case 'trust':
      return m.settings_erase_trust_title();
  }
}

/** What is stored besides the data of the organization; what there is none of is left out. */
function furtherFacts(
  {
    trusted,
    nodes,
    elsewhere,
    unreadable,
  }: { trusted: number; nodes: number; elsewhere: number; unreadable: readonly string[] },
  format: ReturnType<typeof useFormat>,
): { label: string; value: string }[] {
  const counts = [
    { label: m.settings_stored_trust(), count: trusted },
    { label: m.settings_stored_nodes(), count: nodes },
    { label: m.settings_elsewhere(), count: elsewhere },
  ];
  const facts = counts.flatMap(({ label, count }) =>
    count > 0 ? [{ label, value: format.number(count) }] : [],
  );
  if (unreadable.length > 0)
    facts.push({ label: m.settings_stored_unreadable(), value: format.list(unreadable) });
  return facts;
}

/** The number of all records together. */
function recordsOf(counts: StoredCounts | undefined): number {
  if (!counts) return 0;
  const { drafts, sends, requests, certifications, bulks, bulkDrafts, writes, followUps, savedViews, files } =
    counts;
  return (
    drafts + sends + requests + certifications + bulks + bulkDrafts + writes + followUps + savedViews + files
  );
}

/** How safe it is here, and how much space there is, by the browser's word; and how to ask it for more of the former. */
function useStorageSpace(): { facts: { label: string; value: string }[]; button: ReactNode } {
  const format = useFormat();
  const snack = useSnack();
  const space = useQuery(storageSpace());
  const request = useMutation({
    mutationFn: requestPersistence,
    onSuccess: async (promised) => {
      await space.refetch();
      if (!promised) snack({ text: m.storage_persist_refused() });
    },
  });
  if (!space.data) return { facts: [], button: null };
  const { persistent, usage, quota } = space.data;
  const safe =
    persistent === undefined
      ? m.storage_persistent_unknown()
      : persistent
        ? m.storage_persistent_yes()
        : m.storage_persistent_no();
  const used =
    usage === undefined || quota === undefined
      ? []
      : [
          {
            label: m.storage_used(),
            value: m.storage_used_value({ usage: format.bytes(usage), quota: format.bytes(quota) }),
          },
        ];
  return {
    facts: [...used, { label: m.storage_persistent(), value: safe }],
    button:
      persistent === false ? (
        <Button loading={request.isPending} onClick={() => request.mutate()}>
          {m.storage_persist_request()}
        </Button>
      ) : null,
  };
}
