import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { m } from '#words/words.ts';
import { formatAge } from './formats.ts';
import { ink } from './ink.ts';
import { useFormat } from './use-format.ts';
import { useNow } from './use-now.ts';

const Root = styled('div')({
  display: 'flex',
  alignItems: 'center',
  // A long action goes below the words where both have no room beside each other.
  flexWrap: 'wrap',
  gap: '4px 12px',
  minHeight: 40,
  padding: '8px 16px',
  borderBottom: `1px solid ${ink.line}`,
  background: ink.sunken,
  color: ink.text2,
  fontSize: 13,
  lineHeight: '18px',
  '& > svg': { flex: 'none', fontSize: 17 },
  '& > .words': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  '& > button': {
    flex: '0 1 auto',
    // A name in it may have no place to break.
    minWidth: 0,
    overflowWrap: 'anywhere',
    textAlign: 'start',
    minHeight: 24,
    padding: '0 4px',
    border: 0,
    borderRadius: 4,
    background: 'none',
    color: ink.accent,
    fontWeight: 500,
    cursor: 'pointer',
  },
  '&[data-tone="warn"]': {
    borderColor: ink.indetLine,
    background: ink.indetTint,
    color: ink.indet,
    '& > button': { color: 'inherit', textDecoration: 'underline', textUnderlineOffset: 3 },
  },
  '&[data-framed]': { border: `1px solid ${ink.line}`, borderRadius: 8 },
  '&[data-framed][data-tone="warn"]': { borderColor: ink.indetLine },
});

/** A line over data: icon, words, one action. The data stays. */
export function Strip({
  icon,
  tone,
  framed,
  action,
  children,
}: {
  icon: ReactNode;
  tone?: 'warn' | undefined;
  /** Its own outline, where it stands alone instead of on top of a list. */
  framed?: boolean | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
  children: ReactNode;
}) {
  return (
    <Root role="status" data-tone={tone} data-framed={framed || undefined}>
      {icon}
      <span className="words">{children}</span>
      {action && (
        <button type="button" onClick={action.onSelect}>
          {action.label}
        </button>
      )}
    </Root>
  );
}

/** Something to be careful about, beside what it is about. */
export function WarningStrip({
  children,
  action,
  framed = true,
}: {
  children: ReactNode;
  action?: { label: string; onSelect: () => void } | undefined;
  framed?: boolean | undefined;
}) {
  return (
    <Strip icon={<WarningIcon aria-hidden="true" />} tone="warn" framed={framed} action={action}>
      {children}
    </Strip>
  );
}

/** A part came: how much, and how to get the rest. */
export function PartialStrip({
  have,
  total,
  missing,
  onLoad,
}: {
  have: number;
  total: number;
  /** What is missing, in words: «Faltan 4 páginas». */
  missing?: string | undefined;
  onLoad: () => void;
}) {
  const format = useFormat();
  return (
    <WarningStrip framed={false} action={{ label: m.common_load_missing(), onSelect: onLoad }}>
      {m.common_partial({ have: format.number(have), total: format.number(total) })} {missing}
    </WarningStrip>
  );
}

/** No network: what is shown was kept, and from when it is. */
export function OfflineStrip({ savedAt }: { savedAt: Date | number }) {
  const format = useFormat();
  const now = useNow(60_000);
  return (
    <Strip icon={<CloudOffIcon aria-hidden="true" />}>
      {m.common_offline({ time: format.inList(new Date(savedAt), now) })}
    </Strip>
  );
}

/** A refresh failed: good data stays, with its age. */
export function StaleStrip({ updatedAt, onRetry }: { updatedAt: Date | number; onRetry: () => void }) {
  const now = useNow(10_000);
  const age = formatAge(now.getTime() - new Date(updatedAt).getTime());
  return (
    <Strip icon={<RefreshIcon aria-hidden="true" />} action={{ label: m.common_retry(), onSelect: onRetry }}>
      {m.common_stale({ age })}
    </Strip>
  );
}
