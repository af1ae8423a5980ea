import { styled } from '@mui/material/styles';
import { useFormat } from '#ui/formats/use-format.ts';

const Text = styled('data')({ whiteSpace: 'nowrap' });

/** `$480,000.00 MXN`; `amount` is a decimal string and stays exact. */
export function Money({ amount, currency }: { amount: string; currency: string }) {
  const format = useFormat();
  return <Text value={`${amount} ${currency}`}>{format.money(amount, currency)}</Text>;
}
