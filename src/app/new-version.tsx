import { useEffect, useSyncExternalStore } from 'react';
import UpdateIcon from '@mui/icons-material/UpdateOutlined';
import { Strip } from '#ui/strips.tsx';
import { m } from '#words/words.ts';
import { keepForOffline, newerVersion } from './offline.ts';

/** Keeps the page for when there is no network, and says when a newer build is ready. */
export function NewVersion() {
  useEffect(keepForOffline, []);
  const isWaiting = useSyncExternalStore(newerVersion.subscribe, newerVersion.isWaiting);
  if (!isWaiting) return <div />;
  return (
    <Strip
      icon={<UpdateIcon aria-hidden="true" />}
      action={{
        label: m.verify_new_version_now(),
        onSelect: () => {
          window.location.reload();
        },
      }}
    >
      {m.verify_new_version()}
    </Strip>
  );
}
