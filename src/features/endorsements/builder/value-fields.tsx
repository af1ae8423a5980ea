import { lazy, Suspense, useState, type Ref } from 'react';
import { useController, type Control } from 'react-hook-form';
import CheckIcon from '@mui/icons-material/Check';
import { zeroAddress } from '#client/families/tokens/wallets.ts';
import { Button } from '#ui/actions/button.tsx';
import { DateInput } from '#ui/inputs/date/date-input.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { HolderName } from '#widgets/holders/holder-name.tsx';
import { networkWords } from '#widgets/report/texts/rule-words.ts';
import { m } from '#i18n/messages.ts';
import { edgeOf, isClockMissing, type Draft, type Entry } from '../filter/draft.ts';
import { valueCount, type Comparison, type FilterField } from '../filter/fields.ts';
import type { Condition } from '../filter/tree.ts';
import css from './value-fields.module.css';

const SubjectPicker = lazy(async () => ({
  default: (await import('#widgets/people/subject-picker.tsx')).SubjectPicker,
}));

interface Place {
  readonly field: FilterField;
  readonly comparison: Comparison;
  /** Which of two values. */
  readonly at: 0 | 1;
  /** Of a list: the value is whole and goes into it. */
  readonly onPicked?: ((text: string) => void) | undefined;
}

interface ValueProps extends Place {
  readonly ref: Ref<HTMLInputElement & HTMLSelectElement>;
  readonly entry: Entry;
  readonly error: string | undefined;
  readonly onChange: (entry: Entry) => void;
}

/** One value of a condition, typed as what it is: a person, a day, a token, a network, an id. */
export function ValueField({ control, ...place }: Place & { control: Control<Draft, unknown, Condition> }) {
  const { field, fieldState } = useController({ control, name: `entries.${place.at}` });
  const props: ValueProps = {
    ...place,
    ref: field.ref,
    entry: field.value,
    error: fieldState.error?.message,
    onChange: field.onChange,
  };
  switch (props.field.kind) {
    case 'time':
      return <TimeField {...props} />;
    case 'person':
      return <PersonField {...props} />;
    case 'network':
      return <NetworkField {...props} />;
    case 'token':
      return (
        <TypedField
          {...props}
          label={m.endorsements_form_token()}
          help={m.endorsements_form_token_help()}
          numeric
        />
      );
    case 'event':
      return (
        <TypedField {...props} label={m.endorsements_form_event()} help={m.endorsements_form_event_help()} />
      );
  }
}

/** «Desde» and «Hasta» of two values; the field's own name of one. */
function ends(comparison: Comparison, at: number, alone: string): string {
  if (comparison !== 'between') return alone;
  return `${at === 0 ? m.endorsements_form_from() : m.endorsements_form_to()}: ${alone.toLocaleLowerCase()}`;
}

function TimeField({ ref, comparison, at, entry, error, onChange }: ValueProps) {
  const between = comparison === 'between';
  const isExact = edgeOf(comparison, at) === 'exact';
  // The error of an exact time without a clock is that of the clock, which gets the focus too.
  const [ofDay, ofClock] = isExact && isClockMissing(entry) ? [{}, { ref, error }] : [{ ref, error }, {}];
  return (
    <div className={css.pair}>
      <DateInput
        {...ofDay}
        label={
          between
            ? at === 0
              ? m.endorsements_form_from_day()
              : m.endorsements_form_to_day()
            : m.endorsements_form_day()
        }
        value={entry.text}
        min="1901-12-14"
        max="2038-01-18"
        onChange={(text) => onChange({ ...entry, text })}
      />
      <TextInput
        {...ofClock}
        type="time"
        step={1}
        label={
          between
            ? at === 0
              ? m.endorsements_form_from_clock()
              : m.endorsements_form_to_clock()
            : m.endorsements_form_clock()
        }
        optional={!isExact && !between}
        value={entry.clock}
        onChange={({ target }) => onChange({ ...entry, clock: target.value })}
      />
    </div>
  );
}

function PersonField({ ref, field, comparison, at, entry, error, onChange, onPicked }: ValueProps) {
  const [walletless, setWalletless] = useState(false);
  const ordered = valueCount(comparison) === 2 || ['ge', 'le', 'gt', 'lt'].includes(comparison);
  const put = (text: string): void => {
    setWalletless(false);
    if (onPicked) onPicked(text);
    else onChange({ ...entry, text });
  };
  const isWhole = /^0x[0-9a-f]{40}$/i.test(entry.text.trim());
  const nobody =
    field.column === 'fromId'
      ? m.endorsements_form_nobody()
      : field.column === 'toId'
        ? m.endorsements_form_nobody_to()
        : undefined;
  return (
    <>
      {!ordered && (
        <Suspense fallback={<p>{m.common_loading()}</p>}>
          <SubjectPicker
            label={m.endorsements_form_person()}
            onPick={({ EVMAddress }) => {
              if (EVMAddress) put(EVMAddress.toLowerCase());
              else setWalletless(true);
            }}
          />
        </Suspense>
      )}
      {isWhole && (
        <div className={css.chosen}>
          <CheckIcon aria-hidden="true" />
          <HolderName
            of={entry.text.trim()}
            end={field.column === 'fromId' ? 'from' : field.column === 'toId' ? 'to' : undefined}
            links={false}
            address={false}
          />
        </div>
      )}
      {!ordered && nobody !== undefined && (
        <div>
          <Button variant="text" onClick={() => put(zeroAddress)}>
            {nobody}
          </Button>
        </div>
      )}
      <TextInput
        ref={ref}
        code
        label={ends(comparison, at, m.endorsements_form_address())}
        help={
          ordered
            ? m.endorsements_form_address_order()
            : valueCount(comparison) === 'list'
              ? m.endorsements_form_list_help()
              : m.endorsements_form_address_help()
        }
        error={walletless ? m.endorsements_form_no_wallet() : error}
        value={entry.text}
        onChange={({ target }) => {
          setWalletless(false);
          onChange({ ...entry, text: target.value });
        }}
      />
    </>
  );
}

/** Chains on which tokens are known to stand. */
const known = ['42161', '421614', '1', '10', '8453', '84532', '11155111'] as const;
const other = 'other';

function NetworkField({ ref, comparison, at, entry, error, onChange }: ValueProps) {
  const [typing, setTyping] = useState(entry.text !== '' && !known.some((network) => network === entry.text));
  return (
    <>
      <SelectInput
        ref={typing ? undefined : ref}
        label={ends(comparison, at, m.endorsements_form_network())}
        value={typing ? other : entry.text}
        error={typing ? undefined : error}
        options={[
          { value: '', label: '—' },
          ...known.map((id) => ({ value: id, label: networkWords(id) })),
          { value: other, label: m.endorsements_form_network_other() },
        ]}
        onChange={({ target }) => {
          setTyping(target.value === other);
          onChange({ ...entry, text: target.value === other ? '' : target.value });
        }}
      />
      {typing && (
        <TextInput
          ref={ref}
          code
          inputMode="numeric"
          label={ends(comparison, at, m.endorsements_form_network_number())}
          value={entry.text}
          error={error}
          onChange={({ target }) => onChange({ ...entry, text: target.value })}
        />
      )}
    </>
  );
}

function TypedField({
  ref,
  comparison,
  at,
  entry,
  error,
  onChange,
  label,
  help,
  numeric,
}: ValueProps & { label: string; help: string; numeric?: boolean }) {
  return (
    <TextInput
      ref={ref}
      code
      inputMode={numeric ? 'numeric' : undefined}
      label={ends(comparison, at, label)}
      help={valueCount(comparison) === 'list' ? `${help} ${m.endorsements_form_list_help()}` : help}
      value={entry.text}
      error={error}
      onChange={({ target }) => onChange({ ...entry, text: target.value })}
    />
  );
}
