import { useEffect, useRef } from 'react';

/** `'j'`, `'?'`, `'Enter'`, `'mod+k'` (Ctrl, or ⌘ on a Mac) → what to do. */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Keys for the whole page. Plain keys are ignored while the reader types in a field or a menu, while a dialog is
 * open that does not contain the caller's page, and when another part has already taken the event.
 */
export function useHotkeys(keys: Hotkeys, enabled = true): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      const action =
        latest.current[
          `${mod ? 'mod+' : ''}${event.key.length === 1 && mod ? event.key.toLowerCase() : event.key}`
        ];
      if (!action || event.altKey) return;
      if (!mod && (isTyping(event.target) || document.querySelector('[aria-modal="true"]'))) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [enabled]);
}

const notTyped = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color']);

/** Whether the keys that are pressed there are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A letter finds an entry of a menu.
  if (target.closest('[role="menu"]')) return true;
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}
