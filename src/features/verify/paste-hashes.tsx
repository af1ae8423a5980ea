import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { useFormat } from '#ui/use-format.ts';
import { m } from '#words/words.ts';
import { readHashes } from './read-hashes.ts';

/** Bad lines that are named; the rest are counted. */
const named = 3;

/** Hashes as text, one per line; what is no hash is said by its line. */
export function PasteHashes({
  onHashes,
  onClose,
}: {
  onHashes: (hashes: readonly string[]) => void;
  onClose: () => void;
}) {
  const format = useFormat();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The dialog, once open, would begin at its cross.
    field.current?.focus();
  }, []);
  const { hashes, bad, repeated } = readHashes(text);
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
          <Button
            variant="contained"
            disabled={hashes.length === 0}
            onClick={() => {
              onHashes(hashes);
              onClose();
            }}
          >
            {hashes.length === 0 ? m.verify_paste_add_none() : m.verify_paste_add({ count: hashes.length })}
          </Button>
          <Button variant="text" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      <TextArea
        label={m.verify_paste_label()}
        help={[m.verify_paste_help(), repeated > 0 && m.verify_paste_repeated({ count: repeated })]
          .filter(Boolean)
          .join(' ')}
        error={
          bad.length > 0 ? m.verify_paste_bad({ count: bad.length, lines: lines.join(', ') }) : undefined
        }
        value={text}
        rows={10}
        spellCheck={false}
        ref={field}
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
      />
    </Dialog>
  );
}
