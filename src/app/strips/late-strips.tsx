import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import RuleIcon from '@mui/icons-material/RuleOutlined';
import { pulse } from '#client/families/pulse.ts';
import { leftOut } from '#client/answers/left-out.ts';
import { useConnection, useOrganizationFilter, useSession } from '#client/session/session-context.tsx';
import { Link } from '#ui/actions/link.tsx';
import { OfflineStrip, Strip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { paths } from '#widgets/paths.ts';
import { useOnline } from '#widgets/query/use-online.ts';
import { m } from '#i18n/messages.ts';
import { NewBuild } from './new-build.tsx';

const KeyPromptAbove = lazy(async () => ({
  default: (await import('../key-prompt/key-prompt-above.tsx')).KeyPromptAbove,
}));

/** What may come to be said across a page and is not when it opens; fetched behind it. */
export function LateStrips() {
  const { keyRefused } = useSession();
  const { client } = useConnection();
  const online = useOnline();
  // What is on screen is as old as the last answer; the shell asks often.
  const mine = useOrganizationFilter();
  const { dataUpdatedAt } = useQuery(pulse(client).read(mine));
  useSweeping();
  return (
    <>
      {!online && <OfflineStrip savedAt={dataUpdatedAt} />}
      <LeftOutStrip />
      <NewBuild />
      {keyRefused && (
        <Suspense fallback={null}>
          <KeyPromptAbove />
        </Suspense>
      )}
    </>
  );
}

/** Milliseconds after which what a crash left of files is swept: nobody waits for it. */
const sweepAfter = 15_000;

/** Removes files that nothing here needs any more. */
function useSweeping(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void import('#jobs/store/stored-files.ts')
        .then(({ sweepFiles }) => sweepFiles())
        // Storage may be closed: then nothing is left over in it.
        .catch(() => undefined);
    }, sweepAfter);
    return () => clearTimeout(timer);
  }, []);
}

const shownFields = 3;

/** What of the answers could not be read: the page leaves it out, and says so. */
function LeftOutStrip() {
  const { client } = useConnection();
  const { scope } = client;
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const format = useFormat();
  const left = useSyncExternalStore(leftOut.subscribe, () => leftOut.of(scope));
  const at = useRef(pathname);
  useEffect(() => {
    if (at.current === pathname) return;
    at.current = pathname;
    // What the page that was left could not show is not the new one's; that reads anew.
    leftOut.forget(scope);
  }, [pathname, scope]);
  const fields = [...new Set(Object.values(left).flatMap((all) => all.map(lastPart)))];
  if (fields.length === 0) return null;
  const shown = fields.slice(0, shownFields);
  const more = fields.length - shown.length;
  return (
    <Strip
      icon={<RuleIcon aria-hidden="true" />}
      tone="warn"
      action={{
        label: m.errors_left_out_again(),
        onSelect: () => {
          leftOut.forget(scope);
          void queries.refetchQueries({ type: 'active' });
        },
      }}
    >
      {m.errors_left_out({
        fields: format.list(more > 0 ? [...shown, m.errors_left_out_more({ count: more })] : shown),
      })}{' '}
      <Link to={paths.drift}>{m.errors_left_out_see()}</Link>
    </Strip>
  );
}

/** The name of a field without where it stands: the page of differences says that. */
const lastPart = (field: string): string => field.replaceAll('[]', '').split('.').at(-1) ?? field;
