import type { z } from 'zod/mini';
import { SandboxFaults } from '#contract/sandbox/injected-faults.ts';
import { SandboxAnchors, SandboxClock, SandboxSession, SandboxStories } from '#contract/sandbox/sandbox.ts';
import { ApiError, type RequestLine } from './http/errors.ts';

// `/sandbox` is served by this build's own service, so its answers are parsed strictly: one wrong field refuses all.

export const sandboxSchemas = {
  session: SandboxSession,
  anchors: SandboxAnchors,
  stories: SandboxStories,
  clock: SandboxClock,
  faults: SandboxFaults,
} as const;

/** @throws ApiError `unreadable`, with the paths of what is wrong and no value */
export function readSandboxAnswer<T>(schema: z.ZodMiniType<T>, answer: unknown, line: RequestLine): T {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  const messages = error.issues.slice(0, 3).map(({ path, code }) => ({
    message: `${path.join('.') || '(answer)'}: ${code}`,
  }));
  throw new ApiError('unreadable', line, { messages });
}
