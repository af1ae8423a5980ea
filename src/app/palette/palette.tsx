import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import Autocomplete from '@mui/material/Autocomplete';
import Dialog from '@mui/material/Dialog';
import type { PopperProps } from '@mui/material/Popper';
import CloseIcon from '@mui/icons-material/Close';
import AgainIcon from '@mui/icons-material/Refresh';
import SearchIcon from '@mui/icons-material/Search';
import { currentTime } from '#clock/clock.ts';
import { useClient, useHost } from '#client/session/session-context.tsx';
import { drafts as draftsOf } from '#jobs/drafts/drafts.ts';
import type { NavGroups } from '../frame/navigation.ts';
import { useOrganizationItems } from '../frame/organization-switch.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { dayOf } from '#widgets/days.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { m } from '#i18n/messages.ts';
import type { Choice } from './choice.ts';
import {
  dayChoices,
  draftChoices,
  organizationChoices,
  placeChoice,
  prefixChoice,
  recentChoices,
  tokenChoices,
  verifyChoice,
} from './own-choices.tsx';
import { paletteStyle } from './palette-style.ts';
import { mentions, recognise, type Recognised } from './recognise.ts';
import { useActions } from './use-actions.tsx';
import { useResults } from './use-results.tsx';

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
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const what = useRecognised(typed);
  const recent = useRecentChoices();
  const actions = useActions(onHelp);
  const own = useOwnChoices(typed !== '');
  const results = useResults(what);

  const { calendarDay: day } = useFormat();
  const choices = choicesOf({ typed, what, results, groups, actions, recent, own, day });
  const choose = (choice: Choice) => {
    if (!choice.stays) onClose();
    if (choice.to !== undefined) void navigate(choice.to);
    choice.onSelect?.();
  };
  const title = m.shell_palette_title();
  const said = sentenceFor(what, results.looking, results.choices.length, results.failure);
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { ref: focusField, 'aria-label': title, sx: paletteStyle } }}
    >
      <Autocomplete
        open
        onClose={(_, reason) => {
          if (reason === 'escape') onClose();
        }}
        autoHighlight
        options={choices}
        // What mentions the text is chosen above; what the service found need not.
        filterOptions={(all) => all}
        groupBy={({ group }) => group}
        getOptionLabel={({ label }) => label}
        getOptionKey={({ id }) => id}
        value={null}
        inputValue={typed}
        clearOnBlur={false}
        handleHomeEndKeys={false}
        onInputChange={(_, text, reason) => {
          if (reason === 'input') setTyped(text);
        }}
        onChange={(_, choice) => {
          if (choice) choose(choice);
        }}
        noOptionsText={said ? null : <NothingFound />}
        renderInput={({ slotProps: { input, htmlInput } }) => {
          const { className: _className, ...combobox } = htmlInput;
          return (
            <>
              <div className="field" ref={input.ref}>
                <SearchIcon aria-hidden="true" />
                <input
                  type="text"
                  aria-label={m.shell_palette_placeholder()}
                  placeholder={m.shell_palette_placeholder()}
                  {...combobox}
                />
                <CloseOnPhone onClose={onClose} />
              </div>
              {said && <div className="said">{said}</div>}
              <VisuallyHidden role="status">
                {said ?? (choices.length > 0 ? m.shell_palette_count({ count: choices.length }) : '')}
              </VisuallyHidden>
            </>
          );
        }}
        renderGroup={({ key, group, children }) => (
          <ChoiceGroup key={key} label={group}>
            {children}
          </ChoiceGroup>
        )}
        renderOption={({ key, ...option }, choice) => (
          <li key={key} {...option}>
            <ChoiceWords choice={choice} />
          </li>
        )}
        slots={{ popper: InTheFlow }}
        slotProps={{
          listbox: {
            component: 'div',
            'aria-label': title,
            'aria-labelledby': undefined,
            tabIndex: -1,
            'aria-busy': results.looking,
          },
        }}
      />
    </Dialog>
  );
}

function useRecognised(typed: string): Recognised {
  const { origin } = useHost();
  const { zone } = usePreferences();
  const today = dayOf(currentTime(), zone);
  return useMemo(() => recognise(typed, origin, today), [typed, origin, today]);
}

/** As they are when the palette opens: they do not move while it is open. */
function useRecentChoices(): readonly Choice[] {
  const { scope } = useClient();
  const [recent] = useState(() => recentChoices(scope));
  return recent;
}

/** Drafts of this browser and the organizations of this user, once something is typed. */
function useOwnChoices(isTyped: boolean): readonly Choice[] {
  const { items } = useOrganizationItems();
  const drafts = useQuery({ ...draftsOf(useClient().scope).list(), enabled: isTyped }).data ?? [];
  return isTyped ? [...draftChoices(drafts), ...organizationChoices(items)] : [];
}

function ChoiceWords({ choice: { icon, label, detail } }: { choice: Choice }) {
  return (
    <>
      {icon}
      <span className="label">{label}</span>
      {detail !== undefined && <span className="detail">{detail}</span>}
    </>
  );
}

/** The list stands below the field, in the dialog: it does not float. */
function InTheFlow({ children }: PopperProps) {
  return <div className="list">{typeof children === 'function' ? null : children}</div>;
}

/** That nothing was found, and what else the field takes. */
function NothingFound() {
  return (
    <>
      <p>{m.shell_palette_nothing()}</p>
      <p>{m.shell_palette_can_paste()}</p>
    </>
  );
}

/** Without a keyboard there is no Esc. */
function CloseOnPhone({ onClose }: { onClose: () => void }) {
  if (!usePhone()) return null;
  return <IconButton label={m.common_close()} icon={<CloseIcon />} onClick={onClose} />;
}

const focusField = (dialog: HTMLElement | null): void =>
  dialog?.querySelector('input')?.focus({ preventScroll: true });

function ChoiceGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label}>
      <div className="group" aria-hidden="true">
        {label}
      </div>
      <ul role="presentation">{children}</ul>
    </div>
  );
}

type GroupedChoice = Choice & { readonly group: string };

/** What the service found first, then the places and actions that mention the text. */
function choicesOf({
  typed,
  what,
  results,
  groups,
  actions,
  recent,
  own,
  day,
}: {
  typed: string;
  what: Recognised;
  results: ReturnType<typeof useResults>;
  groups: NavGroups;
  actions: readonly Choice[];
  recent: readonly Choice[];
  /** Drafts of this browser and the organizations of this user. */
  own: readonly Choice[];
  day: (day: string) => string;
}): GroupedChoice[] {
  const mentioned = ({ label }: Choice): boolean => mentions(label, typed);
  return [
    ...inGroup(m.shell_palette_results(), [
      ...placeChoice(what),
      ...dayChoices(what, day),
      ...tokenChoices(what),
      ...results.choices,
      ...prefixChoice(what),
      ...retryChoice(results),
      ...verifyChoice(what),
      ...own.filter(mentioned),
    ]),
    ...inGroup(m.shell_palette_recent(), recent.filter(mentioned)),
    ...inGroup(m.shell_palette_places(), placesOf(groups).filter(mentioned)),
    ...inGroup(m.shell_palette_actions(), actions.filter(mentioned)),
  ];
}

const inGroup = (group: string, choices: readonly Choice[]): GroupedChoice[] =>
  choices.map((choice) => ({ ...choice, group }));

function placesOf(groups: NavGroups): Choice[] {
  return groups.flat().map(({ id, label, icon, to }) => ({ id, label, icon, to }));
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
  if (['md5', 'place', 'day', 'token'].includes(what.kind)) return is;
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
    case 'prefix':
      return m.shell_palette_is_prefix();
    case 'token':
      return m.shell_palette_is_token();
    case 'day':
      return m.shell_palette_is_day();
    case 'md5':
      return m.shell_palette_is_md5();
    case 'place':
      return m.shell_palette_is_place();
  }
}
