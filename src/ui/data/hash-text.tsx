import { useState } from 'react';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import CheckIcon from '@mui/icons-material/Check';
import { m } from '#i18n/messages.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { useSnack } from '../overlays/snackbar.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import css from './hash-text.module.css';

export interface HashTextProps {
  /** The bare value: what copying gives. */
  value: string;
  /** «SHA-256», «Solicitud», «Dirección». */
  label?: string | undefined;
  /** How much is left at either end: text 8…6, chain 10…8, head 12…8, id 6…4. */
  size?: 'text' | 'chain' | 'head' | 'id' | undefined;
  /** Show all of it, in groups of eight; the reader can still fold it. */
  whole?: boolean | undefined;
  /** Characters that differ from this value are underlined. */
  comparedTo?: string | undefined;
  /** False where a copy button would be too much, as in a cell that is a link. */
  copy?: boolean | undefined;
  /** False: plain text that does not unfold, for use inside another control. */
  unfolds?: boolean | undefined;
}

const ends = { text: [8, 6], chain: [10, 8], head: [12, 8], id: [6, 4] } as const;

/** A hash, id or address: its kind in words, the middle cut, whole on demand, and copied bare. */
export function HashText({
  value,
  label,
  size = 'text',
  whole = false,
  comparedTo,
  copy = true,
  unfolds = true,
}: HashTextProps) {
  const [open, setOpen] = useState(whole);
  const [head, tail] = ends[size];
  const short = value.length > head + tail + 3;
  const shown =
    open || !short ? (
      <Groups value={value} comparedTo={comparedTo} />
    ) : (
      <>
        <Compared value={value} from={0} to={head} comparedTo={comparedTo} />
        <span className={css.dots}>…</span>
        <Compared value={value} from={value.length - tail} to={value.length} comparedTo={comparedTo} />
      </>
    );
  return (
    <span className={css.root} data-chain={size === 'chain' || undefined}>
      {label !== undefined && <span className="label">{label}</span>}
      {short && unfolds ? (
        <button
          type="button"
          className="value"
          aria-expanded={open}
          aria-label={`${label ?? ''} ${value}`.trim()}
          title={open ? m.common_hash_fold() : m.common_hash_unfold()}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {shown}
        </button>
      ) : (
        <span className="value">
          <span aria-hidden={short || undefined}>{shown}</span>
          {short && <VisuallyHidden>{value}</VisuallyHidden>}
        </span>
      )}
      {copy && <CopyButton value={value} what={label} />}
    </span>
  );
}

/** Copies `value` and says so. */
export function CopyButton({ value, what }: { value: string; what?: string | undefined }) {
  const snack = useSnack();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      setTimeout(() => {
        setCopied(false);
      }, 2000);
    } catch {
      snack({ text: m.common_copy_refused() });
    }
  };
  return (
    <>
      <IconButton
        small
        label={copied ? m.common_copied() : what ? m.common_copy_what({ what }) : m.common_copy()}
        icon={copied ? <CheckIcon /> : <CopyIcon />}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      />
      <VisuallyHidden role="status">{copied ? m.common_copied() : ''}</VisuallyHidden>
    </>
  );
}

function Groups({ value, comparedTo }: { value: string; comparedTo: string | undefined }) {
  // What `0x` begins has its groups after it.
  const first = value.startsWith('0x') ? 10 : 8;
  const starts = [0];
  for (let at = first; at < value.length; at += 8) starts.push(at);
  return (
    <span className={css.whole}>
      {starts.map((at) => (
        <span key={at}>
          <Compared value={value} from={at} to={at === 0 ? first : at + 8} comparedTo={comparedTo} />
        </span>
      ))}
    </span>
  );
}

function Compared({
  value,
  from,
  to,
  comparedTo,
}: {
  value: string;
  from: number;
  to: number;
  comparedTo: string | undefined;
}) {
  const part = value.slice(from, to);
  if (comparedTo === undefined) return part;
  // Runs of differing characters, so that a mark is one element and not one for each character.
  const runs: { text: string; differs: boolean }[] = [];
  Array.from(part).forEach((character, index) => {
    const differs = character !== comparedTo[from + index];
    const last = runs.at(-1);
    if (last?.differs === differs) last.text += character;
    else runs.push({ text: character, differs });
  });
  return runs.map((run, index) => (run.differs ? <mark key={index}>{run.text}</mark> : run.text));
}
