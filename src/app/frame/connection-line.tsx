import WifiOffIcon from '@mui/icons-material/WifiOffOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import { ApiError } from '#client/http/errors.ts';
import { pulse } from '#client/families/pulse.ts';
import { hasFailingReads } from '#client/queries/failing-reads.ts';
import {
  useConnection,
  useHost,
  useOrganizationFilter,
  useSession,
} from '#client/session/session-context.tsx';
import type { Connection } from '#client/session/connection.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { useOnline } from '#widgets/query/use-online.ts';
import { m } from '#i18n/messages.ts';
import css from './connection-line.module.css';

/** Which service, whether it answers, how fast, and whether reads of it fail. It shares the navigation's query. */
export function ConnectionLine() {
  const { client, connection } = useConnection();
  const online = useOnline();
  const format = useFormat();
  const mine = useOrganizationFilter();
  const { data, error } = useQuery(pulse(client).read(mine));
  // A refused key or a refusal is an answer: only silence is none.
  const silent = error instanceof ApiError && ['unreachable', 'timeout', 'unavailable'].includes(error.kind);
  const { keyRefused } = useSession();
  const { origin } = useHost();
  // The simulator is a part of the service that serves this page.
  const failing = useHasFailingReads(connection.id === 'embedded' ? [client.scope, origin] : [client.scope]);
  const [icon, state] = !online
    ? [<WifiOffIcon key="off" aria-hidden="true" />, m.shell_offline()]
    : silent
      ? [<WifiOffIcon key="off" aria-hidden="true" />, m.shell_disconnected()]
      : keyRefused || failing
        ? [
            <WarningIcon key="failing" aria-hidden="true" />,
            keyRefused ? m.shell_key_refused() : m.shell_failing(),
          ]
        : [
            <span key="dot" className={css.dot} aria-hidden="true" />,
            data
              ? m.shell_connected({ ms: data.milliseconds < 1 ? '< 1' : format.number(data.milliseconds) })
              : m.shell_connecting(),
          ];
  return <ConnectionMark name={serviceName(connection)} icon={icon} state={state} />;
}

function useHasFailingReads(scopes: readonly string[]): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    // Not while another component renders, which makes its queries then.
    useCallback((listener) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]),
    () => hasFailingReads(cache, scopes),
  );
}

/** The service in a word; one of the user's own, and one behind the page's server, by its host. */
function serviceName({ id, baseUrl, upstream }: Connection): string {
  switch (id) {
    case 'embedded':
      return upstream ?? m.shell_service_embedded();
    case 'staging':
      return m.shell_service_staging();
    case 'production':
      return m.shell_service_production();
    case 'own':
      return new URL(baseUrl).host;
  }
}

/** Which service this is, and how it stands: by shape and word. */
function ConnectionMark({ name, icon, state }: { name: string; icon: ReactNode; state: string }) {
  return (
    <div className={css.markRoot}>
      {icon}
      <div className={css.words}>
        <div className={css.name}>{name}</div>
        <div className={css.state} role="status">
          {state}
        </div>
      </div>
    </div>
  );
}
