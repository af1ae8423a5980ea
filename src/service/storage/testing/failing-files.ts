import * as system from 'node:fs/promises';
import { basename } from 'node:path';
import type { Files } from '../objects/objects.ts';

/** A file system operation. */
export type Step =
  'rm' | 'mkdir' | 'open' | 'write' | 'sync' | 'close' | 'rename' | 'unlink' | 'open folder' | 'sync folder';

export interface FailingFiles extends Files {
  /** Each operation with the last part of its path, in order. */
  readonly steps: [Step, string][];
  /** From now on such a step fails, the count-th of them, until it is set again. */
  fail(step: Step | undefined, code?: string, count?: number): void;
}

/** The file system, as it is when its disk is full. */
export function failingFiles(): FailingFiles {
  const steps: [Step, string][] = [];
  let failing: { step: Step | undefined; code: string; left: number } = {
    step: undefined,
    code: '',
    left: 0,
  };
  const take = async (step: Step, path: string): Promise<void> => {
    steps.push([step, basename(path)]);
    if (step !== failing.step) return;
    failing.left -= 1;
    if (failing.left >= 0) return;
    throw Object.assign(new Error(`${failing.code}: no space left on device, ${step}`), {
      code: failing.code,
    });
  };
  const watched = (file: system.FileHandle, path: string, isFolder: boolean): system.FileHandle =>
    new Proxy(file, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          if (name === 'write') await take('write', path);
          if (name === 'sync') await take(isFolder ? 'sync folder' : 'sync', path);
          const done = await (value as (...all: unknown[]) => unknown).apply(target, args);
          // What the disk did not take is reported at the end; the file is closed all the same (close(2)).
          if (name === 'close' && !isFolder) await take('close', path);
          return done;
        };
      },
    });
  return {
    steps,
    fail(step, code = 'ENOSPC', count = 0) {
      failing = { step, code, left: count };
    },
    rm: async (path, options) => {
      await take('rm', String(path));
      return system.rm(path, options);
    },
    mkdir: (async (path: string, options: { recursive: boolean }) => {
      await take('mkdir', path);
      return system.mkdir(path, options);
    }) as Files['mkdir'], // the form of it that the store uses
    open: async (path, flags, mode) => {
      const isFolder = flags === 'r';
      await take(isFolder ? 'open folder' : 'open', String(path));
      return watched(await system.open(path, flags, mode), String(path), isFolder);
    },
    rename: async (from, to) => {
      await take('rename', String(to));
      return system.rename(from, to);
    },
    unlink: async (path) => {
      await take('unlink', String(path));
      return system.unlink(path);
    },
  };
}
