import { lazy, Suspense, useState } from 'react';
import CancelIcon from '@mui/icons-material/Close';
import ClearIcon from '@mui/icons-material/RestartAlt';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import PauseIcon from '@mui/icons-material/Pause';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import ResumeIcon from '@mui/icons-material/PlayArrow';
import TableIcon from '@mui/icons-material/TableChartOutlined';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictBar } from './verdict-bar.tsx';
import { policyTitle } from '#widgets/report/texts/policy-words.ts';
import { policyNames } from '#widgets/verification/context/verification-context.ts';
import { StrategiesLegend } from '#widgets/marks/strategies-legend.tsx';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import { m } from '#i18n/messages.ts';
import { policyDescription } from './policy-text.ts';
import { hasStrategies } from '../run/item.ts';
import type { Snapshot } from '../run/snapshot.ts';
import type { Verification } from '../run/verification.ts';
import css from './verify-head.module.css';

const PinnedAnchors = lazy(async () => ({
  default: (await import('../anchors/pinned-anchors.tsx')).PinnedAnchors,
}));

/** How far it is, by what it is checked, and what can be done with all of it. */
export function VerifyHead({
  verification,
  snapshot,
  onPrint,
}: {
  verification: Verification;
  snapshot: Snapshot;
  onPrint: () => void;
}) {
  const format = useFormat();
  const [clearing, setClearing] = useState(false);
  const { items, counts } = snapshot;
  const checkedCount = items.length - counts.RUNNING - counts.NOT_RUN;
  const title = m.verify_items_checked({
    count: items.length,
    checkedCount,
    items: format.number(items.length),
    checked: format.number(checkedCount),
  });
  const saveCsv = async () => {
    (await import('../export/save-csv.ts')).saveCsv(snapshot, format.options);
  };
  return (
    <div className={css.root}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <div className={css.line}>
          <Standing snapshot={snapshot} />
          <PolicyLine snapshot={snapshot} />
          {items.some(hasStrategies) && (
            <>
              <span aria-hidden="true">·</span>
              <StrategiesLegend />
            </>
          )}
        </div>
      </div>
      <div className={css.actions}>
        <RunControls verification={verification} snapshot={snapshot} />
        <Menu
          label={m.verify_report()}
          items={[
            { id: 'print', label: m.verify_report_print(), icon: <PrintIcon />, onSelect: onPrint },
            {
              id: 'csv',
              label: m.verify_report_csv(),
              icon: <TableIcon />,
              onSelect: () => void saveCsv(),
            },
          ]}
        >
          {(trigger) => (
            <Button iconOnPhone icon={<DownloadIcon />} {...trigger}>
              {m.verify_report()}
            </Button>
          )}
        </Menu>
        <IconButton
          outlined
          label={m.verify_clear()}
          icon={<ClearIcon />}
          onClick={() => setClearing(true)}
        />
      </div>
      {clearing && (
        <ConfirmInPlace
          title={m.verify_clear_title()}
          text={m.verify_clear_text()}
          confirm={m.verify_clear()}
          keep={m.verify_clear_keep()}
          onConfirm={() => verification.clear()}
          onKeep={() => setClearing(false)}
        />
      )}
      <VerdictBar
        counts={counts}
        label={m.verify_progress({ done: format.number(checkedCount), total: format.number(items.length) })}
      />
    </div>
  );
}

/** Pauses, resumes, cancels and takes up the run. */
function RunControls({
  verification,
  snapshot: { phase, stopped },
}: {
  verification: Verification;
  snapshot: Snapshot;
}) {
  const isUnfinished = phase === 'running' || phase === 'paused';
  return (
    <>
      {phase === 'running' && (
        <Button iconOnPhone icon={<PauseIcon />} onClick={() => verification.pause()}>
          {m.verify_pause()}
        </Button>
      )}
      {phase === 'paused' && (
        <Button variant="contained" iconOnPhone icon={<ResumeIcon />} onClick={() => verification.resume()}>
          {m.verify_resume()}
        </Button>
      )}
      {isUnfinished && (
        <Button iconOnPhone icon={<CancelIcon />} onClick={() => verification.cancel()}>
          {m.verify_cancel()}
        </Button>
      )}
      {!isUnfinished && stopped > 0 && (
        <Button icon={<ResumeIcon />} onClick={() => verification.takeUp()}>
          {m.verify_take_up({ count: stopped })}
        </Button>
      )}
    </>
  );
}

function Standing({
  snapshot: { phase, left, secondsLeft, itemsPerSecond, counts },
}: {
  snapshot: Snapshot;
}) {
  const format = useFormat();
  if (phase === 'done') return <span>{counts.NOT_RUN === 0 ? `${m.verify_all_done()}.` : ''}</span>;
  const words = m.verify_left({ count: left, left: format.number(left) });
  const seconds = Math.ceil(secondsLeft ?? 0);
  const time =
    seconds < 100
      ? m.verify_seconds({ count: format.number(seconds) })
      : m.verify_minutes({ count: format.number(Math.ceil(seconds / 60)) });
  const rate =
    itemsPerSecond === undefined || itemsPerSecond < 1
      ? undefined
      : m.verify_rate({ count: format.number(Math.round(itemsPerSecond)) });
  return (
    <span>
      {phase === 'paused' && `${m.verify_paused()}. `}
      {secondsLeft === undefined || phase === 'paused' ? words : m.verify_left_time({ left: words, time })}
      {rate !== undefined && phase === 'running' && `, ${rate}`}.
    </span>
  );
}

/** The policy and the reader's own anchors, and the way to another policy; versions stand in the details of items. */
function PolicyLine({ snapshot: { reader } }: { snapshot: Snapshot }) {
  const settings = useTrustSettings();
  const [anchors, setAnchors] = useState(false);
  const own = reader?.trust.anchors.length ?? 0;
  return (
    <>
      <span>
        {m.verify_policy_is({ policy: policyTitle(settings.policy) })}
        {own > 0 && (
          <>
            {', '}
            {settings.anchors.length === 0 ? (
              m.verify_own_anchors({ count: own })
            ) : (
              <button type="button" onClick={() => setAnchors(true)}>
                {m.verify_own_anchors({ count: own })}
              </button>
            )}
          </>
        )}
        .
      </span>
      <Menu
        label={m.verify_policy_change()}
        placement="bottom-start"
        items={policyNames.map((name) => ({
          id: name,
          label: policyTitle(name),
          detail: policyDescription(name),
          checked: settings.policy === name,
          onSelect: () => {
            trustSettings.change({ policy: name });
          },
        }))}
      >
        {(trigger) => (
          <button type="button" {...trigger}>
            {m.verify_policy_change()}
          </button>
        )}
      </Menu>
      {anchors && (
        <Suspense fallback={null}>
          <PinnedAnchors onClose={() => setAnchors(false)} />
        </Suspense>
      )}
    </>
  );
}
