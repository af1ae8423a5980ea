import { currentMillis } from '#clock/clock.ts';

/** What joins the tabs of one browser. */
export interface Pipe {
  /** To every other tab. @throws DOMException `DataCloneError` when it holds what cannot be copied */
  post(message: unknown): void;
  close(): void;
}

/** Of the browser's `LockManager`, what is used of it. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    hold: (lock: unknown) => Promise<void> | undefined,
  ): Promise<unknown>;
}

/** What a tab needs of its browser to know of the others: an interface, so that tests can have several in one process. */
export interface TabHost {
  /** Undefined where the browser has no such thing: then every tab is by itself. */
  pipe(name: string, hear: (message: unknown) => void): Pipe | undefined;
  readonly locks: Locks | undefined;
  now(): number;
  /** Called whenever this tab may have missed something: it wakes, comes back, or another one wrote to the store. */
  onWake(look: () => void): () => void;
  /** Called when this tab goes away, and when it comes back from the browser's memory of pages. */
  onLeave(leave: () => void, back: () => void): () => void;
  /** What tells builds apart: answers of another build may have another shape. */
  readonly build: string;
}

export function browserTabs(): TabHost {
  return {
    pipe: (name, hear) => {
      if (typeof BroadcastChannel === 'undefined') return undefined;
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data);
      return { post: (message) => channel.postMessage(message), close: () => channel.close() };
    },
    locks: 'locks' in navigator ? navigator.locks : undefined,
    now: currentMillis,
    onWake: (look) => {
      const events = [
        [window, 'storage'],
        [window, 'focus'],
        [window, 'pageshow'],
        [document, 'visibilitychange'],
        [document, 'resume'],
      ] as const;
      for (const [target, name] of events) target.addEventListener(name, look);
      return () => {
        for (const [target, name] of events) target.removeEventListener(name, look);
      };
    },
    onLeave: (leave, back) => {
      const shown = ({ persisted }: PageTransitionEvent): void => {
        if (persisted) back();
      };
      window.addEventListener('pagehide', leave);
      window.addEventListener('pageshow', shown);
      return () => {
        window.removeEventListener('pagehide', leave);
        window.removeEventListener('pageshow', shown);
      };
    },
    build: document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '',
  };
}
