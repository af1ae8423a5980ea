import type { UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod/mini';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { networkWords } from '#widgets/report/texts/rule-words.ts';
import { m } from '#i18n/messages.ts';

/** Chains on which tokens and anchors are known to stand. */
const known = ['42161', '421614', '1', '10', '8453', '84532', '11155111'] as const;
const other = 'other';

/** A network as it is chosen: one that is known, or another by its number. */
export interface NetworkWritten {
  readonly network: string;
  readonly otherNetwork: string;
}

export const firstNetwork: NetworkWritten = { network: known[0], otherNetwork: '' };

export const networkFields = { network: z.string(), otherNetwork: z.string() };

/** Its EIP-155 number; undefined: what was written is none. */
export function networkOf({ network, otherNetwork }: NetworkWritten): number | undefined {
  const text = network === other ? otherNetwork.trim() : network;
  const number = Number(text);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}

/**
 * @param network what `register` gives for these two fields
 * @param chosen what is chosen now
 */
export function NetworkField({
  network,
  otherNetwork,
  chosen,
  error,
}: {
  network: UseFormRegisterReturn;
  otherNetwork: UseFormRegisterReturn;
  chosen: string;
  error: string | undefined;
}) {
  return (
    <div>
      <SelectInput
        label={m.settings_contract_network()}
        options={[
          ...known.map((id) => ({ value: id, label: networkWords(id) })),
          { value: other, label: m.settings_contract_network_other() },
        ]}
        {...network}
      />
      {chosen === other && (
        <div style={{ marginTop: 10 }}>
          <TextInput
            code
            inputMode="numeric"
            label={m.settings_contract_network_number()}
            error={error}
            {...otherNetwork}
          />
        </div>
      )}
    </div>
  );
}
