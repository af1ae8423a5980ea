import { brotliCompressSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

it('Merkle and RSA alone cost at most 15 kB with brotli, and nothing of certificates', async () => {
  const entry = fileURLToPath(new URL('testing/minimal-path.ts', import.meta.url));
  const [output] = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'], fileName: 'minimal' } },
  })) as Rolldown.RolldownOutput[]; // one result for each requested format
  const chunks = output!.output.filter((one) => one.type === 'chunk');
  expect(chunks).toHaveLength(1);
  expect(chunks[0]!.moduleIds.filter((id) => /noble\/curves|\/pki\/|\/batch\//.test(id))).toEqual([]);
  const size = brotliCompressSync(chunks[0]!.code).length;
  expect(size).toBeGreaterThan(2_000);
  expect(size).toBeLessThanOrEqual(15_000);
});
