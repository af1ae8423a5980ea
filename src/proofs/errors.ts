/**
 * The one error of this layer: evidence that cannot be read. Readable evidence that does not hold is never an error; it
 * is a `Check` with status FAILED. Callers turn a ProofError into a check with `unreadableCheck`
 * (`verdict/finding.ts`); anything else that is thrown is a defect of this layer.
 */

/**
 * - `unreadable`: the bytes or text are not what they claim to be (bad hex, bad DER, bad JSON, wrong type);
 * - `too-large`: a bound was exceeded (size, count, depth, bit length) before any work was spent on it;
 * - `unsupported`: well formed, but of a kind that these rules do not check (algorithm, version, critical part).
 */
export type ProofErrorKind = 'unreadable' | 'too-large' | 'unsupported';

export class ProofError extends Error {
  override readonly name = 'ProofError';
  readonly kind: ProofErrorKind;
  /** What could not be read, in the words of the field: `merkleProof[3]`, `OCSP response`. */
  readonly subject: string;

  /** @param expected what would have been accepted; it ends up in the report, so it names no secret. */
  constructor(kind: ProofErrorKind, subject: string, expected: string) {
    super(`${subject}: ${expected}`);
    this.kind = kind;
    this.subject = subject;
  }
}

export function unreadable(subject: string, expected: string): ProofError {
  return new ProofError('unreadable', subject, expected);
}

export function tooLarge(subject: string, bound: string): ProofError {
  return new ProofError('too-large', subject, bound);
}

export function unsupported(subject: string, what: string): ProofError {
  return new ProofError('unsupported', subject, what);
}
