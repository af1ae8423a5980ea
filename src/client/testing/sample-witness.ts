/** A time of the sample, RFC 3339 UTC. */
export const at = '2026-11-18T23:41:07.000Z';
/** The id of the sample. */
export const id = 'a'.repeat(24);

/** A witness as the interface describes it, with every field that a top-level answer must have. */
export const whole = {
  id,
  hash: 'b'.repeat(64),
  algorithm: 'SHA256',
  organization: { id },
  claiming: null,
  nom151: { provider: 'TESTIGO-SANDBOX', createdAt: at, updatedAt: at },
  createdAt: at,
  updatedAt: at,
};

/** The answer of a list with these rows. */
export const listed = (...results: unknown[]) => ({ id: 'l', info: { count: results.length }, results });
