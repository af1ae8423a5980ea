import { WarningStrip } from '#ui/feedback/strips.tsx';
import { m } from '#i18n/messages.ts';

/** The address asks for more than what is shown: which of its filters are not understood, and a way to be rid of them. */
export function UnreadStrip({ names, onDrop }: { names: readonly string[]; onDrop: () => void }) {
  if (names.length === 0) return null;
  const list = names.map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name)).join(', ');
  return (
    <WarningStrip framed={false} action={{ label: m.common_filters_unread_drop(), onSelect: onDrop }}>
      {m.common_filters_unread({ count: names.length, list })}
    </WarningStrip>
  );
}
