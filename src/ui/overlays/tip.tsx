import {
  cloneElement,
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type HTMLAttributes,
  type ReactElement,
} from 'react';

const TipShown = lazy<ComponentType<{ anchor: HTMLElement }>>(() =>
  import('./tip-shown.tsx').then(
    (part) => ({ default: part.TipShown }),
    // Without a network the words stay where they are read aloud.
    () => ({ default: () => null }),
  ),
);

/** Milliseconds that the pointer rests on an element before its words are shown, and that they stay after it left. */
const enterMs = 400;
const leaveMs = 100;

/**
 * Words about its child, on hover and on focus. They are only an attribute of the child: a list has five of them in each
 * row, where a tooltip of its own in each cost a third of the time to the first row. `TipHost` shows them.
 */
export function Tip({
  text,
  silent,
  children,
}: {
  /** undefined: there is nothing to say now. */
  text: string | undefined;
  /** The text is already the child's name: do not describe it a second time. */
  silent?: boolean | undefined;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}) {
  if (text === undefined) return children;
  return cloneElement(children, {
    'data-tip': text,
    ...(!silent && { 'aria-description': text }),
  } as HTMLAttributes<HTMLElement>); // React's types do not list data attributes
}

/**
 * Shows the words of the element under the pointer or with the focus. Esc hides them, and they stay while the pointer is
 * on them (WCAG 1.4.13). A finger opens none.
 */
export function TipHost() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const change = (next: HTMLElement | null, afterMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setAnchor(next), afterMs);
    };
    const enter = ({ target, pointerType }: PointerEvent): void => {
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      const next = target.closest<HTMLElement>('[data-tip]');
      if (next) change(next, enterMs);
      else if (target.closest('[role="tooltip"]')) clearTimeout(timer);
      else change(null, leaveMs);
    };
    const focus = ({ target }: FocusEvent): void => {
      const next = target instanceof HTMLElement && target.matches(':focus-visible') ? target : null;
      change(next?.closest<HTMLElement>('[data-tip]') ?? null, 0);
    };
    const hide = (): void => change(null, 0);
    const escape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') hide();
    };
    document.addEventListener('pointerover', enter);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', escape);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', enter);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', escape);
    };
  }, []);
  if (!anchor?.isConnected) return null;
  return (
    <Suspense fallback={null}>
      <TipShown anchor={anchor} />
    </Suspense>
  );
}
