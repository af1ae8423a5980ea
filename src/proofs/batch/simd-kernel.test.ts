import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileKernel, kernelCompiler, kernelModule } from '#tools/build/build-kernel.ts';
import { ProofError } from '../errors.ts';
import { kernelBinary, kernelBuiltWith, kernelSha256 } from './kernel-binary.ts';
import { packProofs } from './proof-batch.ts';
import { simdKernel } from './simd-kernel.ts';
import { family, forge } from './testing/batches.ts';
import { verifyProofs } from './verify-proofs.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the binary', () => {
  it('is the one whose SHA-256 is pinned', () => {
    expect(createHash('sha256').update(kernelBinary()).digest('hex')).toBe(kernelSha256);
  });

  it('asks nothing of its host: no imports', () => {
    expect(WebAssembly.Module.imports(new WebAssembly.Module(kernelBinary()))).toEqual([]);
  });

  it('is refused when it is any other, by a single bit', () => {
    const other = kernelBinary();
    other[other.length - 1]! ^= 1;
    expect(() => simdKernel(other)).toThrow(ProofError);
    expect(() => simdKernel(new Uint8Array(0))).toThrow(expect.objectContaining({ kind: 'unsupported' }));
  });

  const compiler = kernelCompiler();
  if (compiler === undefined) {
    process.stderr.write('SKIPPED: the kernel is not built again; clang and wasm-ld are absent.\n');
  } else if (compiler !== kernelBuiltWith) {
    process.stderr.write(`SKIPPED: the kernel is not built again; ${compiler} is not ${kernelBuiltWith}.\n`);
  }
  it.skipIf(compiler !== kernelBuiltWith)(
    'is what its source builds, byte for byte',
    { timeout: 60_000 },
    () => {
      const built = compileKernel();
      expect(createHash('sha256').update(built).digest('hex')).toBe(kernelSha256);
      const module = readFileSync(new URL('./kernel-binary.ts', import.meta.url), 'utf8');
      expect(module).toBe(kernelModule(built, kernelBuiltWith));
    },
  );
});

describe('there is no SIMD kernel, and batches are verified plainly', () => {
  const list = family('bytes-sorted/1', 3, 2, 'fallback').map((entry, i) =>
    i === 4 ? forge(entry, 1, 7) : entry,
  );
  const expectPlainAnswers = () => {
    const kernel = simdKernel(kernelBinary());
    expect(kernel).toBeUndefined();
    expect([...verifyProofs(packProofs(list), kernel).failed]).toEqual([4]);
  };

  it('where there is no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expectPlainAnswers();
  });

  it('where the engine does not know SIMD', () => {
    const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    expectPlainAnswers();
    expect(validate).toHaveBeenCalledOnce();
  });

  it('where a content policy forbids to compile', () => {
    vi.spyOn(WebAssembly, 'Module').mockImplementation(function () {
      throw new WebAssembly.CompileError('refused');
    });
    expectPlainAnswers();
  });

  it.each(['leaves', 'fold'] as const)('where the engine computes %s wrongly', (broken) => {
    const { Instance, Module } = WebAssembly;
    vi.spyOn(WebAssembly, 'Instance').mockImplementation(function () {
      const { exports } = new Instance(new Module(kernelBinary()));
      return { exports: { ...exports, [broken]: () => undefined } };
    });
    expectPlainAnswers();
  });
});
