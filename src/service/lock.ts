import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { currentMillis, currentTime } from '#clock/clock.ts';

/** Holder of a data folder. A process id alone is reused; with its start time it names one process. */
interface Holder {
  readonly id: string;
  readonly pid: number;
  /** When the process started, as the kernel counts it; absent where it cannot be known. */
  readonly started?: string | undefined;
  readonly machine: string;
}

export interface Lock {
  release(): Promise<void>;
}

/** The data folder is held by a living process; the message says by which. */
export class LockError extends Error {
  override readonly name = 'LockError';
}

/** A holder on another machine is dead when it has not touched its lock for this long. Milliseconds. */
const silence = 30_000;

/**
 * Holds a data folder for this process alone, which the embedded database itself does not see to (Rule ST-8).
 * The lock of a process that died is taken over; that of a living one is respected.
 *
 * @throws LockError naming the holder
 */
export async function lockFolder(folder: string): Promise<Lock> {
  await mkdir(folder, { recursive: true });
  // Also where it was there before: it holds keys and documents.
  await chmod(folder, 0o700);
  const path = join(folder, 'lock');
  const self: Holder = {
    id: randomUUID(),
    pid: process.pid,
    started: await startOf(process.pid),
    machine: hostname(),
  };
  const draft = `${path}.${self.id}`;
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 });
  await touch(draft);
  try {
    if (!(await create(draft, path))) await takeOver(draft, path, folder);
  } finally {
    await rm(draft, { force: true });
  }
  const beat = setInterval(() => void touch(path), silence / 3);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      const holder = await readHolder(path);
      if (holder?.id === self.id) await rm(path, { force: true });
    },
  };
}

/** A link is made whole or not at all, and never over another: one of two processes wins. */
async function create(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Replaces the lock of a dead process. Only one process may replace one dead holder: whoever first claims that
 * holder's id. The claim itself is a lock, and dies with its process.
 */
async function takeOver(draft: string, path: string, folder: string): Promise<void> {
  const holder = await readHolder(path);
  if (holder && (await isAlive(holder, path))) throw lockedError(holder, folder);
  const claim = `${path}.after.${holder?.id ?? 'unreadable'}`;
  if (!(await create(draft, claim))) await takeOver(draft, claim, folder);
  try {
    const current = await readHolder(path);
    if (current?.id !== holder?.id) throw lockedError(current, folder);
    await rm(path, { force: true });
    if (!(await create(draft, path))) throw lockedError(await readHolder(path), folder);
  } finally {
    await rm(claim, { force: true });
  }
}

function lockedError(holder: Holder | undefined, folder: string): LockError {
  const who = holder ? `process ${holder.pid} on ${holder.machine}` : 'another process';
  return new LockError(
    `The data folder ${folder} is in use by ${who}. Stop that one, or set TESTIGO_DATA to another folder.`,
  );
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.machine !== hostname()) {
    const touched = await stat(path).catch(() => undefined);
    return touched !== undefined && currentMillis() - touched.mtimeMs < silence;
  }
  if (!exists(holder.pid)) return false;
  const started = await startOf(holder.pid);
  return started === undefined || holder.started === undefined || started === holder.started;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there all the same.
    return isCode(error, 'EPERM');
  }
}

/** Start of a process within this boot of the machine (proc(5): field 22 of stat). */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The second field is the command in brackets, and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie still has an entry, but holds nothing any more.
    return fields[0] === 'Z' ? 'ended' : `${boot.trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (value === null || typeof value !== 'object') return undefined;
    if (!('id' in value && 'pid' in value && 'machine' in value)) return undefined;
    const { id, pid, machine } = value;
    if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) return undefined;
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
    if (typeof machine !== 'string') return undefined;
    const started = 'started' in value && typeof value.started === 'string' ? value.started : undefined;
    return { id, pid, machine, started };
  } catch {
    return undefined;
  }
}

/** The file's time comes from the clock that it is compared with, not from the file system. */
async function touch(path: string): Promise<void> {
  const now = currentTime();
  await utimes(path, now, now).catch(() => undefined);
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
