import { z } from 'zod/mini';
import type { ReadonlyDeep } from '../schema/readonly-deep.ts';

/**
 * `/sandbox/faults` (Rule ST-20): faults on purpose, by operation and rate. Outside of the interface like all of
 * `/sandbox`, and only where the embedded service has its sandbox on.
 */

const answerCorruptingKinds = [
  'half-body',
  'malformed-json',
  'unknown-fields',
  'wrong-types',
  'null-fields',
  'null',
] as const;

/**
 * Kinds of injected faults.
 *
 * - `delay` the operation runs, later; it adds itself to whatever else is injected into the call
 * - `401` … `503` a refusal of that status, before anything is done · `429` says when to come back, `429-bare` does not
 * - `cut-before` the connection ends before anything is done · `cut-after` when all is done and nothing was answered
 * - the others corrupt the answer of an operation that was carried out: `half-body` ends in the middle with its
 *   connection, `malformed-json` is not JSON, `unknown-fields` has fields that nobody announced, `wrong-types` has
 *   values of another type, `null-fields` has null for some of them, `null` is null and nothing else
 */
export const sandboxFaultKinds = [
  'delay',
  '401',
  '403',
  '404',
  '409',
  '413',
  '422',
  '429',
  '429-bare',
  '500',
  '503',
  'cut-before',
  'cut-after',
  ...answerCorruptingKinds,
] as const;

export type SandboxFaultKind = (typeof sandboxFaultKinds)[number];

/** Faults that corrupt an answer; they do not apply to uploads, which are answered without a body. */
export const corruptingFaultKinds: ReadonlySet<SandboxFaultKind> = new Set(answerCorruptingKinds);

/** Names for every operation, and for uploads, which are a PUT to an upload address and no operation. */
export const everyOperation = '*';
export const uploadOperation = 'upload';

/** Bounds of a rule. */
export const sandboxFaultLimits = {
  /** Rules of one setting. */
  rules: 200,
  /** Milliseconds. */
  delay: 60_000,
  /** Seconds. */
  retryAfter: 3_600,
  seed: 2 ** 31 - 1,
} as const;

const SandboxFaultRule = z.object({
  /** Name in the table of operations, `upload` or `*`. */
  operation: z.string(),
  fault: z.enum(sandboxFaultKinds),
  /** How many of the calls, 0 to 1. */
  rate: z.number(),
  /** Of `delay`; 1000 where it is absent. */
  milliseconds: z.exactOptional(z.number()),
  /** Seconds, of `429` and `503`; 1 where it is absent. */
  retryAfter: z.exactOptional(z.number()),
  /** At most so many of each operation; without it as many as the rate gives. */
  times: z.exactOptional(z.number()),
});
export type SandboxFaultRule = ReadonlyDeep<z.infer<typeof SandboxFaultRule>>;

/** Body of `PUT` and `POST`. It replaces the setting, and counting begins anew. */
export interface SandboxFaultSetting {
  /** 0 where it is absent. The same seed and the same sequence of calls of an operation have the same faults. */
  readonly seed?: number;
  readonly faults: readonly SandboxFaultRule[];
}

/** Answer of `GET`, `PUT`, `POST` and `DELETE`: the setting, and the faults injected so far. */
export const SandboxFaults = z.object({
  seed: z.number(),
  faults: z.array(SandboxFaultRule),
  /** Names that a rule may have, beside `*`. */
  operations: z.array(z.string()),
  /** Calls since it was set, by operation. Empty while no rule is set. */
  calls: z.record(z.string(), z.number()),
  /** Faults since it was set, by operation and kind. */
  injected: z.record(z.string(), z.partialRecord(z.enum(sandboxFaultKinds), z.number())),
});
export type SandboxFaults = ReadonlyDeep<z.infer<typeof SandboxFaults>>;
