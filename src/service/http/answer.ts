import { faults, type ErrorBody, type ErrorEntry } from '#contract/operations/errors.ts';
import { ServiceError } from '../service-error.ts';

/** Every reason why an input was refused, one entry a field (Rule ER-1). The first is the fault itself. */
export class InputError extends ServiceError {
  readonly reasons: readonly { readonly message: string; readonly path: readonly (string | number)[] }[];

  constructor(
    error: 'malformed-argument' | 'unprocessable',
    reasons: readonly { readonly message: string; readonly path: readonly (string | number)[] }[],
    about: { rule?: string } = {},
  ) {
    const [first] = reasons;
    super(error, first?.message ?? 'The input cannot be read.', { ...about, path: first?.path ?? [] });
    this.reasons = reasons;
  }
}

/** The refusal as a response: status from the one table, body of Rule ER-1, headers that the status asks for. */
export function answerError(error: ServiceError): Response {
  const headers = new Headers();
  if (error.kind === 'unauthenticated') headers.set('www-authenticate', 'Bearer');
  if (error.retryAfter !== undefined)
    headers.set('retry-after', String(Math.max(1, Math.ceil(error.retryAfter))));
  return answerJson(errorBody(error), error.status, headers);
}

/** JSON as the service writes it: whole numbers beyond a double are decimal text. */
export function answerJson(value: unknown, status = 200, headers = new Headers()): Response {
  headers.set('content-type', jsonType);
  return new Response(writeJson(value), { status, headers });
}

const jsonType = 'application/json; charset=utf-8';

/** Headers of an answer in JSON. */
export const jsonHeaders = (): Headers => new Headers({ 'content-type': jsonType });

export function writeJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, item: unknown) =>
    typeof item === 'bigint' ? item.toString() : item,
  );
}

/** The refusal as a value (Rule ER-1). */
export function errorBody(error: ServiceError): ErrorBody {
  const { status, code } = faults[error.kind];
  const reasons =
    error instanceof InputError ? error.reasons : [{ message: error.message, path: error.path }];
  const entry = ({
    message,
    path,
  }: {
    message: string;
    path: readonly (string | number)[] | undefined;
  }): ErrorEntry => ({
    message,
    ...(path && path.length > 0 ? { path: [...path] } : {}),
    extensions: { code, ...(error.rule ? { rule: error.rule } : {}), http: { status } },
  });
  return { errors: reasons.map(entry) };
}
