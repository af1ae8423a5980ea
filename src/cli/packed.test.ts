import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCase } from '#proofs/case-file/build-case.ts';
import { context, document, evidence, pem, root } from '#proofs/testing/case-material.ts';
import { rangeContract } from '#proofs/testing/chain.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'testigo-packed-'));
const path = (...names: string[]): string => join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true }));

// Packed from a folder that borrows the sources, so that nothing in the repository changes meanwhile.
beforeAll(() => {
  mkdirSync(path('repository'));
  for (const name of ['package.json', 'README.md'])
    copyFileSync(join(repository, name), path('repository', name));
  for (const name of ['src', 'node_modules']) symlinkSync(join(repository, name), path('repository', name));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: path('repository') });
  const { name, version } = manifest(path('repository'));
  execFileSync('tar', ['-xzf', path(`${name}-${version}.tgz`), '-C', folder]);

  const text = buildCase({ title: 'Contrato', evidence, document, context }).text;
  writeFileSync(path('case.json'), text);
  writeFileSync(path('other.json'), text.replace('"Contrato"', '"Contrata"'));
  writeFileSync(path('nothing.json'), text.slice(1));
  mkdirSync(path('anchors'));
  writeFileSync(path('anchors', 'root.pem'), pem(root));
  const { exchanges, endorsers } = context;
  const range = { network: 421614, address: rangeContract };
  writeFileSync(path('chain.json'), JSON.stringify({ exchanges, range, endorsers }));
});

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin: { readonly testigo: string };
  readonly dependencies?: unknown;
}

function manifest(at: string): Manifest {
  return JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as Manifest; // npm has read it before us
}

function testigo(...words: string[]) {
  const at = path('package');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(at, manifest(at).bin.testigo), ...words],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

const trusting = [
  '--anchors',
  'anchors',
  '--stamp-anchors',
  'anchors',
  '--chain',
  'chain.json',
  '--at',
  new Date(context.now).toISOString(),
];

describe('the packed command', () => {
  it('exits 0 on a case that passes under the reader’s anchors, 2 without them', () => {
    expect(testigo('verify', 'case.json', ...trusting)).toMatchObject({ status: 0, stderr: '' });
    expect(testigo('verify', 'case.json', ...trusting.slice(4)).status).toBe(2);
  });

  it('exits 1 once a byte of the case is another', () => {
    expect(testigo('verify', 'other.json', ...trusting).status).toBe(1);
  });

  it('exits 64 on what cannot be read, with the usage where it was used wrongly', () => {
    expect(testigo('verify', 'nothing.json').status).toBe(64);
    expect(testigo('verify', '--nothing')).toMatchObject({ status: 64, stdout: '' });
    expect(testigo('verify', '--nothing').stderr).toContain('Usage:');
  });

  it('is one file that needs no other package, and the repository’s manifest is as it was', () => {
    expect(manifest(path('package'))).not.toHaveProperty('dependencies');
    expect(readFileSync(path('repository', 'package.json'))).toEqual(
      readFileSync(join(repository, 'package.json')),
    );
    const listed = execFileSync('find', ['.', '-type', 'f'], { cwd: path('package'), encoding: 'utf8' });
    expect(listed.trim().split('\n').sort()).toEqual([
      './README.md',
      './dist/cli/testigo.js',
      './package.json',
    ]);
    expect(readFileSync(path('package', 'dist/cli/testigo.js')).length).toBeLessThan(400_000);
  });
});
