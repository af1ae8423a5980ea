import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compiledFile, compileContracts } from './build-contracts.ts';

it('the checked-in contracts are what the compiler makes of their sources, byte for byte', async () => {
  expect(await compileContracts()).toBe(readFileSync(compiledFile, 'utf8'));
}, 120_000);
