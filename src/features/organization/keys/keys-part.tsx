import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import { offers } from '#client/session/capabilities.ts';
import { apiKeys } from '#client/families/people/api-keys.ts';
import { liveSeconds } from '#client/queries/query-client.ts';
import { readFresh } from '#client/queries/read-fresh.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { ApiKey } from '#contract/resources/resources.ts';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { useStaying } from '#widgets/conflict/use-staying.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { KeyRow } from './key-row.tsx';
import { NewKey } from './new-key.tsx';
import { Note, Padded, Rows } from '../rows.tsx';

/** The keys with which programs act as the organization. */
export function KeysPart({ id }: { id: string }) {
  const { client, capabilities } = useConnection();
  // Of a service that does not list them, those made here are known as long as this page is open.
  const [made, setMade] = useState<readonly ApiKey[]>([]);
  const phone = usePhone();
  const requested = offers(capabilities, 'listApiKeys');
  const queries = useQueryClient();
  const read = useQuery({
    ...apiKeys(client).whole(id),
    enabled: requested,
    refetchInterval: liveSeconds * 1000,
  });
  const unlisted = !requested || read.data === null;
  const keys = unlisted ? made : read.data?.items;
  const staying = useStaying(keys ?? none);
  const on = keys?.filter(({ enabled }) => enabled !== false).length ?? 0;
  const rows = (
    <Rows>
      {[...staying.rows].sort(newestFirst).map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          gone={staying.isGone(key.id)}
          onHold={staying.hold}
          last={!unlisted && on === 1 && key.enabled !== false}
          readBack={async () =>
            unlisted
              ? undefined
              : (await readFresh(queries, apiKeys(client).whole(id)))?.items.find((one) => one.id === key.id)
          }
          onChanged={(changed) =>
            setMade((before) =>
              before.flatMap((one) => (one.id !== key.id ? [one] : changed ? [{ ...one, ...changed }] : [])),
            )
          }
        />
      ))}
    </Rows>
  );
  return (
    <Stack>
      <NewKey
        organization={id}
        limitsNoKey={unlisted || (!!keys?.length && keys.every(({ scopes }) => scopes == null))}
        onMade={(key) => setMade((before) => [...before, key])}
      />
      <Card
        title={m.organization_keys()}
        flush
        note={unlisted || !keys ? undefined : <ExplainedBasis basis="SERVER" />}
      >
        {unlisted && (
          <Padded>
            <Note role="status">{m.organization_keys_unlisted()}</Note>
          </Padded>
        )}
        {unlisted ? (
          staying.rows.length > 0 && rows
        ) : (
          <QueryView
            query={read}
            what={m.organization_what_keys()}
            loading={<LoadingRows kind="list" count={3} rowHeight={phone ? 165 : 91} lines={3} />}
            partial={(list) =>
              list?.complete === false && (
                <Padded>
                  <Note role="status">{m.common_list_partial()}</Note>
                </Padded>
              )
            }
            isEmpty={() => staying.rows.length === 0}
            empty={
              <EmptyState
                icon={<KeyIcon aria-hidden="true" />}
                title={m.organization_keys_none()}
                text={m.organization_keys_none_text()}
              />
            }
          >
            {() => rows}
          </QueryView>
        )}
      </Card>
    </Stack>
  );
}

const none: readonly ApiKey[] = [];

const newestFirst = (a: ApiKey, b: ApiKey): number => (b.createdAt ?? '').localeCompare(a.createdAt ?? '');
