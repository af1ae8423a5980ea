import { faults, type ErrorBody, type ErrorEntry } from '#contract/operations/errors.ts';
import { Fault } from '../service-error.ts';

/** Every reason why an input was refused, one entry a field (Rule ER-1). The first is the fault itself. */
export class InputFault extends Fault {
  readonly reasons: readonly { readonly message: string; readonly path: readonly (string | number)[] }[];

  constructor(
    fault: 'malformed-argument' | 'unprocessable',
    reasons: readonly { readonly message: string; readonly path: readonly (string | number)[] }[],
    about: { rule?: string } = {},
  ) {
    const [first] = reasons;
    super(fault, first?.message ?? 'The input cannot be read.', { ...about, path: first?.path ?? [] });
    this.reasons = reasons;
  }
}

/** The refusal as a response: status from the one table, body of Rule ER-1, headers that the status asks for. */
export function answerFault(fault: Fault): Response {
  const headers = new Headers();
  if (fault.fault === 'unauthenticated') headers.set('www-authenticate', 'Bearer');
  if (fault.retryAfter !== undefined)
    headers.set('retry-after', String(Math.max(1, Math.ceil(fault.retryAfter))));
  return answerJson(errorBody(fault), fault.status, headers);
}

/** JSON as the service writes it: whole numbers beyond a double are decimal text. */
export function answerJson(value: unknown, status = 200, headers = new Headers()): Response {
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(writeJson(value), { status, headers });
}

function writeJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, item: unknown) =>
    typeof item === 'bigint' ? item.toString() : item,
  );
}

/** The refusal as a value (Rule ER-1). */
export function errorBody(fault: Fault): ErrorBody {
  const { status, code } = faults[fault.fault];
  const reasons =
    fault instanceof InputFault ? fault.reasons : [{ message: fault.message, path: fault.path }];
  const entry = ({
    message,
    path,
  }: {
    message: string;
    path: readonly (string | number)[] | undefined;
  }): ErrorEntry => ({
    message,
    ...(path && path.length > 0 ? { path: [...path] } : {}),
    extensions: { code, ...(fault.rule ? { rule: fault.rule } : {}), http: { status } },
  });
  return { errors: reasons.map(entry) };
}
