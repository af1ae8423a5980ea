import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import AddIcon from '@mui/icons-material/Add';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { usePhone } from '../hooks/use-media-query.ts';
import { ink, media, type } from '../theme/tokens.ts';

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  padding: '28px 20px',
  border: `1.5px dashed ${ink.control}`,
  borderRadius: 8,
  background: ink.surface,
  color: ink.text2,
  textAlign: 'center',
  transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
  '& > svg': { fontSize: 28, color: ink.accent },
  '& > .title': { ...type.section, marginTop: 4, color: ink.text },
  '& > .text': { ...type.table, fontSize: 13.5, lineHeight: '19px', maxWidth: 420 },
  '& > .actions': { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8, marginTop: 10 },
  '&[data-over]': { borderColor: ink.accent, borderStyle: 'solid', background: ink.accentTint },
  '&[data-small]': { flexDirection: 'row', gap: 12, padding: '12px 14px', textAlign: 'left' },
  '&[data-small] > .title': { ...type.body, margin: 0, flex: 1 },
  '&[data-small] > .text': { display: 'none' },
  '&[data-small] > .actions': { margin: 0 },
  [media.phone]: { padding: '22px 16px' },
});

export interface DropZoneProps {
  title: ReactNode;
  /** What stands in place of the title on a phone, where nothing can be dropped. */
  titleOnPhone?: ReactNode;
  text?: ReactNode;
  /** As the `accept` of a file input: `.pdf,.txt,.json,application/pdf`. */
  accept?: string | undefined;
  multiple?: boolean | undefined;
  onFiles: (files: File[]) => void;
  /** Takes a drop whole, with the folders in it, in place of its files alone. */
  onDropped?: ((data: DataTransfer) => void) | undefined;
  /** The words of the button; by default «Elegir archivo». */
  choose?: string | undefined;
  /** More ways, beside the button. */
  actions?: ReactNode;
  /** The one main action of its page. */
  primary?: boolean | undefined;
  small?: boolean | undefined;
}

/** Where files are dropped, or chosen with a button: the same thing by keyboard. */
export function DropZone({
  title: titleWithPointer,
  titleOnPhone,
  text,
  accept,
  multiple,
  onFiles,
  onDropped,
  choose,
  actions,
  primary = true,
  small,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const phone = usePhone();
  const title = (phone && titleOnPhone) || titleWithPointer;
  const { over, ...drag } = useFileDrop((files) => {
    onFiles(multiple ? files : files.slice(0, 1));
  }, onDropped);
  return (
    <Root data-over={over || undefined} data-small={small || undefined} {...drag}>
      <UploadIcon aria-hidden="true" />
      <p className="title">{over ? m.common_drop_now() : title}</p>
      {text ? <p className="text">{text}</p> : null}
      <div className="actions">
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          multiple={multiple}
          aria-label={choose ?? m.common_choose_file()}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // The same file can be chosen again after it was removed.
            event.target.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
        <Button
          variant={primary ? 'contained' : 'outlined'}
          icon={<AddIcon />}
          onClick={() => input.current?.click()}
        >
          {choose ?? m.common_choose_file()}
        </Button>
        {actions}
      </div>
    </Root>
  );
}

/** Drag handlers for an element that takes files, and whether some are over it. Nested elements do not flicker. */
export function useFileDrop(onFiles: (files: File[]) => void, onDropped?: (data: DataTransfer) => void) {
  const [depth, setDepth] = useState(0);
  const withFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    over: depth > 0,
    onDragEnter: (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      setDepth((before) => before + 1);
    },
    onDragOver: (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDragLeave: (event: DragEvent) => {
      if (withFiles(event)) setDepth((before) => Math.max(0, before - 1));
    },
    onDrop: (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setDepth(0);
      if (onDropped) {
        onDropped(event.dataTransfer);
        return;
      }
      const files = [...event.dataTransfer.files];
      if (files.length > 0) onFiles(files);
    },
  };
}
