import { useMutation, useQuery } from '@tanstack/react-query';
import CloseIcon from '@mui/icons-material/Close';
import { isAbsent } from '#client/session/capabilities.ts';
import { sandbox } from '#client/families/sandbox.ts';
import type { SandboxFaultRule, SandboxFaults } from '#client/sandbox.ts';
import { useHost } from '#client/session/session-context.tsx';
import { everyOperation } from '#contract/sandbox/injected-faults.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { FaultForm } from './fault-form.tsx';
import { faultWord, operationWord } from './fault-labels.ts';
import { PartAbsent } from './part-absent.tsx';
import css from './faults-card.module.css';

/** Faults on purpose: which are set, one more, and what came of them. Only the sandbox has such. */
export function FaultsCard() {
  const { fetch: fetcher, origin } = useHost();
  const query = useQuery({
    ...sandbox(fetcher, origin).faults(),
    refetchInterval: ({ state }) => ((state.data?.faults.length ?? 0) > 0 ? 2_000 : false),
  });
  const set = useMutation(sandbox(fetcher, origin).setFaults());
  // A sandbox of an older build has none.
  if (isAbsent(query.error) && !query.data) return <PartAbsent title={m.sandbox_faults()} />;
  const isSet = (query.data?.faults.length ?? 0) > 0;
  return (
    <Card
      title={m.sandbox_faults()}
      foot={
        isSet ? (
          <>
            <span>{m.sandbox_faults_again_note()}</span>
            <Button disabled={set.isPending} onClick={() => set.mutate(undefined)}>
              {m.sandbox_faults_clear()}
            </Button>
          </>
        ) : undefined
      }
    >
      <Stack>
        <QueryView
          query={query}
          what={m.sandbox_what_faults()}
          loading={
            <Stack style={{ gap: 16 }}>
              <p className={css.note}>{m.sandbox_faults_text()}</p>
              {/* Another takes its place: the focus would go with it. */}
              <div inert aria-hidden="true">
                <FaultForm
                  operations={[]}
                  seed={0}
                  isSet={false}
                  isComing
                  working={false}
                  onAdd={() => undefined}
                  onAgain={() => undefined}
                />
              </div>
              <LoadingRows count={1} rowHeight={18} ends={false} />
            </Stack>
          }
        >
          {(reported) => (
            <Stack style={{ gap: 16 }}>
              <p className={css.note}>{m.sandbox_faults_text()}</p>
              <FaultForm
                operations={reported.operations}
                seed={reported.seed}
                isSet={isSet}
                working={set.isPending}
                onAdd={(rule, seed) =>
                  set.mutate({ seed, faults: [...without(reported.faults, rule), rule] })
                }
                onAgain={(seed) => set.mutate({ seed, faults: reported.faults })}
              />
              {set.error ? (
                <p className={css.failed} role="alert">
                  <FailureText error={set.error} />
                </p>
              ) : null}
              {isSet ? (
                <>
                  <SetRules
                    setting={reported}
                    working={set.isPending}
                    onRemove={(rule) =>
                      set.mutate({ seed: reported.seed, faults: without(reported.faults, rule) })
                    }
                  />
                  <CallsWithFaults setting={reported} />
                </>
              ) : (
                <p className={css.note}>{m.sandbox_faults_none()}</p>
              )}
            </Stack>
          )}
        </QueryView>
      </Stack>
    </Card>
  );
}

function SetRules({
  setting,
  working,
  onRemove,
}: {
  setting: SandboxFaults;
  working: boolean;
  onRemove: (rule: SandboxFaultRule) => void;
}) {
  const format = useFormat();
  return (
    <section className={css.rows} aria-label={m.sandbox_faults_set()}>
      <h3>{m.sandbox_faults_set()}</h3>
      <ul>
        {setting.faults.map((rule) => (
          <li key={nameOf(rule)}>
            <div className={css.what}>
              <span>{faultWord(rule.fault)}</span>
              <OperationName name={rule.operation} />
              <span className={css.figure}>
                {[
                  m.sandbox_faults_share({ rate: `${format.number(rule.rate * 100, 2)}%` }),
                  rule.milliseconds !== undefined && `${format.number(rule.milliseconds)} ms`,
                  rule.retryAfter !== undefined && `${format.number(rule.retryAfter)} s`,
                  rule.times !== undefined && `× ${format.number(rule.times)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <IconButton
              small
              label={m.sandbox_faults_remove({
                fault: faultWord(rule.fault),
                operation: operationWord(rule.operation),
              })}
              icon={<CloseIcon />}
              disabled={working}
              onClick={() => onRemove(rule)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Calls and faults by operation, those with the most calls first. */
function CallsWithFaults({ setting }: { setting: SandboxFaults }) {
  const format = useFormat();
  const called = Object.entries(setting.calls).sort(([, a], [, b]) => b - a);
  return (
    <section className={css.rows} aria-label={m.sandbox_faults_befell()}>
      <h3>{m.sandbox_faults_befell()}</h3>
      {called.length === 0 ? (
        <p className={css.note}>{m.sandbox_faults_nothing_yet()}</p>
      ) : (
        <ul>
          {called.map(([operation, calls]) => (
            <li key={operation}>
              <div className={css.what}>
                <OperationName name={operation} />
                <span className={css.figure}>{m.sandbox_faults_calls({ count: calls })}</span>
                <span className={css.figure}>
                  {Object.entries(setting.injected[operation] ?? {})
                    .map(([kind, count]) =>
                      m.sandbox_faults_times({ fault: faultWord(kind), count: format.number(count) }),
                    )
                    .join(' · ') || m.sandbox_faults_no_fault()}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Names of the interface look like such; words do not. */
function OperationName({ name }: { name: string }) {
  return name === everyOperation ? <span>{operationWord(name)}</span> : <code>{operationWord(name)}</code>;
}

const nameOf = ({ operation, fault }: SandboxFaultRule): string => `${operation} ${fault}`;

const without = (rules: readonly SandboxFaultRule[], rule: SandboxFaultRule): SandboxFaultRule[] =>
  rules.filter((other) => nameOf(other) !== nameOf(rule));
