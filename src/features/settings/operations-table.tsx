import { styled } from '@mui/material/styles';
import CheckIcon from '@mui/icons-material/Check';
import RemoveIcon from '@mui/icons-material/Remove';
import { probes } from '#api/capabilities.ts';
import { addresses } from '#contract/addresses.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Tier } from '#contract/tiers.ts';
import { ink, media, mono, type } from '#ui/ink.ts';
import { m } from '#words/words.ts';

const Root = styled('details')({
  marginTop: 16,
  '& > summary': {
    ...type.body,
    minHeight: 24,
    borderRadius: 4,
    color: ink.accent,
    fontWeight: 500,
    cursor: 'pointer',
  },
  '& > p': { ...type.table, margin: '6px 0 10px', color: ink.text2 },
  '& > .scroll': { overflowX: 'auto', border: `1px solid ${ink.line}`, borderRadius: 8 },
  '& table': { ...type.table, width: '100%', borderCollapse: 'collapse' },
  '& th': {
    ...type.caption,
    height: 32,
    padding: '0 12px',
    background: ink.sunken,
    color: ink.text3,
    fontWeight: 500,
    textAlign: 'left',
    whiteSpace: 'nowrap',
  },
  '& td': { padding: '7px 12px', borderTop: `1px solid ${ink.line}`, verticalAlign: 'top' },
  '& td:first-of-type': { fontFamily: mono, fontSize: 12, overflowWrap: 'anywhere' },
  '& .state': { display: 'inline-flex', alignItems: 'center', gap: 6, '& svg': { fontSize: 16 } },
  '& .state[data-state="unknown"]': { color: ink.text3 },
  [media.phone]: { '& th, & td': { padding: '7px 8px' } },
});

type Presence = 'present' | 'absent' | 'unknown';

// The service may know of many; these are asked for when a connection opens. The witness list is how the key is tried.
const asked: readonly OperationName[] = ['listWitnesses', ...probes];

/** Every operation of the interface, how surely a service has it, and what was found on this one. */
export function OperationsTable({ absent }: { absent: readonly OperationName[] }) {
  // The keys of the table are the names of the operations: the contract says so.
  const names = Object.keys(addresses) as OperationName[];
  return (
    <Root>
      <summary>{m.settings_operations({ count: names.length })}</summary>
      <p>{m.settings_operations_text()}</p>
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="scroll" tabIndex={0} role="region" aria-label={m.settings_operations_label()}>
        <table>
          <thead>
            <tr>
              <th scope="col">{m.settings_operation()}</th>
              <th scope="col">{m.settings_tier()}</th>
              <th scope="col">{m.settings_presence()}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const { method, path, tier } = addresses[name];
              return (
                <tr key={name}>
                  <td>
                    {method} {path}
                  </td>
                  <td>{tierWord(tier)}</td>
                  <td>
                    <PresenceMark presence={presenceOf(name, absent)} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Root>
  );
}

export function presenceOf(name: OperationName, absent: readonly OperationName[]): Presence {
  if (absent.includes(name)) return 'absent';
  return asked.includes(name) ? 'present' : 'unknown';
}

function PresenceMark({ presence }: { presence: Presence }) {
  switch (presence) {
    case 'present':
      return (
        <span className="state" data-state={presence}>
          <CheckIcon aria-hidden="true" />
          {m.settings_present()}
        </span>
      );
    case 'absent':
      return (
        <span className="state" data-state={presence}>
          <RemoveIcon aria-hidden="true" />
          {m.settings_absent()}
        </span>
      );
    case 'unknown':
      return (
        <span className="state" data-state={presence}>
          {m.settings_not_asked()}
        </span>
      );
  }
}

function tierWord(tier: Tier): string {
  switch (tier) {
    case 'documented':
      return m.settings_tier_documented();
    case 'published':
      return m.settings_tier_published();
    case 'embedded':
      return m.settings_tier_embedded();
  }
}
