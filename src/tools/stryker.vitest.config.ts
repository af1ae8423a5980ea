import { defineConfig } from 'vitest/config';

// The proofs alone: no page, no service, and the tests that a mutant of theirs can fail.
export const config = defineConfig({
  test: {
    env: { TZ: 'America/Mexico_City' },
    include: ['src/proofs/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
  },
});

// The tool asks for a default export.
export default config;
