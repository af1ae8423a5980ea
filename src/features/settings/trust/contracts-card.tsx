import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { bareHex } from '#contract/schema/scalars.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import { networkWords } from '#widgets/report/texts/rule-words.ts';
import { m } from '#i18n/messages.ts';
import { firstNetwork, NetworkField, networkFields, networkOf } from './network-field.tsx';
import { Fields, TrustedRows, OpenForm, Part } from './part.tsx';

interface Contract {
  readonly network: number;
  readonly address: string;
  readonly role?: string;
}

/** On which contracts claims and the third party's roots count. */
export function ContractsCard() {
  const { endorsers, range } = useTrustSettings();
  return (
    <Card title={m.settings_contracts()}>
      <Part title={m.settings_endorsers()} text={m.settings_contracts_text()}>
        <Contracts
          label={m.settings_endorsers()}
          contracts={endorsers}
          roles
          onRemove={(contract) =>
            trustSettings.change({ endorsers: endorsers.filter((one) => one !== contract) })
          }
        />
        <OpenForm verb={m.settings_endorser_add()}>
          {(close) => (
            <AddContract
              withRole
              taken={endorsers.map(({ network }) => network)}
              onAdd={(contract) => trustSettings.change({ endorsers: [...endorsers, contract] })}
              onClose={close}
            />
          )}
        </OpenForm>
      </Part>
      <Part title={m.settings_range()} text={m.settings_range_text()}>
        <Contracts
          label={m.settings_range()}
          contracts={range ? [range] : []}
          onRemove={() => trustSettings.dropRange()}
        />
        {!range && (
          <OpenForm verb={m.settings_range_add()}>
            {(close) => (
              <AddContract
                taken={[]}
                onAdd={({ network, address }) => trustSettings.change({ range: { network, address } })}
                onClose={close}
              />
            )}
          </OpenForm>
        )}
      </Part>
    </Card>
  );
}

function Contracts({
  label,
  contracts,
  roles = false,
  onRemove,
}: {
  label: string;
  contracts: readonly Contract[];
  roles?: boolean;
  onRemove: (contract: Contract) => void;
}) {
  if (contracts.length === 0) return <p>{m.settings_contract_none()}</p>;
  return (
    <TrustedRows aria-label={label}>
      {contracts.map((contract) => (
        <li key={`${contract.network} ${contract.address}`}>
          <span className="name">{networkWords(contract.network)}</span>
          <span className="line">
            <HashText value={contract.address} />
            {roles && (
              <>
                {' · '}
                {contract.role ? (
                  <HashText value={contract.role} label={m.settings_contract_role()} />
                ) : (
                  m.settings_contract_role_none()
                )}
              </>
            )}
          </span>
          <span className="actions">
            <IconButton
              small
              label={m.settings_contract_remove({ network: networkWords(contract.network) })}
              icon={<DeleteIcon />}
              onClick={() => onRemove(contract)}
            />
          </span>
        </li>
      ))}
    </TrustedRows>
  );
}

/** @param taken networks of which one contract is there already */
const writtenBeside = (taken: readonly number[]) =>
  z
    .object({
      ...networkFields,
      address: z
        .string()
        .check(z.trim(), z.regex(/^(0x)?[0-9a-f]{40}$/i, { error: () => m.settings_bad_address() })),
      role: z
        .string()
        .check(z.trim(), z.regex(/^((0x)?[0-9a-f]{64})?$/i, { error: () => m.settings_bad_role() })),
    })
    .check(({ value, issues }) => {
      const network = networkOf(value);
      if (network === undefined)
        issues.push({
          code: 'custom',
          input: value,
          path: ['otherNetwork'],
          message: m.settings_bad_network(),
        });
      else if (taken.includes(network))
        issues.push({
          code: 'custom',
          input: value,
          path: ['address'],
          message: m.settings_contract_repeated(),
        });
    });

function AddContract({
  withRole = false,
  taken,
  onAdd,
  onClose,
}: {
  withRole?: boolean;
  taken: readonly number[];
  onAdd: (contract: Contract) => void;
  onClose: () => void;
}) {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(writtenBeside(taken)),
    defaultValues: { ...firstNetwork, address: '', role: '' },
  });
  const { errors } = formState;
  return (
    <Fields
      noValidate
      onSubmit={(event) =>
        void handleSubmit((written) => {
          const network = networkOf(written);
          if (network === undefined) return;
          const role = bareHex(written.role);
          onAdd({
            network,
            address: `0x${bareHex(written.address)}`,
            ...(role !== '' && { role: `0x${role}` }),
          });
          onClose();
        })(event)
      }
    >
      <NetworkField
        network={register('network')}
        otherNetwork={register('otherNetwork')}
        chosen={useWatch({ control, name: 'network' })}
        error={errors.otherNetwork?.message}
      />
      <TextInput
        code
        label={m.settings_contract_address()}
        error={errors.address?.message}
        spellCheck={false}
        autoComplete="off"
        {...register('address')}
      />
      {withRole && (
        <div className="wide">
          <TextInput
            code
            optional
            label={m.settings_contract_role()}
            help={m.settings_contract_role_help()}
            error={errors.role?.message}
            spellCheck={false}
            autoComplete="off"
            {...register('role')}
          />
        </div>
      )}
      <div className="buttons">
        <Button type="submit">{m.settings_contract_save()}</Button>
        <Button variant="text" onClick={onClose}>
          {m.common_cancel()}
        </Button>
      </div>
    </Fields>
  );
}
