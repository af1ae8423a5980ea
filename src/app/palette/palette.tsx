import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import AddIcon from '@mui/icons-material/Add';
import BulkIcon from '@mui/icons-material/LibraryAddOutlined';
import AgainIcon from '@mui/icons-material/Refresh';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import SearchIcon from '@mui/icons-material/Search';
import VerifyIcon from '@mui/icons-material/FactCheckOutlined';
import { useHost } from '#api/session-context.tsx';
import type { NavGroups } from '#ui/frame/navigation.ts';
import { ink, media, type } from '#ui/ink.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { paths, safeTarget } from '#widgets/paths.ts';
import { m } from '#words/words.ts';
import type { Choice, ChoiceGroup } from './choice.ts';
import { mentions, recognise, type Recognised } from './recognise.ts';
import { useResults } from './use-results.tsx';

const Root = styled('dialog')({
  width: 600,
  maxWidth: 'calc(100vw - 32px)',
  maxHeight: 'min(560px, calc(100vh - 96px))',
  margin: '10vh auto auto',
  padding: 0,
  overflow: 'hidden',
  border: `1px solid ${ink.line2}`,
  borderRadius: 10,
  background: ink.surface,
  color: ink.text,
  boxShadow: ink.shadow,
  '&[open]': { display: 'flex', flexDirection: 'column' },
  '&::backdrop': { background: 'rgb(0 0 0 / .32)' },
  '& > .field': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    padding: '0 18px',
    borderBottom: `1px solid ${ink.line}`,
    '& svg': { flex: 'none', fontSize: 20, color: ink.text2 },
    '& input': {
      flex: 1,
      minWidth: 0,
      height: 52,
      padding: 0,
      border: 0,
      outline: 'none',
      background: 'none',
      fontSize: 16,
    },
  },
  '& > .said': {
    ...type.caption,
    padding: '8px 18px',
    borderBottom: `1px solid ${ink.line}`,
    background: ink.sunken,
    color: ink.text2,
  },
  '& > .list': { overflowY: 'auto', padding: '4px 8px 10px' },
  '& .group': { ...type.caption, padding: '10px 10px 4px', color: ink.text3, fontWeight: 500 },
  '& [role="option"]': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 36,
    padding: '6px 10px',
    borderRadius: 6,
    ...type.body,
    cursor: 'pointer',
    '& svg': { flex: 'none', fontSize: 18, color: ink.text2 },
    '& > .label': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    '& > .detail': { ...type.caption, color: ink.text2, textAlign: 'right' },
    '&[aria-selected="true"]': { background: ink.accentTint, boxShadow: `inset 2px 0 ${ink.accent}` },
  },
  '& .nothing': { ...type.body, padding: '18px 10px', color: ink.text2 },
  [media.phone]: {
    width: '100%',
    margin: '8px auto auto',
    maxWidth: 'calc(100vw - 16px)',
    maxHeight: 'calc(100vh - 16px)',
    '& [role="option"]': { minHeight: 44 },
  },
});

/** Every place, every action, and whatever is pasted: one field, opened with Ctrl or ⌘ K. */
export function Palette({
  groups,
  onClose,
  onHelp,
}: {
  groups: NavGroups;
  onClose: () => void;
  onHelp: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const { origin } = useHost();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const what = useMemo(() => recognise(typed, origin), [typed, origin]);
  const results = useResults(what);

  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  const shown: ChoiceGroup[] = [
    {
      title: m.shell_palette_results(),
      choices: [...placeChoice(what), ...results.choices, ...retryChoice(results), ...verifyChoice(what)],
    },
    { title: m.shell_palette_places(), choices: placesOf(groups) },
    { title: m.shell_palette_actions(), choices: actionsOf(onHelp) },
  ].map((group, index) =>
    index === 0 ? group : { ...group, choices: group.choices.filter(({ label }) => mentions(label, typed)) },
  );
  const choices = shown.flatMap((group) => group.choices);
  const current = choices[Math.min(at, choices.length - 1)];
  const choose = (choice: Choice) => {
    if (!choice.stays) onClose();
    if (choice.to !== undefined) void navigate(choice.to);
    choice.onSelect?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = choices.length;
    const index = current ? choices.indexOf(current) : 0;
    const to = { ArrowDown: index + 1, ArrowUp: index - 1 }[event.key];
    if (to !== undefined && count > 0) {
      event.preventDefault();
      setAt((to + count) % count);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      choose(current);
    }
  };
  const optionId = (choice: Choice) => `${listId}-${choice.id}`;
  const said = sentenceFor(what, results.looking, results.choices.length, results.failure);
  return (
    <Root
      ref={dialog}
      aria-label={m.shell_palette_title()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="field">
        <SearchIcon aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label={m.shell_palette_placeholder()}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={m.shell_palette_placeholder()}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {said && <div className="said">{said}</div>}
      <VisuallyHidden role="status">
        {said ?? m.shell_palette_count({ count: choices.length })}
      </VisuallyHidden>
      <div
        className="list"
        role="listbox"
        id={listId}
        aria-busy={results.looking}
        aria-label={m.shell_palette_title()}
      >
        {shown
          .filter((group) => group.choices.length > 0)
          .map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <div className="group" aria-hidden="true">
                {group.title}
              </div>
              {group.choices.map((choice) => (
                <Option
                  key={choice.id}
                  id={optionId(choice)}
                  choice={choice}
                  selected={choice.id === current?.id}
                  onChoose={choose}
                  onPoint={() => {
                    setAt(choices.indexOf(choice));
                  }}
                />
              ))}
            </div>
          ))}
        {choices.length === 0 && !said && <div className="nothing">{m.shell_palette_nothing()}</div>}
      </div>
    </Root>
  );
}

function Option({
  id,
  choice,
  selected,
  onChoose,
  onPoint,
}: {
  id: string;
  choice: Choice;
  selected: boolean;
  onChoose: (choice: Choice) => void;
  onPoint: () => void;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) element.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/interactive-supports-focus -- the keys are the field's: an option of a combobox never has the focus itself
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={selected}
      onPointerMove={onPoint}
      onClick={() => {
        onChoose(choice);
      }}
    >
      {choice.icon}
      <span className="label">{choice.label}</span>
      {choice.detail !== undefined && <span className="detail">{choice.detail}</span>}
    </div>
  );
}

function placesOf(groups: NavGroups): Choice[] {
  return groups.flat().map(({ id, label, icon, to }) => ({ id, label, icon, to }));
}

function actionsOf(onHelp: () => void): Choice[] {
  return [
    { id: 'new', label: m.shell_new_request(), icon: <AddIcon />, to: paths.newRequest },
    { id: 'bulk', label: m.bulk_title(), icon: <BulkIcon />, to: paths.bulk },
    { id: 'keys', label: m.shell_shortcuts(), icon: <KeyboardIcon />, onSelect: onHelp },
  ];
}

/** A hash can be verified whether or not the service knows it. */
function verifyChoice({ kind, value }: Recognised): Choice[] {
  if (kind !== 'hash' && kind !== 'transaction') return [];
  return [
    {
      id: 'verify-hash',
      label: m.verify_palette_hash(),
      icon: <VerifyIcon />,
      to: paths.verify,
      onSelect: () => {
        void import('#features/verify/load-verification.ts').then(async ({ loadVerification }) => {
          (await loadVerification()).addHashes([value.replace(/^0x/, '')]);
        });
      },
    },
  ];
}

function placeChoice(what: Recognised): Choice[] {
  if (what.kind !== 'place') return [];
  const to = safeTarget(what.value);
  return [{ id: 'place', label: m.shell_palette_go_to({ place: to }), icon: <LinkIcon />, to }];
}

function retryChoice({ failure, retry }: ReturnType<typeof useResults>): Choice[] {
  if (failure == null) return [];
  return [{ id: 'again', label: m.common_retry(), icon: <AgainIcon />, onSelect: retry, stays: true }];
}

/** What the pasted text is, and how the looking for it stands. */
function sentenceFor(
  what: Recognised,
  looking: boolean,
  found: number,
  failure: unknown,
): string | undefined {
  const failed = failure != null && describeFailure(failure).text;
  if (what.kind === 'text') return failed && found === 0 ? failed : undefined;
  const is = kindWords(what.kind);
  if (what.kind === 'md5' || what.kind === 'place') return is;
  if (looking) return `${is} ${m.shell_palette_looking()}`;
  if (found > 0) return is;
  return `${is} ${failed || m.shell_palette_not_here()}`;
}

function kindWords(kind: Exclude<Recognised['kind'], 'text'>): string {
  switch (kind) {
    case 'id':
      return m.shell_palette_is_id();
    case 'hash':
      return m.shell_palette_is_hash();
    case 'transaction':
      return m.shell_palette_is_transaction();
    case 'address':
      return m.shell_palette_is_address();
    case 'event':
      return m.shell_palette_is_event();
    case 'md5':
      return m.shell_palette_is_md5();
    case 'place':
      return m.shell_palette_is_place();
  }
}
