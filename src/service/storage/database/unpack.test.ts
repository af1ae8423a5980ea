import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareEmptyDataDir } from './database.ts';
import { unpackInto } from './unpack.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-unpack-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Every path below a folder, with the digest of a file's bytes. */
function contentsOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(root, path);
      return entry.isDirectory()
        ? `${name}/`
        : `${name} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    })
    .toSorted();
}

/** One entry of an archive, as ustar has it. */
function entry(name: string, content: string, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  header.write('ustar\u000000', 257);
  return Buffer.concat([header, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, '\0'))]);
}
const blobOf = (...parts: Buffer[]): Blob => new Blob(parts.map((part) => new Uint8Array(part)));
const end = Buffer.alloc(1024);

describe('unpacking a prepared data folder', () => {
  it('writes what the engine wrote, which opens it', async () => {
    const archive = await prepareEmptyDataDir([], 'none');
    await unpackInto(join(folder, 'ours'), archive);
    const ours = contentsOf(join(folder, 'ours'));
    expect(ours.length).toBeGreaterThan(1_000);
    const engine = await PGlite.create(join(folder, 'ours'));
    expect((await engine.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    // The engine's own way leaves the same tables and catalogues; what it writes while it opens is elsewhere.
    const other = await PGlite.create(join(folder, 'theirs'), { loadDataDir: archive });
    await Promise.all([engine.close(), other.close()]);
    const tables = (root: string): string[] => contentsOf(join(root, 'base'));
    expect(tables(join(folder, 'ours'))).toEqual(tables(join(folder, 'theirs')));
  });

  it('reads names, folders and sizes, gzipped or not', async () => {
    const parts = [entry('/a', '', '5'), entry('/a/b', 'x'.repeat(513)), entry('/c/d', ''), end];
    for (const archive of [blobOf(...parts), blobOf(gzipSync(Buffer.concat(parts)))]) {
      await unpackInto(folder, archive);
      expect(statSync(join(folder, 'a')).isDirectory()).toBe(true);
      expect(readFileSync(join(folder, 'a', 'b'), 'utf8')).toBe('x'.repeat(513));
      expect(statSync(join(folder, 'c', 'd')).size).toBe(0);
    }
  });

  it.each([
    ['is cut between two entries', blobOf(entry('/a', 'x'))],
    ['is cut within a file', blobOf(entry('/a', 'x'.repeat(600)).subarray(0, 600))],
    ['is something else', blobOf(Buffer.from('x'.repeat(2_000)))],
    ['has a link', blobOf(entry('/a', '', '2'), end)],
    ['leads out of the folder', blobOf(entry('/a/../../out', 'x'), end)],
  ])('refuses an archive that %s', async (_, archive) => {
    await expect(unpackInto(join(folder, 'inner'), archive)).rejects.toThrow(TypeError);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});
