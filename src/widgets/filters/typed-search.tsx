import { useEffect, useRef, useState } from 'react';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { m } from '#i18n/messages.ts';

/** Milliseconds without another letter. */
const pause = 250;

/** A search whose text becomes the address once typing pauses. */
export function TypedSearch({
  label,
  placeholder,
  value,
  refused = false,
  onChange,
}: {
  label: string;
  placeholder: string;
  /** As it stands in the address. */
  value: string;
  /** The service was found not to take it: what stands there can only be emptied. */
  refused?: boolean;
  onChange: (value: string) => void;
}) {
  const phone = usePhone();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  // What was typed and is on its way into the address.
  const [sent, setSent] = useState<string>();
  if (seen !== value) {
    setSeen(value);
    setSent(undefined);
    // Changed from outside, as by Back or by clearing; what is being typed stays, and what was since the pause.
    if (value !== sent && value.trim() !== typed.trim()) setTyped(value);
  }
  // Whoever shows the list may do so anew at any time: that is no letter, and must not put off what was typed.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (typed.trim() === value.trim()) return undefined;
    const timer = setTimeout(() => {
      setSent(typed.trim());
      latest.current(typed.trim());
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <SearchInput
      label={label}
      placeholder={refused ? m.common_filter_refused() : phone ? m.common_search() : placeholder}
      refused={refused ? m.common_filter_refused() : undefined}
      value={typed}
      onChange={setTyped}
    />
  );
}
