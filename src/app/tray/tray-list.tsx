import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import LockIcon from '@mui/icons-material/LockOutlined';
import PauseIcon from '@mui/icons-material/PauseOutlined';
import PausedIcon from '@mui/icons-material/PauseCircleOutlined';
import PlayIcon from '@mui/icons-material/PlayArrowOutlined';
import { m } from '#i18n/messages.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { Meter } from '#ui/feedback/meter.tsx';
import { Name } from '#ui/data/name.tsx';
import { RunningRing } from '#ui/feedback/running-ring.tsx';
import { visibleText } from '#ui/formats/visible-text.ts';

export interface TrayItem {
  id: string;
  title: string;
  state: 'running' | 'paused' | 'failed' | 'done';
  /** One line: how far, why it waits, what failed. */
  line: string;
  /** Between 0 and 1, when it is known. */
  progress?: number | undefined;
  onPause?: (() => void) | undefined;
  onResume?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
  /** «Reintentar», «CSV», «Abrir». */
  action?: { label: string; onSelect: () => void } | undefined;
  /** Further ones, beside it. */
  more?: readonly { label: string; onSelect: () => void }[] | undefined;
}

const Root = styled('section')({
  position: 'fixed',
  zIndex: 1200,
  right: 24,
  bottom: 24,
  display: 'flex',
  flexDirection: 'column',
  width: 392,
  maxWidth: 'calc(100vw - 24px)',
  maxHeight: 'calc(100vh - 120px)',
  border: `1px solid ${ink.line2}`,
  borderRadius: 10,
  background: ink.surface,
  boxShadow: ink.shadow,
  '& > .head': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    padding: '12px 12px 12px 18px',
    borderBottom: `1px solid ${ink.line}`,
    '& > h2': { ...type.section },
    '& > .count': { ...type.table, flex: 1, color: ink.text2 },
  },
  '& > .items': { overflow: 'auto' },
  '& > .foot': {
    ...type.caption,
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '10px 18px',
    borderTop: `1px solid ${ink.line}`,
    color: ink.text2,
    '& svg': { fontSize: 16 },
  },
  [media.phone]: { right: 12, left: 12, width: 'auto', bottom: 'calc(64px + env(safe-area-inset-bottom))' },
});

const Item = styled('li')({
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr) auto',
  columnGap: 12,
  padding: '12px 18px',
  '& + &': { borderTop: `1px solid ${ink.line}` },
  '& > .shape': {
    paddingTop: 1,
    color: ink.text2,
    '& svg': { display: 'block', fontSize: 18, width: 18, height: 18 },
  },
  '&[data-state="failed"] > .shape, &[data-state="failed"] .line': { color: ink.fail },
  '& .title': { fontSize: 13.5, lineHeight: '20px', fontWeight: 550, overflowWrap: 'anywhere' },
  '& .line': { ...type.table, fontSize: 12.5, color: ink.text2 },
  '& [role="progressbar"]': { marginTop: 6 },
  // Below the line, so that neither words nor actions are ever squeezed.
  '& > .links': { gridColumn: '2 / -1', display: 'flex', flexWrap: 'wrap', gap: 4, margin: '4px -8px -4px' },
  '& > .actions': { display: 'flex', alignItems: 'flex-start', gap: 4, marginRight: -6 },
});

const Rest = styled('li')({
  ...type.caption,
  padding: '10px 18px 10px 48px',
  borderTop: `1px solid ${ink.line}`,
  color: ink.text2,
});

const order = { running: 0, paused: 1, failed: 2, done: 3 } as const;

/** Long work in one place, bottom right: running, paused, failed, done. One failure never stops the others. */
export function Tray({
  items,
  rest,
  onFold,
  onPauseAll,
  onClearDone,
}: {
  items: readonly TrayItem[];
  /** How many are not shown, in words. */
  rest?: string | undefined;
  onFold: () => void;
  onPauseAll?: (() => void) | undefined;
  onClearDone?: (() => void) | undefined;
}) {
  const id = useId();
  const running = items.filter((item) => item.state === 'running').length;
  const sorted = items.toSorted((a, b) => order[a.state] - order[b.state]);
  return (
    <Root aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{m.common_tray_title()}</h2>
        <span className="count">{running > 0 ? m.common_tray_running({ count: running }) : null}</span>
        {running > 1 && onPauseAll ? (
          <Button variant="text" icon={<PauseIcon />} onClick={onPauseAll}>
            {m.common_tray_pause_all()}
          </Button>
        ) : (
          onClearDone &&
          items.some((item) => item.state === 'done') && (
            <Button variant="text" onClick={onClearDone}>
              {m.common_tray_clear_done()}
            </Button>
          )
        )}
        <IconButton label={m.common_tray_fold()} icon={<ExpandIcon />} onClick={onFold} />
      </div>
      <ul className="items">
        {sorted.map((item) => (
          <TrayRow key={item.id} item={item} />
        ))}
        {rest !== undefined && <Rest>{rest}</Rest>}
      </ul>
      <div className="foot">
        <LockIcon aria-hidden="true" />
        {items.length > 0 ? m.common_tray_survives() : m.common_tray_empty()}
      </div>
    </Root>
  );
}

const shapes: Record<TrayItem['state'], ReactNode> = {
  running: <RunningRing />,
  paused: <PausedIcon />,
  failed: <ErrorIcon />,
  done: <CheckIcon />,
};

function TrayRow({ item }: { item: TrayItem }) {
  const links = [...(item.action ? [item.action] : []), ...(item.more ?? [])];
  return (
    <Item data-state={item.state}>
      <span className="shape" role="img" aria-label={stateWord(item.state)}>
        {shapes[item.state]}
      </span>
      <div>
        <div className="title">
          <Name lines={2}>{item.title}</Name>
        </div>
        <div className="line">{visibleText(item.line)}</div>
        {item.progress !== undefined && (item.state === 'running' || item.state === 'paused') && (
          <Meter label={item.title} value={item.progress} text={item.line} />
        )}
      </div>
      <div className="actions">
        {item.state === 'running' && item.onPause && (
          <IconButton
            small
            label={m.common_tray_pause({ name: item.title })}
            icon={<PauseIcon />}
            onClick={item.onPause}
          />
        )}
        {item.state === 'paused' && item.onResume && (
          <IconButton
            small
            label={m.common_tray_resume({ name: item.title })}
            icon={<PlayIcon />}
            onClick={item.onResume}
          />
        )}
        {item.state !== 'done' && item.onCancel && (
          <IconButton
            small
            label={m.common_tray_cancel({ name: item.title })}
            icon={<CloseIcon />}
            onClick={item.onCancel}
          />
        )}
      </div>
      {links.length > 0 && (
        <div className="links">
          {links.map(({ label, onSelect }) => (
            <Button key={label} variant="text" onClick={onSelect} aria-label={`${label}: ${item.title}`}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </Item>
  );
}

function stateWord(state: TrayItem['state']): string {
  switch (state) {
    case 'running':
      return m.common_tray_state_running();
    case 'paused':
      return m.common_tray_state_paused();
    case 'failed':
      return m.common_tray_state_failed();
    case 'done':
      return m.common_tray_state_done();
  }
}
