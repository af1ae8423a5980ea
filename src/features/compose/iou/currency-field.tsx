import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { serviceDescription } from '#client/families/service-description.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { currenciesInUse } from '#contract/money/currencies.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { m } from '#i18n/messages.ts';

/** Currencies that are offered before all others, where they can be chosen at all. */
const usual = ['MXN', 'USD', 'EUR'];

/** The currency of an IOU: those that the service says it takes; where it says none, those of ISO 4217, and that it is so. */
export function CurrencyField({ value, onChange }: { value: string; onChange: (currency: string) => void }) {
  const { client, capabilities } = useConnection();
  const { language } = usePreferences();
  const asks = offers(capabilities, 'readOpenApi');
  const described = useQuery({ ...serviceDescription(client).description(), enabled: asks });
  const reported = described.data?.currencies;
  const waiting = asks && described.isPending;
  const taken = reported ?? currenciesInUse;
  const isTaken = taken.includes(value);
  const names = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' });
  const labelOf = (code: string): string => {
    const name = /^[A-Z]{3}$/.test(code) ? names.of(code) : undefined;
    return name ? `${code} · ${name}` : code;
  };
  const first = usual.filter((code) => taken.includes(code));
  const rest = taken.filter((code) => !first.includes(code)).toSorted();
  return (
    <SelectInput
      label={m.compose_iou_currency()}
      help={
        waiting
          ? undefined
          : reported
            ? m.compose_iou_currency_reported()
            : m.compose_iou_currency_unreported()
      }
      error={!waiting && !isTaken ? m.compose_iou_currency_bad({ code: value }) : undefined}
      value={value}
      options={[...(isTaken ? [] : [value]), ...first, ...rest].map((code) => ({
        value: code,
        label: labelOf(code),
      }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
