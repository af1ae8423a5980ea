import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { zeroAddress } from '#client/families/tokens/wallets.ts';
import { checksumState } from '#proofs/chain/address-checksum.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row } from '#ui/layout/card.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import type { Signer } from './signer-invites.ts';
import css from './transfer-form.module.css';

const other = 'other';

const Written = z
  .object({
    chosen: z.string().check(z.minLength(1, { error: () => m.sandbox_transfer_choose() })),
    address: z.string().check(z.trim()),
  })
  .check(({ value: { chosen, address }, issues }) => {
    const fault = chosen === other ? faultOf(address) : undefined;
    if (fault) issues.push({ code: 'custom', input: address, path: ['address'], message: fault });
  });

/** To whom: somebody of the demo, or any address. Written in place; what was written stays when it is refused. */
export function TransferForm({
  signers,
  working,
  onTransfer,
  onKeep,
}: {
  signers: readonly Signer[];
  working: boolean;
  onTransfer: (to: { id: string; name: string }) => void;
  onKeep: () => void;
}) {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { chosen: '', address: '' },
  });
  const { errors } = formState;
  const chosen = useWatch({ control, name: 'chosen' });
  return (
    <form
      className={css.root}
      noValidate
      onSubmit={(event) =>
        void handleSubmit(({ address }) => {
          if (working) return;
          const signer = signers.find(({ id }) => id === chosen);
          onTransfer(signer ? { id: signer.id, name: signer.commonName } : { id: address, name: address });
        })(event)
      }
    >
      <SelectInput
        label={m.sandbox_transfer_to()}
        error={errors.chosen?.message}
        options={[
          { value: '', label: m.sandbox_transfer_nobody() },
          ...signers.map(({ id, commonName }) => ({ value: id, label: commonName })),
          { value: other, label: m.sandbox_transfer_address() },
        ]}
        {...register('chosen')}
      />
      {chosen === other && (
        <TextInput
          code
          label={m.wallets_address()}
          placeholder="0x…"
          autoComplete="off"
          error={errors.address?.message}
          {...register('address')}
        />
      )}
      <Row>
        <Button type="submit" variant="contained" loading={working}>
          {m.sandbox_transfer()}
        </Button>
        <Button onClick={onKeep}>{m.common_cancel()}</Button>
      </Row>
    </form>
  );
}

function faultOf(address: string): string | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return m.sandbox_transfer_bad();
  if (checksumState(address) === 'wrong') return m.sandbox_transfer_doubtful();
  return address.toLowerCase() === zeroAddress ? m.sandbox_transfer_zero() : undefined;
}
