/**
 * Builds the SIMD kernel of `src/proofs/batch` from its source and writes it, with its SHA-256, as the module that
 * is checked in. `npx tsx src/tools/build/build-kernel.ts`. Needs clang and wasm-ld with the wasm32 target.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const sources = fileURLToPath(new URL('../../proofs/batch/kernel/', import.meta.url));
const target = fileURLToPath(new URL('../../proofs/batch/kernel-binary.ts', import.meta.url));

const flags = [
  '--target=wasm32',
  '-std=c11',
  '-O2',
  '-msimd128',
  '-mbulk-memory',
  '-ffreestanding',
  '-nostdlib',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-Wl,--no-entry',
  '-Wl,--strip-all',
  '-Wl,-z,stack-size=16384',
];

/** First line of `clang --version`; undefined where clang or its linker for WebAssembly is missing. */
export function kernelCompiler(): string | undefined {
  try {
    execFileSync('wasm-ld', ['--version'], { stdio: 'ignore' });
    return execFileSync('clang', ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return undefined;
  }
}

export function compileKernel(): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  try {
    const output = join(folder, 'kernel.wasm');
    execFileSync('clang', [...flags, '-o', output, 'fold.c', 'read.c'], { cwd: sources });
    return new Uint8Array(readFileSync(output));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The module that carries the binary. */
export function kernelModule(binary: Uint8Array, compiler: string): string {
  const lines = (
    Buffer.from(binary)
      .toString('base64')
      .match(/.{1,100}/g) ?? []
  ).map((line) => `  '${line}',`);
  return `// Written by \`npx tsx src/tools/build/build-kernel.ts\` from the source in \`kernel/\`; a test builds it again.
import { readBase64 } from '../encoding/bytes.ts';

/** The compiler whose output this is, byte for byte. */
export const kernelBuiltWith = '${compiler}';

/** SHA-256 of the binary. */
export const kernelSha256 = '${createHash('sha256').update(binary).digest('hex')}';

/** The WebAssembly module, to be injected into \`simdKernel\`. */
export function kernelBinary(): Uint8Array<ArrayBuffer> {
  return readBase64(lines.join(''), 'kernel');
}

// prettier-ignore
const lines = [
${lines.join('\n')}
];
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const compiler = kernelCompiler();
  if (compiler === undefined) {
    console.error('clang and wasm-ld are needed to build the kernel.');
    process.exitCode = 1;
  } else {
    const binary = compileKernel();
    writeFileSync(target, kernelModule(binary, compiler));
    console.log(`${binary.length} bytes, built with ${compiler}`);
  }
}
