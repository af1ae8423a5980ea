import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import { styled } from '@mui/material/styles';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { ink, media } from '#ui/theme/tokens.ts';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { m } from '#i18n/messages.ts';

const Root = styled('nav')({
  display: 'flex',
  flex: 'none',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '4px 14px',
  minHeight: 46,
  padding: '5px var(--pager-padding, var(--page-padding))',
  borderTop: `1px solid ${ink.line}`,
  background: ink.surface,
  color: ink.text2,
  fontSize: 13,
  lineHeight: '18px',
  '& > .place': { marginRight: 'auto' },
  '& > .steps': { display: 'flex', alignItems: 'center', gap: 4 },
  '& > .size': { display: 'flex', alignItems: 'center', gap: 8 },
  '& > .size select': { minWidth: 64 },
  [media.phone]: { '& > .size': { display: 'none' } },
});

/** A list page by page: where one is, the way back and on, and how long a page is. */
export function Pager({
  label,
  place,
  onBack,
  onNext,
  size,
  sizes,
  onSize,
}: {
  /** Of what: «Páginas del directorio». */
  label: string;
  /** Which rows these are, and of how many. */
  place: string;
  /** Absent: there is no page before. */
  onBack: (() => void) | undefined;
  onNext: (() => void) | undefined;
  size: string;
  sizes: readonly string[];
  onSize: (size: string) => void;
}) {
  return (
    <Root aria-label={label}>
      <span className="place" role="status">
        {place}
      </span>
      <span className="size">
        <span aria-hidden="true">{m.directory_page_size()}</span>
        <SelectInput
          bar
          hideLabel
          label={m.directory_page_size()}
          value={size}
          options={sizes.map((value) => ({ value, label: value }))}
          onChange={(event) => onSize(event.target.value)}
        />
      </span>
      <span className="steps">
        <IconButton
          outlined
          label={m.directory_page_back()}
          icon={<BackIcon aria-hidden="true" />}
          disabled={!onBack}
          onClick={onBack}
        />
        <IconButton
          outlined
          label={m.directory_page_next()}
          icon={<NextIcon aria-hidden="true" />}
          disabled={!onNext}
          onClick={onNext}
        />
      </span>
    </Root>
  );
}
