import { useNavigate } from 'react-router-dom';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { handOver } from '#widgets/files/handover.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';

/** What to do with files that were dropped anywhere: one can be sent, any number verified. */
export function DropDialog({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const navigate = useNavigate();
  const format = useFormat();
  const [file] = files;
  const size = files.reduce((sum, one) => sum + one.size, 0);
  const verify = async () => {
    const { loadVerification } = await import('#features/verify/run/load-verification.ts');
    (await loadVerification()).addFiles(files.map((one) => ({ name: one.name, file: one })));
    onClose();
    void navigate(paths.verify);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        file && files.length === 1
          ? m.shell_drop_question({ name: visibleName(file.name) ?? '' })
          : m.verify_drop_many({ count: files.length })
      }
      actions={
        <>
          {file && files.length === 1 && (
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
          )}
          <Button variant={files.length === 1 ? 'outlined' : 'contained'} onClick={() => void verify()}>
            {m.shell_drop_verify()}
          </Button>
          <Button variant="text" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      <p>{m.shell_drop_text({ count: files.length, size: format.bytes(size) })}</p>
    </Dialog>
  );
}
