import { useId, type KeyboardEvent, type ReactNode, type Ref } from 'react';
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
import { Meter } from '#ui/feedback/meter.tsx';
import { Name } from '#ui/data/name.tsx';
import { RunningRing } from '#ui/feedback/running-ring.tsx';
import { visibleText } from '#ui/formats/visible-text.ts';
import type { TrayPlace } from './use-anchored.ts';
import css from './tray-list.module.css';

/** «Reintentar», «CSV», «Abrir». */
export interface TrayLink {
  readonly label: string;
  readonly onSelect: () => void;
}

/** What the tray shows of a job of any kind. */
export interface TrayItem {
  readonly id: string;
  readonly title: string;
  readonly state: 'running' | 'paused' | 'failed' | 'done';
  /** One line: how far it is, why it waits, what failed. */
  readonly line: string;
  /** Between 0 and 1, when it is known. */
  readonly progress?: number | undefined;
  readonly onPause?: (() => void) | undefined;
  readonly onResume?: (() => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
  /** A reload or a closed tab ends it: it is not stored. */
  readonly endsWithPage?: boolean | undefined;
  /** The most likely one first. */
  readonly links?: readonly TrayLink[] | undefined;
}

const order = { running: 0, paused: 1, failed: 2, done: 3 } as const;

/** Long work in one place, under its button: running, paused, failed, done. One failure never stops the others. */
export function Tray({
  items,
  rest,
  onFold,
  onPauseAll,
  onClearDone,
  place,
  ref,
  onKeyDown,
}: {
  items: readonly TrayItem[];
  /** How many are not shown, in words. */
  rest?: string | undefined;
  onFold: () => void;
  onPauseAll?: (() => void) | undefined;
  onClearDone?: (() => void) | undefined;
  /** Where it stands; without one, where the style sheet puts it. */
  place?: TrayPlace | undefined;
  ref?: Ref<HTMLElement> | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}) {
  const id = useId();
  const running = items.filter((item) => item.state === 'running').length;
  const sorted = items.toSorted((a, b) => order[a.state] - order[b.state]);
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- keys of its controls, which bubble: Escape closes the panel, Tab leads out of it
    <section
      ref={ref}
      className={css.root}
      aria-labelledby={id}
      style={place}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="head">
        <h2 id={id}>{m.common_tray_title()}</h2>
        <span className={css.count}>{running > 0 ? m.common_tray_running({ count: running }) : null}</span>
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
      <ul className={css.items}>
        {sorted.map((item) => (
          <TrayRow key={item.id} item={item} />
        ))}
        {rest !== undefined && <li className={css.rest}>{rest}</li>}
      </ul>
      <div className={css.foot}>
        {items.length > 0 && <LockIcon aria-hidden="true" />}
        {footWords(items)}
      </div>
    </section>
  );
}

const shapes: Record<TrayItem['state'], ReactNode> = {
  running: <RunningRing />,
  paused: <PausedIcon />,
  failed: <ErrorIcon />,
  done: <CheckIcon />,
};

function TrayRow({ item }: { item: TrayItem }) {
  const { links = [] } = item;
  return (
    <li className={css.item} data-state={item.state}>
      <span className={css.shape} role="img" aria-label={stateWord(item.state)}>
        {shapes[item.state]}
      </span>
      <div>
        <div className={css.title}>
          <Name lines={2}>{item.title}</Name>
        </div>
        <div className={css.line}>{visibleText(item.line)}</div>
        {item.progress !== undefined && (item.state === 'running' || item.state === 'paused') && (
          <Meter label={item.title} value={item.progress} text={item.line} />
        )}
      </div>
      <div className={css.actions}>
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
        <div className={css.links}>
          {links.map(({ label, onSelect }) => (
            <Button key={label} variant="text" onClick={onSelect} aria-label={`${label}: ${item.title}`}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/** What becomes of the items when the page is closed. */
function footWords(items: readonly TrayItem[]): string {
  if (items.length === 0) return m.common_tray_empty();
  const ending = items.filter(({ endsWithPage }) => endsWithPage).length;
  if (ending === 0) return m.common_tray_survives();
  return ending === items.length ? m.common_tray_ends() : m.common_tray_survives_but();
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
