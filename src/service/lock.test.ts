import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentMillis, currentTime, setClock } from '#clock/clock.ts';
import { LockError, lockFolder } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-lock-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const path = (): string => join(folder, 'lock');
const write = (holder: object): Promise<void> => writeFile(path(), JSON.stringify(holder));
const holder = async (): Promise<{ pid: number; id: string }> =>
  JSON.parse(await readFile(path(), 'utf8')) as { pid: number; id: string };

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('close', resolve));
  return child.pid ?? 0;
}

describe('the lock of the data folder', () => {
  it('ST-8 one process at a time: a second is refused by name, and let in after the release', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(LockError);
    await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid} on ${hostname()}`);
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
    await (await lockFolder(folder)).release();
  });

  it('ST-8 makes the folder its owner’s alone, also one that was there', async () => {
    await chmod(folder, 0o755);
    const lock = await lockFolder(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await lock.release();
    const inside = join(folder, 'new', 'data');
    const other = await lockFolder(inside);
    expect((await stat(inside)).mode & 0o777).toBe(0o700);
    await other.release();
  });

  it('ST-8 takes over from a process that ended', async () => {
    await write({ id: 'dead', pid: await endedProcess(), machine: hostname() });
    const lock = await lockFolder(folder);
    expect((await holder()).pid).toBe(process.pid);
    expect(await readdir(folder)).toEqual(['lock']);
    await lock.release();
  });

  it('ST-8 takes over when the process id belongs to another process by now', async () => {
    await write({ id: 'dead', pid: process.pid, started: 'another-boot/1', machine: hostname() });
    const lock = await lockFolder(folder);
    expect((await holder()).id).not.toBe('dead');
    await lock.release();
  });

  it('ST-8 on another machine a holder lives while it touches its lock', async () => {
    await write({ id: 'far', pid: 1, machine: 'another-machine' });
    // The time of the file is that of the clock, as a holder sets it: a test run may move the clock.
    const touchedAt = async (at: Date): Promise<void> => utimes(path(), at, at);
    await touchedAt(currentTime());
    await expect(lockFolder(folder)).rejects.toThrow('another-machine');
    await touchedAt(new Date(currentMillis() - 60_000));
    await (await lockFolder(folder)).release();
  });

  it('ST-8 the lock carries the time of the clock, when it is made', async () => {
    const now = new Date('2027-01-01T05:59:59Z');
    setClock(now);
    const lock = await lockFolder(folder);
    expect((await stat(path())).mtime).toEqual(now);
    await lock.release();
  });

  it.each(['', '{', 'null', '{"id":5}', '{"id":"../x","pid":1,"machine":"m"}'])(
    'ST-8 takes over what is no lock at all: %j',
    async (text) => {
      await writeFile(path(), text);
      await (await lockFolder(folder)).release();
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('ST-8 of many that find a dead lock exactly one wins', async () => {
    await write({ id: 'dead', pid: await endedProcess(), machine: hostname() });
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder)));
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(LockError);
    for (const { value } of won) await value.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('ST-8 a claim left by a process that died while taking over is taken over too', async () => {
    const pid = await endedProcess();
    await write({ id: 'dead', pid, machine: hostname() });
    await writeFile(
      join(folder, 'lock.after.dead'),
      JSON.stringify({ id: 'dead2', pid, machine: hostname() }),
    );
    await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('ST-8 releases only its own lock', async () => {
    const lock = await lockFolder(folder);
    await write({ id: 'other', pid: process.pid, machine: hostname() });
    await lock.release();
    expect((await holder()).id).toBe('other');
  });
});
