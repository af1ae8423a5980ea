import UpdateIcon from '@mui/icons-material/UpdateOutlined';
import { Strip } from '#ui/feedback/strips.tsx';
import { m } from '#i18n/messages.ts';

/** A newer build waits; the one in use stays until the page is loaded again. */
export function NewVersionStrip() {
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
