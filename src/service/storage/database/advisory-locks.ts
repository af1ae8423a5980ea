/**
 * The advisory locks of a database, each by a number of its own. Any numbers will do, as long as every process, also of
 * another build, has the same: one that was used is never used for something else.
 */
export const advisoryLocks = {
  /** Whoever creates or changes tables. */
  migrations: 1_510_151,
  /** Whoever binds witnesses to batches, or takes them out. */
  plan: 1_510_152,
  /** A class: what instances hold, by the numbers of `instance-session.ts`. */
  instances: 1_510_153,
  /** Whoever makes partitions; the functions of migration 0111 have the number. */
  partitions: 1_510_154,
  /** Whoever puts trees in place of stored proofs. */
  proofs: 1_510_155,
  /** Whoever corrects counts. */
  counts: 1_510_156,
} as const;
