import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import css from './drop-anywhere.module.css';

const DropDialog = lazy(async () => ({ default: (await import('./drop-dialog.tsx')).DropDialog }));

/** A file dropped where no zone takes it is offered to be sent or verified, instead of being opened by the browser. */
export function DropAnywhere() {
  const { pathname } = useLocation();
  // There the whole page takes what is dropped.
  return pathname === paths.verify ? null : <Catching />;
}

function Catching() {
  const [over, setOver] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const end = () => {
      depth = 0;
      setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // A zone of the page that takes files marks the event as its own.
      if (event.defaultPrevented) return;
      event.preventDefault();
      setFiles([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', allow);
    // On the way down, because a zone stops the event on its way up.
    window.addEventListener('drop', end, true);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', end, true);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return (
    <>
      {over && (
        <div className={css.over} aria-hidden="true">
          {m.shell_drop_anywhere()}
        </div>
      )}
      {files.length > 0 && (
        <Suspense fallback={null}>
          <DropDialog
            files={files}
            onClose={() => {
              setFiles([]);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
