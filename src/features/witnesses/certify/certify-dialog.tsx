import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { forecast, planCertification, type CertifySource } from '#jobs/certify/certify-plan.ts';
import { offersWrite } from '#client/session/offers-write.ts';
import { certifying, type CertifyWay } from '#jobs/certify/certify-way.ts';
import { certifyJobs } from '#jobs/certify/certify-jobs.ts';
import { useJobs } from '#jobs/engine/use-jobs.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { KnownOrganization } from '#client/session/session-state.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { useQuota } from '#widgets/sending/use-quota.ts';
import { m } from '#i18n/messages.ts';
import { CertifyChoice } from './certify-choice.tsx';
import { DryRun } from './certify-dry-run.tsx';
import { witnessedWhat } from '../use-whole-witnesses.ts';
import css from './certify-dialog.module.css';

/** Certifies what is chosen: first what would happen and what it costs, then, if it is wanted, the queue. */
export function CertifyDialog({
  source,
  of,
  onClose,
  onStarted,
}: {
  source: CertifySource;
  /** Whose witnesses these are, and whose quota is spent, where it is not the chosen organization. */
  of?: KnownOrganization | undefined;
  onClose: () => void;
  onStarted: () => void;
}) {
  const { capabilities, organization: chosen } = useConnection();
  const organization = of ?? chosen;
  const format = useFormat();
  const snack = useSnack();
  const queue = useJobs(certifyJobs);
  const [way, setWay] = useState<CertifyWay>('single');
  const { plan, read } = useDryRun(source, organization?.id);
  const { quota: reported, unknown: quotaUnknown } = useQuota(organization, 0);
  const quota = { single: reported?.nom151 ?? undefined, grouped: reported?.groupedNOM151 ?? undefined };
  const certifiable = plan.data?.[way].certifiable ?? [];
  const wanted = certifiable.length;
  const outlook = forecast(quota[way], wanted);
  const requested = outlook?.enoughFor ?? wanted;
  const start = useMutation({
    mutationFn: () => queue.start(certifiable.slice(0, requested), way),
    onSuccess: () => {
      snack({ text: m.witnesses_certify_started({ count: requested, shown: format.number(requested) }) });
      onStarted();
    },
  });
  const total = source.kind === 'ids' ? source.ids.length : source.total;
  const progress = m.witnesses_certify_reading({ read: format.number(read), total: format.number(total) });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={m.witnesses_certify_title()}
      actions={
        <>
          {plan.data && requested > 0 && (
            <Button variant="contained" loading={start.isPending} onClick={() => start.mutate()}>
              {confirmWords(way, requested, requested < wanted, format.number(requested))}
            </Button>
          )}
          <Button variant="text" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      <QueryView
        query={plan}
        what={m.witnesses_certify_what()}
        loading={
          <div role="status">
            <p className={css.text}>{progress}</p>
            <Meter label={m.witnesses_certify_title()} value={total > 0 ? read / total : 0} text={progress} />
          </div>
        }
      >
        {(dryRun) => (
          <>
            <p className={css.text}>{m.witnesses_certify_dry()}</p>
            {of && chosen && (
              <p className={css.text}>
                {m.witnesses_certify_other_quota({
                  name: visibleName(of.name) ?? of.id,
                  chosen: visibleName(chosen.name) ?? chosen.id,
                })}
              </p>
            )}
            <CertifyChoice
              plan={dryRun}
              quota={quota}
              quotaUnknown={quotaUnknown}
              way={way}
              grouped={offersWrite(capabilities, certifying.grouped.operation)}
              onChoose={setWay}
            />
            <DryRun
              plan={dryRun}
              way={way}
              outlook={outlook}
              quotaUnknown={quotaUnknown}
              api={reported?.API ?? undefined}
              requested={requested}
            />
          </>
        )}
      </QueryView>
      {start.isError && <p role="alert">{m.witnesses_certify_not_stored()}</p>}
    </Dialog>
  );
}

/** Reads what would be certified, and how many witnesses were read so far. */
function useDryRun(source: CertifySource, organizationId: string | undefined) {
  const { client } = useConnection();
  const run = useId();
  const [read, setRead] = useState(0);
  const readPlan = (signal: AbortSignal) =>
    planCertification(client, source, organizationId, witnessedWhat, setRead, signal);
  const plan = useQuery(
    queryOptions({
      // A dry run is of this moment: it is never taken from an earlier one.
      queryKey: [client.scope, 'certify-plan', run],
      queryFn: ({ signal }) => readPlan(signal),
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    }),
  );
  return { plan, read };
}

function confirmWords(way: CertifyWay, count: number, isPart: boolean, shown: string): string {
  if (isPart) return m.witnesses_certify_confirm_part({ count, shown });
  return way === 'single'
    ? m.witnesses_certify_confirm({ count, shown })
    : m.witnesses_certify_confirm_grouped({ count, shown });
}
