import { useMutation, useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { offers } from '#api/capabilities.ts';
import { organizations } from '#api/families/organizations.ts';
import {
  forecast,
  planCertification,
  timeFor,
  type CertifyPlan,
  type CertifySource,
} from '#api/operations/certify-plan.ts';
import { useCertifications } from '#api/operations/use-certifications.tsx';
import { useConnection } from '#api/session-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Facts } from '#ui/facts.tsx';
import { ink } from '#ui/ink.ts';
import { Meter } from '#ui/meter.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { WarningStrip } from '#ui/strips.tsx';
import { useFormat } from '#ui/use-format.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';
import { witnessedWhat } from './use-whole-witnesses.ts';

const Text = styled('p')({ margin: 0, color: ink.text2, fontSize: 13, lineHeight: '18px' });

/** Certifies what is chosen: first what would happen and what it costs, then, if it is wanted, the queue. */
export function CertifyDialog({
  source,
  onClose,
  onStarted,
}: {
  source: CertifySource;
  onClose: () => void;
  onStarted: () => void;
}) {
  const { client, organization } = useConnection();
  const format = useFormat();
  const snack = useSnack();
  const queue = useCertifications();
  const run = useId();
  const [read, setRead] = useState(0);
  const plan = useQuery({
    // A dry run is of this moment: it is never taken from an earlier one.
    queryKey: [client.scope, 'certify-plan', run],
    queryFn: ({ signal }) =>
      planCertification(client, source, organization?.id, witnessedWhat, setRead, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const quota = useQuota();
  const wanted = plan.data?.certifiable.length ?? 0;
  const outlook = forecast(quota?.nom151 ?? undefined, wanted);
  const asked = outlook?.enoughFor ?? wanted;
  const start = useMutation({
    mutationFn: () => queue.start(plan.data?.certifiable.slice(0, asked) ?? []),
    onSuccess: () => {
      snack({ text: m.witnesses_certify_started({ count: asked, shown: format.number(asked) }) });
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
          {plan.data && asked > 0 && (
            <Button variant="contained" loading={start.isPending} onClick={() => start.mutate()}>
              {asked < wanted
                ? m.witnesses_certify_confirm_part({ count: asked, shown: format.number(asked) })
                : m.witnesses_certify_confirm({ count: asked, shown: format.number(asked) })}
            </Button>
          )}
          <Button variant="text" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      {plan.isError ? (
        <QueryFailure
          error={plan.error}
          what={m.witnesses_certify_what()}
          onRetry={() => void plan.refetch()}
          retrying={plan.isFetching}
        />
      ) : plan.data ? (
        <DryRun plan={plan.data} outlook={outlook} api={quota?.API ?? undefined} asked={asked} />
      ) : (
        <div role="status">
          <Text>{progress}</Text>
          <Meter label={m.witnesses_certify_title()} value={total > 0 ? read / total : 0} text={progress} />
        </div>
      )}
      {start.isError && <p role="alert">{m.witnesses_certify_not_kept()}</p>}
    </Dialog>
  );
}

/** The organization's quota, where the service tells it. */
function useQuota() {
  const { client, capabilities, organization } = useConnection();
  const own = useQuery({
    ...organizations(client).one(organization?.id ?? ''),
    enabled: organization !== undefined && offers(capabilities, 'listOrganizations'),
    staleTime: 0,
  });
  return own.data?.quota ?? undefined;
}

function DryRun({
  plan,
  outlook,
  api,
  asked,
}: {
  plan: CertifyPlan;
  outlook: ReturnType<typeof forecast>;
  api: boolean | undefined;
  asked: number;
}) {
  const format = useFormat();
  const wanted = plan.certifiable.length;
  const some = (label: string, count: number) => (count > 0 ? [{ label, value: format.number(count) }] : []);
  return (
    <>
      <Text>{m.witnesses_certify_dry()}</Text>
      <Facts
        facts={[
          { label: m.witnesses_certify_would(), value: format.number(wanted) },
          ...some(m.witnesses_certify_have(), plan.already),
          ...some(m.witnesses_certify_in_process(), plan.pending),
          ...some(m.witnesses_certify_not_ours(), plan.notOurs),
          ...some(m.witnesses_certify_unknown(), plan.unknown),
          {
            label: m.witnesses_certify_quota(),
            value: outlook
              ? m.witnesses_certify_quota_after({
                  now: format.number(outlook.now),
                  after: format.number(outlook.after),
                })
              : m.witnesses_certify_quota_unknown(),
          },
        ]}
      />
      {outlook && outlook.short > 0 && (
        <WarningStrip>
          {outlook.now === 0
            ? m.witnesses_certify_quota_none()
            : m.witnesses_certify_quota_short({
                count: outlook.short,
                shown: format.number(outlook.short),
              })}
        </WarningStrip>
      )}
      {api === false && <WarningStrip>{m.witnesses_certify_api_off()}</WarningStrip>}
      {plan.changedWhileReading && <Text>{m.witnesses_certify_changed()}</Text>}
      <Text>
        {wanted === 0
          ? m.witnesses_certify_nothing()
          : asked > 0
            ? m.witnesses_certify_time({ time: durationWords(timeFor(asked)) })
            : ''}
      </Text>
    </>
  );
}

function durationWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 90
    ? m.witnesses_certify_seconds({ count: seconds })
    : m.witnesses_certify_minutes({ count: Math.round(seconds / 60) });
}
