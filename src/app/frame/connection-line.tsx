import WifiOffIcon from '@mui/icons-material/WifiOffOutlined';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#client/http/errors.ts';
import { pulse } from '#client/families/pulse.ts';
import { useConnection, useOrganizationFilter } from '#client/session/session-context.tsx';
import type { Connection } from '#client/session/connection.ts';
import { useOnline } from '#widgets/use-online.ts';
import { ink, type } from '#ui/theme/tokens.ts';
import { m } from '#i18n/messages.ts';

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

const MarkRoot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  '& > .dot': { flex: 'none', width: 7, height: 7, borderRadius: 4, background: ink.accent },
  '& > svg': { flex: 'none', fontSize: 16, color: ink.indet },
  '& .name': { ...type.table, fontWeight: 550, overflowWrap: 'anywhere' },
  '& .state': { ...type.caption, color: ink.text2 },
  '[data-rail] &': { justifyContent: 'center', '& > .words': { display: 'none' } },
});

/** Which service this is, and whether it answers. */
function ConnectionMark({ name, state, online }: { name: string; state: string; online: boolean }) {
  return (
    <MarkRoot>
      {online ? <span className="dot" aria-hidden="true" /> : <WifiOffIcon aria-hidden="true" />}
      <div className="words">
        <div className="name">{name}</div>
        <div className="state" role="status">
          {state}
        </div>
      </div>
    </MarkRoot>
  );
}
