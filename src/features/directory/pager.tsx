import type { ReactNode } from 'react';
import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { m } from '#i18n/messages.ts';
import css from './pager.module.css';

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
  place: ReactNode;
  /** Absent: there is no page before. */
  onBack: (() => void) | undefined;
  onNext: (() => void) | undefined;
  size: string;
  sizes: readonly string[];
  onSize: (size: string) => void;
}) {
  return (
    <nav className={css.root} aria-label={label}>
      <span className={css.place} role="status">
        {place}
      </span>
      <span className={css.size}>
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
      <span className={css.steps}>
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
    </nav>
  );
}
