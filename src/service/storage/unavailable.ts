/** Which store, and what is wrong with it. */
export type Store = 'database' | 'documents';

/**
 * A store cannot be used now: its disk is full, or it cannot be reached. A write was completed or did not happen at all,
 * and may be repeated later (Rule ST-22).
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly store: Store;
  readonly why: 'full' | 'lost';

  constructor(store: Store, why: 'full' | 'lost', message: string, cause?: unknown) {
    super(message, { cause });
    this.store = store;
    this.why = why;
  }
}

/** Converts an error that shows that a store cannot be used into `StorageUnavailable`; returns any other unchanged. */
export function unavailability(store: Store, error: unknown): unknown {
  if (error instanceof StorageUnavailable) return error;
  const why = reasonOf(error);
  if (!why) return error;
  const what = store === 'database' ? 'The database' : 'The store of documents';
  return new StorageUnavailable(
    store,
    why,
    why === 'full' ? `${what} has no space left.` : `${what} cannot be reached.`,
    error,
  );
}

/** Runs an operation on a store. @throws StorageUnavailable when the store cannot be used */
export async function accessStore<T>(store: Store, access: () => Promise<T>): Promise<T> {
  try {
    return await access();
  } catch (error) {
    throw unavailability(store, error);
  }
}

/** Error codes of the system (errno) and of PostgreSQL (appendix A) for a full disk. */
const full: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** No connection, no more of them, a server that stops or starts, a disk that fails, a standby. */
const lost: ReadonlySet<unknown> = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ],
  ...['EIO', 'EROFS', 'ESTALE', 'EMFILE', 'ENFILE'],
  ...['53000', '53200', '53300', '57P01', '57P02', '57P03', '57P05', '58000', '58030', '25006', '57014'],
]);

/** What `pg` says without a code. */
const lostWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

function reasonOf(error: unknown): 'full' | 'lost' | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (full.has(code)) return 'full';
  if (lost.has(code) || (typeof code === 'string' && /^08\w{3}$/.test(code))) return 'lost';
  if (lostWords.test(error.message)) return 'lost';
  // An object store's client tells the status of what it was answered.
  const status =
    '$metadata' in error && typeof error.$metadata === 'object' && error.$metadata !== null
      ? (error.$metadata as { readonly httpStatusCode?: unknown }).httpStatusCode
      : undefined;
  return (typeof status === 'number' && status >= 500) || error.name === 'TimeoutError' ? 'lost' : undefined;
}
