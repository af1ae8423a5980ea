import type { ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { m } from '#i18n/messages.ts';
import { formatAge } from '../formats/formats.ts';
import { useFormat } from '../formats/use-format.ts';
import { useNow } from '../hooks/use-now.ts';

/** A line over data: icon, words, one action. The data stays. */
export function Strip({
  icon,
  tone,
  framed,
  below,
  action,
  children,
}: {
  icon: ReactNode;
  tone?: 'warn' | undefined;
  /** Its own outline, where it stands alone instead of on top of a list. */
  framed?: boolean | undefined;
  /** Under the rows of a list instead of over them. */
  below?: boolean | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
  children: ReactNode;
}) {
  return (
    <Alert
      role="status"
      severity={tone === 'warn' ? 'warning' : 'info'}
      icon={icon}
      data-framed={framed || undefined}
      data-below={below || undefined}
      action={action && <Button onClick={action.onSelect}>{action.label}</Button>}
    >
      {children}
    </Alert>
  );
}

/** Something to be careful about, beside what it is about. */
export function WarningStrip({
  children,
  action,
  below,
  framed = !below,
}: {
  children: ReactNode;
  action?: { label: string; onSelect: () => void } | undefined;
  below?: boolean | undefined;
  framed?: boolean | undefined;
}) {
  return (
    <Strip icon={<WarningIcon aria-hidden="true" />} tone="warn" {...{ framed, below, action }}>
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

/** No network: what is shown was stored, and from when it is. */
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
export function StaleStrip({
  updatedAt,
  onRetry,
  framed = false,
  below,
}: {
  updatedAt: Date | number;
  onRetry: () => void;
  framed?: boolean | undefined;
  below?: boolean | undefined;
}) {
  const now = useNow(10_000);
  const age = formatAge(now.getTime() - new Date(updatedAt).getTime());
  return (
    <WarningStrip {...{ framed, below }} action={{ label: m.common_retry(), onSelect: onRetry }}>
      {m.common_stale({ age })}
    </WarningStrip>
  );
}
