import { Stack } from '#ui/layout/card.tsx';
import { ChoiceCards } from '#ui/inputs/choice-cards.ts';
import { Radio } from '#ui/inputs/radio.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { m } from '#i18n/messages.ts';
import { identifiersIn } from './identifiers.ts';
import { identifierWord, roleWord } from './table-texts.ts';
import { columnOfNames, type Pairing, type Role } from './mapping.ts';
import { StepCard } from '../prepare/step-card.tsx';
import type { TableView } from '../prepare/work.ts';
import type { BulkWork } from '../prepare/work-record.ts';
import css from './columns-card.module.css';

const roles: readonly Role[] = ['ignore', 'document', 'name', 'signer', 'nom151'];
/** Of these there is one at most. */
const single: readonly Role[] = ['document', 'name', 'nom151'];
/** Values that are shown of a column. */
const shown = 3;

/** Step 3: what each column holds, and how documents and signers go together. */
export function ColumnsCard({
  work,
  view,
  onRoles,
  onChange,
}: {
  work: BulkWork;
  view: TableView;
  onRoles: (roles: readonly Role[]) => void;
  onChange: (part: Partial<BulkWork>) => void;
}) {
  const byRow = work.roles.includes('document') || view.earlier;
  const hasSigner = work.roles.includes('signer');
  const names = hasSigner ? undefined : columnOfNames(view.columns, view.rows);
  const choose = (at: number, role: Role): void =>
    onRoles(
      work.roles.map((before, other) =>
        other === at ? role : single.includes(role) && before === role ? 'ignore' : before,
      ),
    );
  return (
    <StepCard number={3} title={m.bulk_columns()} done={hasSigner} note={m.bulk_columns_remembered()}>
      <Stack>
        <ul className={css.columns}>
          {view.columns.map((name, at) => {
            const role = work.roles[at] ?? 'ignore';
            const values = view.rows.flatMap(({ cells }) => cells[at]?.trim() || []);
            return (
              // Columns have no other name than their place: two may be called alike.
              <li key={at} data-used={role === 'ignore' ? undefined : ''}>
                <SelectInput
                  bar
                  label={name}
                  value={role}
                  options={roles.map((value) => ({ value, label: roleWord(value) }))}
                  // The options are the roles.
                  onChange={(event) => choose(at, event.target.value as Role)}
                />
                <div className={css.sample}>{role === 'signer' ? kindsOf(values) : sampleOf(values)}</div>
              </li>
            );
          })}
        </ul>
        {!hasSigner && (
          <WarningStrip>
            {names === undefined ? m.bulk_columns_no_signer() : m.bulk_columns_names({ column: names })}
          </WarningStrip>
        )}
        {byRow ? (
          <p style={{ margin: 0 }}>{m.bulk_pairing_rows()}</p>
        ) : (
          <fieldset style={{ margin: 0, padding: 0, border: 0 }}>
            <legend style={{ padding: '0 0 8px' }}>{m.bulk_pairing()}</legend>
            <ChoiceCards>
              <PairingChoice
                value="together"
                now={work.pairing}
                name={m.bulk_pairing_together()}
                text={m.bulk_pairing_together_text()}
                onChoose={(pairing) => onChange({ pairing })}
              />
              <PairingChoice
                value="copies"
                now={work.pairing}
                name={m.bulk_pairing_copies()}
                text={m.bulk_pairing_copies_text()}
                onChoose={(pairing) => onChange({ pairing })}
              />
            </ChoiceCards>
          </fieldset>
        )}
        <Switch
          label={m.bulk_nom151()}
          help={work.roles.includes('nom151') ? m.bulk_nom151_help_column() : m.bulk_nom151_help()}
          checked={work.nom151}
          onChange={(event) => onChange({ nom151: event.target.checked })}
        />
        <Switch
          label={m.bulk_keep_draft()}
          help={m.bulk_keep_draft_help()}
          checked={work.keepAsDraft}
          onChange={(event) => onChange({ keepAsDraft: event.target.checked })}
        />
      </Stack>
    </StepCard>
  );
}

function PairingChoice({
  value,
  now,
  name,
  text,
  onChoose,
}: {
  value: Pairing;
  now: Pairing;
  name: string;
  text: string;
  onChoose: (value: Pairing) => void;
}) {
  return (
    <label>
      <Radio name="bulk-pairing" checked={value === now} onChange={() => onChoose(value)} />
      <span className="name">{name}</span>
      <span className="text">{text}</span>
    </label>
  );
}

const sampleOf = (values: readonly string[]): string =>
  values.length === 0 ? m.bulk_column_empty() : [...new Set(values)].slice(0, shown).join(' · ');

/** What its values name people by, as counts: «12 RFC · 3 correos · 1 ilegible». */
function kindsOf(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values)
    for (const read of identifiersIn(value)) {
      const kind = 'kind' in read ? read.kind : 'fault';
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  if (counts.size === 0) return m.bulk_column_empty();
  return (['id', 'curp', 'rfc', 'email', 'fault'] as const)
    .flatMap((kind) => {
      const count = counts.get(kind);
      return count === undefined ? [] : [identifierWord(kind, count)];
    })
    .join(' · ');
}
