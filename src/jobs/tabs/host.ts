/** A channel between the tabs of one browser. */
export interface Pipe {
  /** To every other tab. @throws DOMException `DataCloneError` when it holds what cannot be copied */
  post(message: unknown): void;
  close(): void;
}

/** Browser features that connect tabs, as an interface, so that tests can run several tabs in one process. */
export interface TabHost {
  /** Undefined where the browser has no such thing: then every tab is by itself. */
  pipe(name: string, hear: (message: unknown) => void): Pipe | undefined;
  /** Called whenever this tab may have missed something: it wakes, comes back, or another one wrote to the store. */
  onWake(look: () => void): () => void;
}

export function browserTabs(): TabHost {
  return {
    pipe: (name, hear) => {
      if (typeof BroadcastChannel === 'undefined') return undefined;
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data);
      return { post: (message) => channel.postMessage(message), close: () => channel.close() };
    },
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
  };
}
