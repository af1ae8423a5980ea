/** Web Locks as a browser keeps them among its tabs: one holder of a name, others in line, and taking by force. */
export function browserLocks() {
  const held = new Map<string, (reason: Error) => void>();
  const lines = new Map<string, (() => void)[]>();
  const request = (
    name: string,
    options: LockOptions,
    hold: (lock: object | null) => Promise<void> | undefined,
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const grant = (): void => {
        let over = false;
        const end = (how: () => void): void => {
          if (over) return;
          over = true;
          if (held.get(name) === drop) held.delete(name);
          how();
          if (!held.has(name)) lines.get(name)?.shift()?.();
        };
        const drop = (reason: Error): void => end(() => reject(reason));
        held.set(name, drop);
        Promise.resolve(hold({ name })).then(() => end(() => resolve(undefined)), drop);
      };
      if (options.steal) {
        const before = held.get(name);
        held.delete(name);
        grant();
        before?.(new DOMException('stolen', 'AbortError'));
      } else if (!held.has(name)) grant();
      else if (options.ifAvailable) resolve(hold(null));
      else {
        const line = lines.get(name) ?? [];
        lines.set(name, [...line, grant]);
        options.signal?.addEventListener('abort', () => {
          lines.set(
            name,
            (lines.get(name) ?? []).filter((one) => one !== grant),
          );
          reject(new DOMException('no more', 'AbortError'));
        });
      }
    });
  return {
    held,
    locks: { request, query: () => Promise.resolve({ held: [...held.keys()].map((name) => ({ name })) }) },
  };
}

/** A `BroadcastChannel` whose tabs hear each other at once, except those that sleep. */
export class Channel {
  static readonly all = new Set<Channel>();
  readonly name: string;
  sleeps = false;
  private readonly hear: ((event: { data: unknown }) => void)[] = [];
  constructor(name: string) {
    this.name = name;
    Channel.all.add(this);
  }
  addEventListener(_type: string, listener: (event: { data: unknown }) => void): void {
    this.hear.push(listener);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.all)
      if (other !== this && other.name === this.name && !other.sleeps)
        queueMicrotask(() => other.hear.forEach((listen) => listen({ data })));
  }
  close(): void {
    Channel.all.delete(this);
  }
}
