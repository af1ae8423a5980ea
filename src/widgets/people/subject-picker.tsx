import { useQuery } from '@tanstack/react-query';
import Autocomplete from '@mui/material/Autocomplete';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import type { PopperProps } from '@mui/material/Popper';
import { styled } from '@mui/material/styles';
import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { useDeferredValue, useEffect, useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { subjects } from '#client/families/people/subjects.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { ink, type } from '#ui/theme/tokens.ts';
import { optionListGap, optionListLook } from '#ui/inputs/option-list-look.ts';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { codesOf } from './company-rfc.ts';
import { describeFailure } from '../failure/describe-failure.ts';

const FieldLabel = styled('div')({ ...type.caption, marginBottom: 4, color: ink.text2 });

const AsField = styled('div')({
  '& > button': {
    width: '100%',
    minWidth: 0,
    justifyContent: 'flex-start',
    color: ink.text2,
    fontWeight: 400,
    // It stands for a field, and has its edge.
    borderColor: ink.control,
  },
  '& .words': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

const sheetLook = {
  '& .search': { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, padding: '0 16px' },
  // The list of options itself scrolls, which the arrows lead through: a box around it would be out of reach of keys.
  '& .list': { display: 'flex', flex: 1, minHeight: 0, margin: '8px -16px 0' },
  '& .MuiAutocomplete-listbox': { padding: '0 16px' },
  '& .list > .MuiPaper-root': {
    display: 'flex',
    flexDirection: 'column',
    flex: 1,
    minWidth: 0,
    margin: 0,
    border: 0,
    boxShadow: 'none',
  },
  '& .list > .MuiPaper-root > .MuiAutocomplete-listbox': { flex: 1, minHeight: 0, maxHeight: 'none' },
  '& .list .MuiAutocomplete-listbox .MuiAutocomplete-option': {
    minHeight: 48,
    padding: '8px 16px',
    borderRadius: 0,
  },
} as const;

/** Waits until typing pauses, so that a name is one query and not one per letter. */
function usePaused(value: string, milliseconds: number): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return paused;
}

/** The people whom the directory finds by what is typed. */
function useFound(typed: string, enabled: boolean) {
  const client = useClient();
  const query = useDeferredValue(usePaused(typed.trim(), 180));
  const found = useQuery({ ...subjects(client).find(query), enabled });
  // The answer to an earlier query is not shown as if it were to this one: Enter would choose somebody else.
  const isCurrent = query === typed.trim() && !found.isPlaceholderData && !found.isPending;
  const options = isCurrent ? (found.data ?? []) : [];
  return { query, found, isCurrent, options };
}

export interface SubjectPickerProps {
  label?: string | undefined;
  onPick: (subject: Subject) => void;
  /** Ids that are chosen already: shown, not chosen twice. */
  picked?: readonly string[] | undefined;
  /** What the user should know before choosing: link and certificate. */
  facts?: ((subject: Subject) => ReactNode) | undefined;
  /** Whether somebody stands before the others. */
  isFirst?: ((subject: Subject) => boolean) | undefined;
}

/** Finds people in the directory by what is typed and hands over the one that is chosen; on a phone in a sheet. */
export function SubjectPicker(props: SubjectPickerProps) {
  return usePhone() ? <PickerSheet {...props} /> : <PersonSearch {...props} />;
}

/** A button with the words of the field; the search and its results fill the screen, above the phone's keyboard. */
function PickerSheet({ onPick, ...props }: SubjectPickerProps) {
  const { label } = props;
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <AsField>
        {label !== undefined && <FieldLabel aria-hidden="true">{label}</FieldLabel>}
        <Button
          icon={<SearchIcon aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-label={`${label ?? m.directory_find_label()}: ${m.directory_find()}`}
          onClick={() => setOpen(true)}
        >
          {m.directory_find()}
        </Button>
      </AsField>
      <Dialog fullScreen open={open} onClose={close} aria-labelledby={titleId} sx={sheetLook}>
        <DialogTitle component="div">
          <h2 id={titleId}>{label ?? m.directory_find_label()}</h2>
          <IconButton label={m.common_close()} icon={<CloseIcon />} onClick={close} />
        </DialogTitle>
        <div className="search">
          <PersonSearch
            {...props}
            inSheet
            onLeave={close}
            onPick={(subject) => {
              close();
              onPick(subject);
            }}
          />
        </div>
      </Dialog>
    </>
  );
}

interface SearchProps extends SubjectPickerProps {
  readonly inSheet?: boolean;
  /** Esc was pressed in the field, which takes the key for its list and lets no dialog around it know. */
  readonly onLeave?: () => void;
}

function PersonSearch({ label, onPick, picked = [], facts, isFirst, inSheet = false, onLeave }: SearchProps) {
  const [typed, setTyped] = useState('');
  const [isListed, setOpen] = useState(false);
  const open = inSheet || isListed;
  const { query, found, isCurrent, options: all } = useFound(typed, open);
  const options = isFirst ? [...all.filter(isFirst), ...all.filter((subject) => !isFirst(subject))] : all;
  const name = label ?? m.directory_find_label();
  const isPicked = ({ id }: Subject): boolean => !!id && picked.includes(id);

  return (
    <>
      <Autocomplete
        open={open}
        onOpen={(event) => {
          if (!isGivenBack(event)) setOpen(true);
        }}
        onClose={(_, reason) => {
          setOpen(false);
          if (reason === 'escape') onLeave?.();
        }}
        openOnFocus
        autoHighlight
        options={options}
        // The service filters.
        filterOptions={(all) => all}
        getOptionLabel={nameOf}
        getOptionKey={(subject) => subject.id ?? options.indexOf(subject)}
        getOptionDisabled={isPicked}
        // Who is chosen is for the caller to show: the field is empty again.
        value={null}
        inputValue={typed}
        clearOnBlur={false}
        onInputChange={(_, text, reason) => {
          if (reason === 'input') setTyped(text);
        }}
        onChange={(_, subject) => {
          if (!subject) return;
          setTyped('');
          onPick(subject);
        }}
        onKeyDown={(event) => {
          // Not for the form around it while there is nobody to choose yet.
          if (event.key === 'Enter' && open) event.preventDefault();
        }}
        loading={!isCurrent}
        loadingText={m.directory_find_searching()}
        noOptionsText={emptyListText(found.error, query)}
        renderInput={({ slotProps: { input, htmlInput } }) => {
          const { id: _id, className: _className, ...combobox } = htmlInput;
          return (
            <div ref={input.ref}>
              <TextInput
                label={name}
                hideLabel={label === undefined || inSheet}
                // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the sheet was opened to type into this field
                autoFocus={inSheet}
                placeholder={m.directory_find()}
                start={<SearchIcon aria-hidden="true" />}
                {...combobox}
              />
            </div>
          );
        }}
        renderOption={({ key, ...option }, subject) => (
          <li key={key} {...option}>
            <div className="name">
              {nameOf(subject)}
              {isPicked(subject) && ` (${m.directory_already_added()})`}
            </div>
            <div className="code">{codesOf(subject).join('  ')}</div>
            {facts?.(subject)}
          </li>
        )}
        forcePopupIcon={false}
        // In the dialog or the landmark of the field, and not cut by what scrolls there.
        disablePortal
        {...(inSheet ? { slots: { popper: InTheFlow } } : {})}
        slotProps={{
          // Browsers let Tab stop at what scrolls; closing it would then lose the focus.
          listbox: { 'aria-label': name, 'aria-labelledby': undefined, tabIndex: -1 },
          paper: { sx: optionListLook },
          popper: { popperOptions: { strategy: 'fixed', modifiers: optionListGap } },
        }}
        sx={{ '& .MuiOutlinedInput-root': { padding: '0 11px' } }}
      />
      <VisuallyHidden role="status">
        {open && options.length > 0 ? m.directory_find_results({ count: options.length }) : ''}
      </VisuallyHidden>
    </>
  );
}

/** Why the list is empty. */
const emptyListText = (error: Error | null, typed: string): string =>
  error ? `${m.directory_find_failed()}. ${describeFailure(error).text}` : m.directory_find_none({ typed });

/** A focus that comes from no element: a dialog or another window gave it back, and nobody asks for the list. */
function isGivenBack({ nativeEvent }: SyntheticEvent): boolean {
  return nativeEvent instanceof FocusEvent && nativeEvent.relatedTarget === null;
}

/** The list stands below the field of the sheet: it does not float. */
function InTheFlow({ children }: PopperProps) {
  return <div className="list">{typeof children === 'function' ? null : children}</div>;
}

function nameOf({ commonName }: Subject): string {
  return visibleName(commonName) ?? m.directory_unnamed();
}
