import { useQuery } from '@tanstack/react-query';
import PauseIcon from '@mui/icons-material/PauseOutlined';
import PlayIcon from '@mui/icons-material/PlayArrowOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import ReplayIcon from '@mui/icons-material/ReplayOutlined';
import { lazy, Suspense, useState } from 'react';
import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import { bulks } from '#jobs/bulk/bulks.ts';
import { bulkJobs } from '#jobs/bulk/bulk-jobs.ts';
import { useJobs } from '#jobs/engine/use-jobs.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { causeWords } from './failure-texts.ts';
import { RunItems } from './run-items.tsx';
import { saveResult } from './save-result.ts';
import css from './run-page.module.css';

const DecisionsCard = lazy(async () => ({ default: (await import('./decisions-card.tsx')).DecisionsCard }));

/** A bulk that was begun: how far it is, what became of each request, and what can be done with it. */
export function RunPage({ id }: { id: string }) {
  const { client } = useConnection();
  const read = useQuery(bulks(client.scope).one(id));
  const operation = read.data;
  if (operation === undefined)
    return (
      <PageFrame title={m.bulk_title()}>
        <LoadingRows count={6} />
      </PageFrame>
    );
  if (operation === null)
    return (
      <PageFrame title={m.bulk_title()}>
        <EmptyState
          icon={<SearchOffIcon aria-hidden="true" />}
          title={m.bulk_run_gone()}
          text={m.bulk_run_gone_text()}
          actions={<LinkButton to={paths.bulk}>{m.bulk_another()}</LinkButton>}
        />
      </PageFrame>
    );
  return <Run operation={operation} />;
}

function Run({ operation }: { operation: BulkJob }) {
  const format = useFormat();
  const jobs = useJobs(bulkJobs);
  const [isCancelling, setIsCancelling] = useState(false);
  const { id, title, status, counts } = operation;
  return (
    <PageFrame
      title={title}
      sub={statusWords(operation, format)}
      actions={
        <RunActions
          operation={operation}
          isCancelling={isCancelling}
          onCancel={() => setIsCancelling(true)}
        />
      }
    >
      <Stack>
        {isCancelling && (
          <ConfirmInPlace
            title={m.bulk_cancel_title({ count: counts.waiting + counts.running })}
            text={m.bulk_cancel_text()}
            confirm={m.bulk_cancel_confirm()}
            keep={m.bulk_cancel_keep()}
            onKeep={() => setIsCancelling(false)}
            onConfirm={() => void jobs.cancel(id).then(() => setIsCancelling(false))}
          />
        )}
        <RunWarning operation={operation} />
        <RunProgress operation={operation} />
        {counts.failed > 0 && status !== 'cancelled' && (
          <Suspense fallback={null}>
            <DecisionsCard
              // What is decided leaves it: it is read anew.
              key={`${counts.failed} ${counts.refused}`}
              operation={operation}
              onDecide={(decision, n) => void jobs.decide(id, decision, n)}
            />
          </Suspense>
        )}
        <RunItems operation={operation} />
        {status === 'done' && (counts.failed > 0 || counts.refused > 0) && (
          <p style={{ margin: 0 }}>{m.bulk_result_help()}</p>
        )}
      </Stack>
    </PageFrame>
  );
}

function RunActions({
  operation,
  isCancelling,
  onCancel,
}: {
  operation: BulkJob;
  /** Whether to cancel is being confirmed. */
  isCancelling: boolean;
  onCancel: () => void;
}) {
  const { client } = useConnection();
  const jobs = useJobs(bulkJobs);
  const snack = useSnack();
  const { id, status, counts } = operation;
  const isLive = status === 'running' || status === 'paused' || status === 'stopped';
  const save = (): void =>
    void saveResult(client.scope, operation).catch(() => snack({ text: m.bulk_result_failed() }));
  return (
    <>
      {status === 'running' && (
        <Button icon={<PauseIcon />} onClick={() => void jobs.pause(id)}>
          {m.bulk_pause()}
        </Button>
      )}
      {(status === 'paused' || status === 'stopped') && (
        <Button variant="contained" icon={<PlayIcon />} onClick={() => void jobs.resume(id)}>
          {m.bulk_resume()}
        </Button>
      )}
      {counts.failed > 0 && status !== 'cancelled' && (
        <Button icon={<ReplayIcon />} onClick={() => void jobs.retryFailed(id)}>
          {m.bulk_retry_failed({ count: counts.failed })}
        </Button>
      )}
      <Button icon={<DownloadIcon />} onClick={save}>
        {m.bulk_result()}
      </Button>
      {isLive && !isCancelling && (
        <Button variant="text" onClick={onCancel}>
          {m.bulk_cancel()}
        </Button>
      )}
      {!isLive && (
        <LinkButton variant="contained" to={paths.bulk}>
          {m.bulk_another()}
        </LinkButton>
      )}
    </>
  );
}

/** Why the bulk stopped, or waits. */
function RunWarning({ operation }: { operation: BulkJob }) {
  const format = useFormat();
  const jobs = useJobs(bulkJobs);
  const { id, status, failure, waitingUntil } = operation;
  if (status === 'stopped' && failure)
    return (
      <WarningStrip action={{ label: m.bulk_resume(), onSelect: () => void jobs.resume(id) }}>
        {m.bulk_stopped()} {causeWords(failure)}
      </WarningStrip>
    );
  if (status === 'running' && waitingUntil !== undefined)
    return (
      <WarningStrip>
        {failure ? causeWords(failure) : ''} {m.bulk_waiting_until({ time: format.time(waitingUntil) })}
      </WarningStrip>
    );
  return null;
}

function RunProgress({ operation: { title, total, counts, bytes } }: { operation: BulkJob }) {
  const format = useFormat();
  const toSend = total - counts.refused;
  const settled = counts.done + counts.failed;
  const progress = m.bulk_progress({
    count: toSend,
    done: format.number(settled),
    total: format.number(toSend),
  });
  return (
    <Card>
      <Stack>
        <Meter label={title} value={settled} max={Math.max(1, toSend)} text={progress} />
        <Row>
          <p className={css.figures} role="status">
            {progress}
            {bytes.total > 0 &&
              ` · ${m.bulk_bytes({ sent: format.bytes(bytes.sent), total: format.bytes(bytes.total) })}`}
          </p>
        </Row>
      </Stack>
    </Card>
  );
}

function statusWords({ status, counts }: BulkJob, format: ReturnType<typeof useFormat>): string {
  switch (status) {
    case 'running':
      return m.bulk_status_running();
    case 'paused':
      return m.bulk_status_paused();
    case 'stopped':
      return m.bulk_status_stopped();
    case 'cancelled':
      return m.bulk_status_cancelled();
    case 'done':
      return m.bulk_status_done({
        done: format.number(counts.done),
        failed: format.number(counts.failed),
        refused: format.number(counts.refused),
      });
  }
}
