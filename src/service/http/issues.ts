import type { z } from 'zod/mini';
import { en } from 'zod/locales';

/** One reason why a value does not follow its schema. */
export interface Reason {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

type Issue = z.core.$ZodIssue;

const english = en().localeError;
const mostReasons = 20;

/** Parses with English messages and every reason of a refusal, each with the path of its own field. */
export function parseWith<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  path: readonly (string | number)[],
): { readonly value: z.infer<S> } | { readonly reasons: readonly Reason[] } {
  const parsed = schema.safeParse(value, { error: english });
  if (parsed.success) return { value: parsed.data };
  const reasons = parsed.error.issues.flatMap((issue) => reasonsOf(issue, path));
  return { reasons: reasons.slice(0, mostReasons) };
}

function reasonsOf(issue: Issue, above: readonly (string | number)[]): Reason[] {
  const path = [...above, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => reason([...path, key.slice(0, 80)], 'is not a known field'));
  if (issue.code === 'invalid_union') {
    const closest = closestBranch(issue.errors);
    if (closest) return closest.flatMap((inner) => reasonsOf(inner, path));
  }
  return [reason(path, lowerFirst(issue.message))];
}

/** The branch of a union that the value most nearly follows: what its sender most likely meant. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const distance = (issues: readonly Issue[]): number =>
    issues.reduce(
      (sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length + 0.5 : 1),
      0,
    );
  const [first, ...others] = branches.filter((issues) => issues.length > 0);
  if (!first) return undefined;
  return others.reduce((best, issues) => (distance(issues) < distance(best) ? issues : best), first);
}

const reason = (path: readonly (string | number)[], message: string): Reason => ({
  path,
  message: `${path.length > 0 ? path.join('.') : 'The body'}: ${message}.`,
});

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
