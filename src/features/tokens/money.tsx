import { useFormat } from '#ui/formats/use-format.ts';
import css from './money.module.css';

/** `$480,000.00 MXN`; `amount` is a decimal string and stays exact. */
export function Money({ amount, currency }: { amount: string; currency: string }) {
  const format = useFormat();
  return (
    <data className={css.text} value={`${amount} ${currency}`}>
      {format.money(amount, currency)}
    </data>
  );
}
