import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import AddIcon from '@mui/icons-material/Add';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Button } from '#ui/actions/button.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { m } from '#i18n/messages.ts';
import { readChosen, readDrop } from './read-drop.ts';
import type { Verification } from '../run/verification.ts';
import css from './verify-drop.module.css';

const PasteHashes = lazy(async () => ({ default: (await import('./paste-hashes.tsx')).PasteHashes }));

/** Where things are given: by dropping them anywhere on the page, by choosing them, by pasting hashes. */
export function VerifyDrop({
  give,
  alone = false,
}: {
  give: (what: (verification: Verification) => void) => void;
  /** Nothing was given yet: it is what the page is. */
  alone?: boolean;
}) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const over = useDropAnywhere(give);
  const phone = usePhone();
  const title = phone ? m.verify_drop_title_phone() : m.verify_drop_title();
  const Title = alone ? 'h1' : 'h2';
  const take = (input: HTMLInputElement) => {
    const chosen = readChosen(input.files ?? []);
    give((verification) => {
      verification.addFiles(chosen);
    });
    // The same can be chosen again.
    input.value = '';
  };
  return (
    <section
      className={css.root}
      data-over={over || undefined}
      data-small={alone ? undefined : ''}
      data-alone={alone ? '' : undefined}
      aria-label={title}
    >
      <UploadIcon aria-hidden="true" />
      <div className={css.words}>
        <Title>{over ? m.verify_drop_now() : title}</Title>
        <p>{phone ? m.verify_drop_text_phone() : m.verify_drop_text()}</p>
      </div>
      <div className={css.actions}>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label={m.verify_choose_files()}
          onChange={(event) => {
            take(event.currentTarget);
          }}
        />
        <input
          ref={folder}
          type="file"
          hidden
          aria-label={m.verify_choose_folder()}
          {...{ webkitdirectory: '' }}
          onChange={(event) => {
            take(event.currentTarget);
          }}
        />
        <Button variant="contained" icon={<AddIcon />} onClick={() => files.current?.click()}>
          {m.verify_choose_files()}
        </Button>
        <Button className={css.folder} onClick={() => folder.current?.click()}>
          {m.verify_choose_folder()}
        </Button>
        <Button
          onClick={() => {
            setPasting(true);
          }}
        >
          {m.verify_paste()}
        </Button>
      </div>
      {pasting && (
        <Suspense fallback={null}>
          <PasteHashes
            onClose={() => {
              setPasting(false);
            }}
            onHashes={(hashes) => {
              give((verification) => {
                verification.addHashes(hashes);
              });
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The whole page takes what is dropped. @returns whether something is over it */
function useDropAnywhere(give: (what: (verification: Verification) => void) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(give);
  useEffect(() => {
    latest.current = give;
  });
  useEffect(() => {
    const reading = new AbortController();
    let depth = 0;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const allow = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      const take: Parameters<typeof readDrop>[1] = (found, refused) => {
        latest.current((verification) => {
          verification.addFiles(found, refused);
        });
      };
      void readDrop(event.dataTransfer, take, reading.signal);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      // A folder that is being opened is opened to its end: its files were given.
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
}
