import CheckIcon from '@mui/icons-material/Check';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import RemoveIcon from '@mui/icons-material/Remove';
import { useMutation } from '@tanstack/react-query';
import type { Capabilities } from '#client/session/capabilities.ts';
import { emptyDriftReport } from '#client/answers/drift.ts';
import { useDrift, useHost } from '#client/session/session-context.tsx';
import { addresses } from '#contract/operations/addresses.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import type { Tier } from '#contract/schema/tiers.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Button } from '#ui/actions/button.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { QueryFailure } from '#widgets/query/query-failure.tsx';
import { m } from '#i18n/messages.ts';
import { withoutWords } from './without.ts';
import css from './operations-table.module.css';

type Presence = 'present' | 'failing' | 'absent' | 'unknown';

/** Every operation of the interface, how surely a service has it, and what was found on this one. */
export function OperationsTable({ capabilities }: { capabilities: Capabilities }) {
  const { session } = useHost();
  const format = useFormat();
  const { looked, failing } = useDrift() ?? emptyDriftReport;
  const again = useMutation({ mutationFn: () => session.surveyAgain() });
  // The keys of the table are the names of the operations: the contract says so.
  const names = Object.keys(addresses) as OperationName[];
  const presenceOf = (name: OperationName): Presence => {
    if (failing.includes(name)) return 'failing';
    if (capabilities.present.includes(name) || (looked[name] ?? 0) > 0) return 'present';
    return capabilities.absent.includes(name) ? 'absent' : 'unknown';
  };
  const count = (presence: Presence): number => names.filter((name) => presenceOf(name) === presence).length;
  // The service may declare others, which the card of the service counts.
  const total = names.length;
  const present = count('present');
  const absent = count('absent');
  const failed = count('failing');
  const unknown = count('unknown');
  return (
    <Disclosure
      className={css.root}
      summary={[
        absent === 0
          ? m.settings_operations_all({ total, present })
          : m.settings_operations({ total, present, absent }),
        // Without these the sum differs from the total.
        ...(unknown > 0 ? [m.settings_operations_unchecked({ unknown })] : []),
        ...(failed > 0 ? [m.settings_operations_failed({ count: failed })] : []),
      ].join(', ')}
    >
      <p>{m.settings_operations_text()}</p>
      <div className={css.ask}>
        <span>
          {m.settings_operations_found({
            unknown,
            time: format.dayTime(capabilities.foundAt),
          })}
        </span>
        <Button variant="text" loading={again.isPending} onClick={() => again.mutate()}>
          {m.settings_operations_again()}
        </Button>
      </div>
      {again.isError && (
        <QueryFailure
          error={again.error}
          what={m.settings_operations_what()}
          onRetry={() => again.mutate()}
          retrying={again.isPending}
        />
      )}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={m.settings_operations_label()}>
        <table>
          <thead>
            <tr>
              <th scope="col">{m.settings_operation()}</th>
              <th scope="col">{m.settings_tier()}</th>
              <th scope="col">{m.settings_presence()}</th>
              <th scope="col">{m.settings_without()}</th>
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
                    <PresenceMark presence={presenceOf(name)} />
                  </td>
                  <td className={css.without}>{withoutWords(name)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Disclosure>
  );
}

function PresenceMark({ presence }: { presence: Presence }) {
  switch (presence) {
    case 'present':
      return (
        <span className={css.state} data-state={presence}>
          <CheckIcon aria-hidden="true" />
          {m.settings_present()}
        </span>
      );
    case 'failing':
      return (
        <span className={css.state} data-state={presence}>
          <ErrorIcon aria-hidden="true" />
          {m.settings_failing()}
        </span>
      );
    case 'absent':
      return (
        <span className={css.state} data-state={presence}>
          <RemoveIcon aria-hidden="true" />
          {m.settings_absent()}
        </span>
      );
    case 'unknown':
      return (
        <span className={css.state} data-state={presence}>
          {m.settings_not_queried()}
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
