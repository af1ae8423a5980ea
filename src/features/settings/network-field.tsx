import { SelectInput } from '#ui/select-input.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { networkWords } from '#widgets/report/words-of-rules.ts';
import { m } from '#words/words.ts';

/** Chains on which tokens and anchors are known to stand. */
const known = ['42161', '421614', '1', '10', '8453', '84532', '11155111'] as const;
const other = 'other';

/** A network as it is chosen: one that is known, or another by its number. */
export interface NetworkChoice {
  readonly chosen: string;
  readonly typed: string;
}

export const firstNetwork: NetworkChoice = { chosen: known[0], typed: '' };

/** Its EIP-155 number; undefined: what was typed is none. */
export function networkOf({ chosen, typed }: NetworkChoice): number | undefined {
  const text = chosen === other ? typed.trim() : chosen;
  const number = Number(text);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}

export function NetworkField({
  value,
  error,
  onChange,
}: {
  value: NetworkChoice;
  error: string | undefined;
  onChange: (value: NetworkChoice) => void;
}) {
  return (
    <div>
      <SelectInput
        label={m.settings_contract_network()}
        value={value.chosen}
        options={[
          ...known.map((id) => ({ value: id, label: networkWords(id) })),
          { value: other, label: m.settings_contract_network_other() },
        ]}
        onChange={({ target }) => onChange({ ...value, chosen: target.value })}
      />
      {value.chosen === other && (
        <div style={{ marginTop: 10 }}>
          <TextInput
            code
            inputMode="numeric"
            label={m.settings_contract_network_number()}
            value={value.typed}
            error={error}
            onChange={({ target }) => onChange({ ...value, typed: target.value })}
          />
        </div>
      )}
    </div>
  );
}
