import { faults, type FaultName } from '#contract/operations/errors.ts';

/**
 * A refusal. Thrown by rules and by the HTTP binding; the binding turns it into the error body of
 * Rule ER-1 with the status of the one table of faults. Everything else that is thrown is a defect.
 */
export class ServiceError extends Error {
  readonly kind: FaultName;
  /** The field or argument that broke the rule, outermost first: `['input', 'content', 'pdf']`. */
  readonly path: readonly (string | number)[] | undefined;
  /** Id of RULES.md. */
  readonly rule: string | undefined;
  /** Seconds, for `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: FaultName,
    message: string,
    about: { path?: readonly (string | number)[]; rule?: string; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'ServiceError';
    this.kind = kind;
    this.path = about.path;
    this.rule = about.rule;
    this.retryAfter = about.retryAfter;
  }

  get status(): number {
    return faults[this.kind].status;
  }
}
