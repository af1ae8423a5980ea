import { cleanup } from '@testing-library/react';
import { expect } from 'vitest';
import { loadVerification } from '../run/load-verification.ts';

/** Ends the page and what was checked on it: that is the tab's own, and says a moment later that it is empty. */
export async function forgetChecks(): Promise<void> {
  cleanup();
  const verification = await loadVerification();
  verification.clear();
  await expect.poll(() => verification.snapshot().phase).toBe('empty');
}
