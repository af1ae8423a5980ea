import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { useSnack } from '../overlays/snackbar.tsx';

/** Copies what to report of a failure, as it is. */
export function CopyDetails({ details }: { details: string }) {
  const snack = useSnack();
  const copy = () => {
    navigator.clipboard.writeText(details).then(
      () => {
        snack({ text: m.common_copied() });
      },
      () => {
        snack({ text: m.common_copy_refused() });
      },
    );
  };
  return (
    <Button variant="text" onClick={copy}>
      {m.common_copy_details()}
    </Button>
  );
}
