import WifiOffIcon from '@mui/icons-material/WifiOffOutlined';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#client/http/errors.ts';
import { pulse } from '#client/families/pulse.ts';
import { useConnection, useOrganizationFilter } from '#client/session/session-context.tsx';
import type { Connection } from '#client/session/connection.ts';
import { useOnline } from '#widgets/query/use-online.ts';
import { m } from '#i18n/messages.ts';
import css from './connection-line.module.css';

/** Which service, whether it answers and how fast. It shares the navigation's query. */
export function ConnectionLine() {
  const { client, connection } = useConnection();
  const online = useOnline();
  const mine = useOrganizationFilter();
  const { data, error } = useQuery(pulse(client).read(mine));
  // A refused key or a refusal is an answer: only silence is none.
  const silent = error instanceof ApiError && ['unreachable', 'timeout', 'unavailable'].includes(error.kind);
  const state = !online
    ? m.shell_offline()
    : silent
      ? m.shell_disconnected()
      : data
        ? m.shell_connected({ ms: data.milliseconds })
        : m.shell_connecting();
  return <ConnectionMark name={serviceName(connection)} state={state} online={online && !silent} />;
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

/** Which service this is, and whether it answers. */
function ConnectionMark({ name, state, online }: { name: string; state: string; online: boolean }) {
  return (
    <div className={css.markRoot}>
      {online ? <span className={css.dot} aria-hidden="true" /> : <WifiOffIcon aria-hidden="true" />}
      <div className={css.words}>
        <div className={css.name}>{name}</div>
        <div className={css.state} role="status">
          {state}
        </div>
      </div>
    </div>
  );
}
