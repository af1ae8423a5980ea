import { useRef } from 'react';
import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { m } from '#i18n/messages.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { Shortcut } from '../actions/shortcut.tsx';
import { TextInput } from './text-input.tsx';
import { useHotkeys } from '../hooks/use-hotkeys.ts';
import { useMediaQuery } from '../hooks/use-media-query.ts';

/** The search of a list: `/` goes to it, Esc empties it, then leaves it. */
export function SearchInput({
  label,
  placeholder,
  value,
  onChange,
  className,
  refused,
}: {
  label: string;
  placeholder?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
  /** Why nothing can be typed; what stands there can be emptied. */
  refused?: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const keyboard = useMediaQuery('(hover: hover)');
  useHotkeys({ '/': () => input.current?.focus() });
  return (
    <TextInput
      ref={input}
      type="search"
      label={label}
      hideLabel
      bar
      className={className}
      placeholder={placeholder ?? label}
      value={value}
      readOnly={refused !== undefined}
      title={refused}
      onChange={(event) => {
        onChange(event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        if (value) onChange('');
        else event.currentTarget.blur();
      }}
      start={<SearchIcon aria-hidden="true" />}
      end={
        value ? (
          <IconButton
            small
            label={m.common_clear()}
            icon={<CloseIcon />}
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          />
        ) : keyboard ? (
          <Shortcut keys={['/']} />
        ) : null
      }
    />
  );
}
