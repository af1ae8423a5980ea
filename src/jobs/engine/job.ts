/** Long work of one kind, as it is kept. */
export interface Book<O extends Job> {
  readonly kind: JobKind;
  /** Before every cache key of it. */
  readonly key: readonly unknown[];
  readonly read: (id: string) => Promise<O | undefined>;
  readonly remove: (id: string) => Promise<void>;
  /** It came to its end: there is nothing to go on with. */
  readonly isOver: (job: O) => boolean;
  /** Whether what is left of it can be done from here. */
  readonly canResume: (job: O) => Promise<boolean>;
}

export interface Job {
  readonly id: string;
  readonly status: string;
  /** RFC 3339 UTC. */
  readonly updatedAt: string;
}

export type JobKind = 'send' | 'certify' | 'bulk';
