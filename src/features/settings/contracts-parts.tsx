import { useState } from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Button } from '#ui/button.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { readerSettings } from '#widgets/judging/reader-settings.ts';
import { useReaderSettings } from '#widgets/judging/use-reader.ts';
import { networkWords } from '#widgets/report/words-of-rules.ts';
import { m } from '#words/words.ts';
import { firstNetwork, NetworkField, networkOf } from './network-field.tsx';
import { Fields, Kept, Part } from './part.tsx';

interface Contract {
  readonly network: number;
  readonly address: string;
  readonly role?: string;
}

/** On which contracts claims and the third party's roots count. */
export function ContractsParts() {
  const { endorsers, range } = useReaderSettings();
  return (
    <>
      <Part title={m.settings_endorsers()} text={m.settings_contracts_text()}>
        <Contracts
          label={m.settings_endorsers()}
          contracts={endorsers}
          roles
          onRemove={(contract) =>
            readerSettings.change({ endorsers: endorsers.filter((one) => one !== contract) })
          }
        />
        <AddContract
          withRole
          taken={endorsers.map(({ network }) => network)}
          verb={m.settings_endorser_add()}
          onAdd={(contract) => readerSettings.change({ endorsers: [...endorsers, contract] })}
        />
      </Part>
      <Part title={m.settings_range()}>
        <Contracts
          label={m.settings_range()}
          contracts={range ? [range] : []}
          onRemove={() => readerSettings.dropRange()}
        />
        {!range && (
          <AddContract
            taken={[]}
            verb={m.settings_range_save()}
            onAdd={({ network, address }) => readerSettings.change({ range: { network, address } })}
          />
        )}
      </Part>
    </>
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
    <Kept aria-label={label}>
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
    </Kept>
  );
}

type Faults = Partial<Record<'network' | 'address' | 'role', string>>;

/** Every fault names its field and the rule. */
function AddContract({
  withRole = false,
  taken,
  verb,
  onAdd,
}: {
  withRole?: boolean;
  taken: readonly number[];
  verb: string;
  onAdd: (contract: Contract) => void;
}) {
  const [network, setNetwork] = useState(firstNetwork);
  const [address, setAddress] = useState('');
  const [role, setRole] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const add = (): void => {
    const number = networkOf(network);
    const bare = (text: string): string => text.trim().toLowerCase().replace(/^0x/, '');
    const found: Faults = {
      ...(number === undefined && { network: m.settings_bad_network() }),
      ...(number !== undefined && taken.includes(number) && { address: m.settings_contract_repeated() }),
      ...(!/^[0-9a-f]{40}$/.test(bare(address)) && { address: m.settings_bad_address() }),
      ...(bare(role) !== '' && !/^[0-9a-f]{64}$/.test(bare(role)) && { role: m.settings_bad_role() }),
    };
    setFaults(found);
    if (number === undefined || Object.keys(found).length > 0) return;
    onAdd({
      network: number,
      address: `0x${bare(address)}`,
      ...(bare(role) !== '' && { role: `0x${bare(role)}` }),
    });
    setAddress('');
    setRole('');
  };
  return (
    <Fields
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <NetworkField
        value={network}
        error={faults.network}
        onChange={(value) => {
          setNetwork(value);
          setFaults({});
        }}
      />
      <TextInput
        code
        label={m.settings_contract_address()}
        value={address}
        error={faults.address}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setAddress(target.value)}
      />
      {withRole && (
        <div className="wide">
          <TextInput
            code
            optional
            label={m.settings_contract_role()}
            help={m.settings_contract_role_help()}
            value={role}
            error={faults.role}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setRole(target.value)}
          />
        </div>
      )}
      <div className="wide">
        <Button type="submit">{verb}</Button>
      </div>
    </Fields>
  );
}
