import { useQuery } from '@tanstack/react-query';
import SearchIcon from '@mui/icons-material/Search';
import { styled } from '@mui/material/styles';
import {
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { subjects } from '#api/families/subjects.ts';
import { useClient } from '#api/session-context.tsx';
import type { Subject } from '#contract/resources.ts';
import { ink, mono } from '#ui/ink.ts';
import { TextInput } from '#ui/text-input.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { visibleName } from '#ui/visible-text.ts';
import { m } from '#words/words.ts';
import { describeFailure } from './failure.ts';

const Root = styled('div')({ position: 'relative' });

const Options = styled('ul')({
  position: 'absolute',
  zIndex: 10,
  top: 'calc(100% + 4px)',
  left: 0,
  right: 0,
  maxHeight: 320,
  margin: 0,
  padding: 4,
  overflow: 'auto',
  border: `1px solid ${ink.line2}`,
  borderRadius: 8,
  background: ink.surface,
  boxShadow: ink.shadow,
  listStyle: 'none',
  '& > li': { padding: '6px 10px', borderRadius: 6, cursor: 'pointer', fontSize: 13, lineHeight: '18px' },
  '& > li[aria-selected="true"]': { background: ink.accentTint },
  '& > li[aria-disabled="true"]': { color: ink.text3, cursor: 'default' },
  '& .name': { fontWeight: 500 },
  '& .code': { fontFamily: mono, fontSize: 12, lineHeight: '16px', color: ink.text2 },
  '& > .note': { cursor: 'default', color: ink.text2 },
});

/** Waits until typing pauses, so that a name is one question and not one a letter. */
function usePaused(value: string, milliseconds: number): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return paused;
}

/**
 * Finds people in the directory by what is typed and hands over the one that is chosen. A combobox: arrows
 * move, Enter chooses, Esc closes.
 */
export function SubjectPicker({
  label,
  onPick,
  picked = [],
  facts,
}: {
  label?: string | undefined;
  onPick: (subject: Subject) => void;
  /** Ids that are chosen already: shown, not chosen twice. */
  picked?: readonly string[] | undefined;
  /** What is to be known before choosing: link and certificate. */
  facts?: ((subject: Subject) => ReactNode) | undefined;
}) {
  const client = useClient();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const asked = useDeferredValue(usePaused(typed.trim(), 180));
  const found = useQuery({ ...subjects(client).find(asked), enabled: open });
  // Answers to an earlier question are not shown as if they were to this one: Enter would choose a stranger.
  const isCurrent = asked === typed.trim() && !found.isPlaceholderData;
  const options = isCurrent ? (found.data ?? []) : [];
  const isPicked = (subject: Subject): boolean => !!subject.id && picked.includes(subject.id);
  const current = Math.min(active, Math.max(0, options.length - 1));
  const searching = open && !isCurrent;
  const shown = open && (searching || found.data !== undefined || found.isError);

  const pick = (subject: Subject | undefined): void => {
    if (!subject || isPicked(subject)) return;
    onPick(subject);
    setTyped('');
    setActive(0);
    setOpen(false);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setOpen(true);
      setActive((current + step + options.length) % Math.max(1, options.length));
    } else if (event.key === 'Enter' && shown) {
      event.preventDefault();
      pick(options[current]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <Root
      ref={root}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <TextInput
        label={label ?? m.directory_find_label()}
        hideLabel={label === undefined}
        placeholder={m.directory_find()}
        start={<SearchIcon aria-hidden="true" />}
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-options`}
        aria-autocomplete="list"
        aria-activedescendant={shown && options.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        value={typed}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">
        {shown && !searching && !found.isError ? m.directory_find_results({ count: options.length }) : ''}
      </VisuallyHidden>
      {shown && (
        <Options id={`${id}-options`} role="listbox" aria-label={label ?? m.directory_find_label()}>
          {found.isError && isCurrent ? (
            <li className="note" role="presentation">
              {m.directory_find_failed()}. {describeFailure(found.error).text}
            </li>
          ) : (
            options.map((subject, index) => (
              // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events -- the combobox has the focus and the keys: options are reached by arrows, not by Tab
              <li
                key={subject.id ?? index}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === current}
                aria-disabled={isPicked(subject) || undefined}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(subject)}
                onPointerMove={() => setActive(index)}
              >
                <div className="name">
                  {visibleName(subject.commonName) ?? m.directory_unnamed()}
                  {isPicked(subject) && ` (${m.directory_already_added()})`}
                </div>
                <div className="code">{[subject.RFC, subject.serialNumber].filter(Boolean).join('  ')}</div>
                {facts?.(subject)}
              </li>
            ))
          )}
          {!found.isError && options.length === 0 && (
            <li className="note" role="presentation">
              {searching ? m.directory_find_searching() : m.directory_find_none({ typed: asked })}
            </li>
          )}
        </Options>
      )}
    </Root>
  );
}
