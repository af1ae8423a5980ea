import { useNavigate } from 'react-router-dom';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useFormat } from '#ui/use-format.ts';
import { handOver } from '#widgets/handover.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';

/** What to do with a file that was dropped anywhere. */
export function DropDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const navigate = useNavigate();
  const format = useFormat();
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.shell_drop_question({ name: file.name })}
      actions={
        <>
          <Button
            variant="contained"
            onClick={() => {
              handOver(file);
              onClose();
              void navigate(paths.newRequest);
            }}
          >
            {m.shell_drop_send()}
          </Button>
          <Button variant="text" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      <p>{m.shell_drop_text({ size: format.bytes(file.size) })}</p>
    </Dialog>
  );
}
