import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the clock of the machine. */
const ticksPerSecond = 100;

/** Seconds of processor time that a process took since it began, of all its threads (proc(5), `/proc/[pid]/stat`). */
export function processorSeconds(processId: number): number {
  const { own } = readTimes(processId);
  return own;
}

/** The same of a process and of those that it starts, also of those that ended: of them it counts the time itself. */
export function processorSecondsWithChildren(processId: number): number {
  const { own, ended } = readTimes(processId);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => tryRead(Number(name)) ?? [])
    .filter(({ parentId }) => parentId === processId);
  return children.reduce((sum, child) => sum + child.own, own + ended);
}

interface Times {
  readonly parentId: number;
  /** Seconds. */
  readonly own: number;
  /** Seconds, of the processes that it started and that ended. */
  readonly ended: number;
}

function readTimes(processId: number): Times {
  const text = readFileSync(`/proc/${processId}/stat`, 'utf8');
  // The name of the program stands in parentheses and may have spaces and parentheses itself.
  const [, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // The rest begins with field 5; utime, stime, cutime and cstime are the fields 14 to 17.
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9, 13).map(Number);
  return {
    parentId: Number(parent),
    own: (user + system) / ticksPerSecond,
    ended: (endedUser + endedSystem) / ticksPerSecond,
  };
}

/** A process may end while the folder is read. */
function tryRead(processId: number): Times | undefined {
  try {
    return readTimes(processId);
  } catch {
    return undefined;
  }
}

/** Seconds, of all cores together, in which nothing ran on the machine (proc(5), `/proc/stat`). */
export function idleSeconds(): number {
  const [, , , , idle] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number);
  return (idle ?? 0) / ticksPerSecond;
}
