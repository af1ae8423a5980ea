import { z } from 'zod/mini';
import { DateTime, ObjectId, Sha256Hex } from '../schema/scalars.ts';
import { registerFacts } from '../schema/schema-facts.ts';

/**
 * Why an attempt to preserve failed (Rule PR-8). The set is closed, because what was thrown may name hosts, accounts and
 * paths of whoever operates the service:
 * - `NO_TIME_STAMP`: the certification provider gave none
 * - `NOT_ANCHORED`: the chain did not take the root
 * - `INTERNAL`: everything else
 */
export const preservationFailures = ['NO_TIME_STAMP', 'NOT_ANCHORED', 'INTERNAL'] as const;
export type PreservationFailure = (typeof preservationFailures)[number];

/** One strategy of a witness that failed at its last attempt, and is tried again. */
const FailedAttempts = z.looseObject({
  /** As in the policy: NOM151, MERKLEIZED or WITNESS_CO. */
  waitsFor: z.nullish(z.string()),
  /** In a row. */
  attempts: z.nullish(z.int()),
  reason: z.nullish(z.string()),
  needsAttention: z.nullish(z.boolean()),
  /** By the service's clock; null: at once. */
  nextAttemptAt: z.nullish(DateTime),
});
export type FailedAttempts = z.infer<typeof FailedAttempts>;
registerFacts(FailedAttempts, {
  name: 'FailedAttempts',
  kind: 'part',
  required: ['waitsFor', 'attempts', 'reason', 'needsAttention'],
});

const FailingWitness = z.looseObject({
  witnessId: z.nullish(ObjectId),
  hash: z.nullish(Sha256Hex),
  failures: z.nullish(z.array(FailedAttempts)),
});
export type FailingWitness = z.infer<typeof FailingWitness>;
registerFacts(FailingWitness, {
  name: 'FailingWitness',
  kind: 'part',
  required: ['witnessId', 'hash', 'failures'],
});

const PreservationWaiting = z.looseObject({
  /** Witnesses, the failing ones among them. */
  count: z.nullish(z.int()),
  /** Since when the oldest of them waits; null: none does. */
  oldestAt: z.nullish(DateTime),
  /** Witnesses that are not counted above: no time ends what they wait for. */
  withoutQuota: z.nullish(z.int()),
  withoutLog: z.nullish(z.int()),
});
registerFacts(PreservationWaiting, {
  name: 'PreservationWaiting',
  kind: 'part',
  required: ['count', 'withoutQuota', 'withoutLog'],
});

const PreservationFailing = z.looseObject({
  count: z.nullish(z.int()),
  /** Those of them that failed so often that somebody has to look. */
  needAttention: z.nullish(z.int()),
});
registerFacts(PreservationFailing, {
  name: 'PreservationFailing',
  kind: 'part',
  required: ['count', 'needAttention'],
});

/** What of an organization waits to be preserved, and what of it fails. */
export const Preservation = z.looseObject({
  waiting: z.nullish(PreservationWaiting),
  failing: z.nullish(PreservationFailing),
  /** The failing witnesses with the most attempts. */
  items: z.nullish(z.array(FailingWitness)),
});
export type Preservation = z.infer<typeof Preservation>;
registerFacts(Preservation, {
  name: 'Preservation',
  kind: 'part',
  required: ['waiting', 'failing', 'items'],
});
