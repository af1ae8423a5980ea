import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { useConnection } from '#api/session-context.tsx';
import { storedData } from '#api/store/stored-data.ts';
import { Button } from '#ui/button.tsx';
import { Card, Row } from '#ui/card.tsx';
import { ConfirmInPlace } from '#ui/confirm-in-place.tsx';
import { Facts } from '#ui/facts.tsx';
import { ink, type } from '#ui/ink.ts';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { useFormat } from '#ui/use-format.ts';
import { describeFailure } from '#widgets/failure.ts';
import { readerSettings } from '#widgets/judging/reader-settings.ts';
import { useReaderSettings } from '#widgets/judging/use-reader.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';

const Body = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  '& > p': { ...type.table, color: ink.text2, maxWidth: 620 },
  '& > p[role="alert"]': { color: ink.fail },
});

/** What this browser keeps, and how to be rid of it. */
export function StoredCard() {
  const { client } = useConnection();
  const queries = useQueryClient();
  const format = useFormat();
  const snack = useSnack();
  const [asking, setAsking] = useState<'own' | 'all' | 'trust'>();
  const own = useQuery(storedData(client.scope).counts());
  const all = useQuery(storedData().counts());
  const erase = useMutation({
    mutationFn: async (what: 'own' | 'all' | 'trust') => {
      if (what !== 'own') readerSettings.erase();
      if (what !== 'trust') await storedData(what === 'own' ? client.scope : undefined).erase();
    },
    onSuccess: () => {
      setAsking(undefined);
      snack({ text: m.settings_erased() });
      // Drafts, journal and record are shown in several places: all of them are read again.
      return queries.invalidateQueries();
    },
  });
  const data = own.data;
  const total = (counts: typeof data): number =>
    counts
      ? counts.drafts + counts.sends + counts.requests + counts.files + counts.certifications + counts.writes
      : 0;
  const elsewhere = total(all.data) - total(data);
  const { anchors, endorsers, range, nodes, policy } = useReaderSettings();
  const trusted = anchors.length + endorsers.length + (range ? 1 : 0);
  const ownTrust = trusted + nodes.length > 0 || policy !== 'standard';
  return (
    <Card title={m.settings_stored()}>
      <Body>
        <p>{m.settings_stored_text()}</p>
        {own.isError ? (
          <QueryFailure
            error={own.error}
            what={m.settings_what_stored()}
            onRetry={() => void own.refetch()}
          />
        ) : data ? (
          <Facts
            facts={[
              { label: m.settings_drafts(), value: format.number(data.drafts) },
              {
                label: m.settings_files(),
                value: m.settings_files_value({
                  count: format.number(data.files),
                  size: format.bytes(data.fileBytes),
                }),
              },
              { label: m.settings_sends(), value: format.number(data.sends) },
              { label: m.settings_certifications(), value: format.number(data.certifications) },
              { label: m.settings_requests(), value: format.number(data.requests) },
              { label: m.organization_record(), value: format.number(data.writes) },
              { label: m.settings_trust_kept(), value: format.number(trusted) },
              { label: m.settings_nodes_kept_count(), value: format.number(nodes.length) },
              ...(elsewhere > 0 ? [{ label: m.settings_elsewhere(), value: format.number(elsewhere) }] : []),
            ]}
          />
        ) : (
          <LoadingRows kind="list" count={2} />
        )}
        {asking ? (
          <ConfirmInPlace
            title={
              asking === 'own'
                ? m.settings_erase_own_title()
                : asking === 'all'
                  ? m.settings_erase_all_title()
                  : m.settings_erase_trust_title()
            }
            text={asking === 'trust' ? m.settings_erase_trust_text() : m.settings_erase_text()}
            confirm={m.settings_erase()}
            keep={m.settings_keep()}
            working={erase.isPending}
            onConfirm={() => {
              erase.mutate(asking);
            }}
            onKeep={() => {
              setAsking(undefined);
            }}
          />
        ) : (
          <Row>
            <Button
              variant="destructive"
              disabled={total(data) === 0}
              onClick={() => {
                setAsking('own');
              }}
            >
              {m.settings_erase_own()}
            </Button>
            {elsewhere > 0 && (
              <Button
                variant="destructive"
                onClick={() => {
                  setAsking('all');
                }}
              >
                {m.settings_erase_all()}
              </Button>
            )}
            {ownTrust && (
              <Button
                variant="destructive"
                onClick={() => {
                  setAsking('trust');
                }}
              >
                {m.settings_erase_trust()}
              </Button>
            )}
          </Row>
        )}
        {total(data) === 0 && data && elsewhere === 0 && !ownTrust ? (
          <p>{m.settings_nothing_stored()}</p>
        ) : null}
        {erase.error ? <p role="alert">{describeFailure(erase.error).text}</p> : null}
      </Body>
    </Card>
  );
}
