import BlockIcon from '@mui/icons-material/BlockOutlined';
import CheckIcon from '@mui/icons-material/Check';
import DoneIcon from '@mui/icons-material/DoneAllOutlined';
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import PauseIcon from '@mui/icons-material/PauseCircleOutlined';
import OutIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import WaitIcon from '@mui/icons-material/HourglassEmptyOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type { ReactNode } from 'react';
import { m } from '#i18n/messages.ts';
import type { Verdict } from './dry-run.ts';
import css from './verdict-mark.module.css';

const shapes: Readonly<Record<Verdict, ReactNode>> = {
  ok: <CheckIcon />,
  warning: <WarningIcon />,
  unchecked: <HelpIcon />,
  waiting: <WaitIcon />,
  refused: <BlockIcon />,
  held: <PauseIcon />,
  done: <DoneIcon />,
  out: <OutIcon />,
};

export function verdictWord(verdict: Verdict): string {
  switch (verdict) {
    case 'ok':
      return m.bulk_verdict_ok();
    case 'warning':
      return m.bulk_verdict_warning();
    case 'unchecked':
      return m.bulk_verdict_unchecked();
    case 'waiting':
      return m.bulk_verdict_waiting();
    case 'refused':
      return m.bulk_verdict_refused();
    case 'held':
      return m.bulk_verdict_held();
    case 'done':
      return m.bulk_verdict_done();
    case 'out':
      return m.bulk_verdict_out();
  }
}

/** How a row stands: shape and word. No green: nothing of it was computed from evidence. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  return (
    <span className={css.root} data-verdict={verdict}>
      {shapes[verdict]}
      {verdictWord(verdict)}
    </span>
  );
}
