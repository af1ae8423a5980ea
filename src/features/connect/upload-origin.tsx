import { useQuery } from '@tanstack/react-query';
import { uploadOrigin } from '#client/files/upload-origin.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { m } from '#i18n/messages.ts';
import { SettingLine } from './connect-failure.tsx';

/** Says at connecting what an upload would only say once a document is to be sent. */
export function UploadOrigin() {
  const { session, fetch: fetcher, origin } = useHost();
  const { connection } = useSession();
  const client = session.client();
  const read = useQuery({
    ...uploadOrigin(client, fetcher, { page: origin, baseUrl: connection?.baseUrl ?? origin }),
    enabled: client !== undefined,
  });
  if (!read.data) return null;
  const { host, origin: place } = read.data;
  if (read.data.state === 'not-secure')
    return <WarningStrip>{m.connect_uploads_not_secure({ host })}</WarningStrip>;
  if (read.data.state !== 'blocked') return null;
  return (
    <WarningStrip>
      {m.connect_uploads_blocked({ host })}
      <SettingLine setting={`TESTIGO_CONNECT=${place}`} />
      {m.connect_blocked_then()}
    </WarningStrip>
  );
}
