import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { readHashes } from './read-hashes.ts';

/** Bad lines that are named; the rest are counted. */
const named = 3;

const Written = z.object({ text: z.string().check(z.refine((text) => readHashes(text).hashes.length > 0)) });

/** Hashes as text, one per line; what is no hash is said by its line. */
export function PasteHashes({
  onHashes,
  onClose,
}: {
  onHashes: (hashes: readonly string[]) => void;
  onClose: () => void;
}) {
  const format = useFormat();
  const form = useId();
  const { register, control, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { text: '' },
  });
  useEffect(() => {
    // The dialog, once open, would begin at its cross.
    setFocus('text');
  }, [setFocus]);
  const { hashes, bad, repeated } = readHashes(useWatch({ control, name: 'text' }));
  const lines = [
    ...bad
      .slice(0, named)
      .map(({ line, text: found }) =>
        m.verify_paste_bad_line({ line: format.number(line), text: found.slice(0, 24) }),
      ),
    ...(bad.length > named ? [m.verify_paste_bad_more({ count: format.number(bad.length - named) })] : []),
  ];
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={m.verify_paste_title()}
      actions={
        <>
          <Button variant="contained" type="submit" form={form}>
            {hashes.length === 0 ? m.verify_paste_add_none() : m.verify_paste_add({ count: hashes.length })}
          </Button>
          <Button variant="text" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) =>
          void handleSubmit(({ text }) => {
            onHashes(readHashes(text).hashes);
            onClose();
          })(event)
        }
      >
        <TextArea
          label={m.verify_paste_label()}
          help={[m.verify_paste_help(), repeated > 0 && m.verify_paste_repeated({ count: repeated })]
            .filter(Boolean)
            .join(' ')}
          error={
            bad.length > 0
              ? m.verify_paste_bad({ count: bad.length, lines: lines.join(', ') })
              : formState.errors.text && m.verify_paste_none()
          }
          rows={10}
          spellCheck={false}
          {...register('text')}
        />
      </form>
    </Dialog>
  );
}
