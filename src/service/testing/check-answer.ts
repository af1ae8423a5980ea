import { nestedCollections } from '#contract/filters/nested-lists.ts';
import type { Operation } from '#contract/operations/operations.ts';
import { elementOf, fieldsOf } from '#contract/schema/schema-definition.ts';
import { factsOf } from '#contract/schema/schema-facts.ts';
import { checkDescribed } from './check-described.ts';

/**
 * Whether an answer is what the contract says (Rules WI-14, ER-1): its schema holds, and every
 * required field of a top-level answer is there. Collections of a top-level resource are pages. And it is what the
 * OpenAPI document describes.
 *
 * @throws Error naming the operation and the field
 */
export function checkAnswer(
  name: string,
  operation: Operation,
  answer: unknown,
  nesting: 'whole' | 'stub',
): void {
  const parsed = operation.output.safeParse(answer);
  if (!parsed.success)
    throw new Error(
      `${name} answered against its schema: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`,
    );
  checkDescribed(name, operation, answer);
  const { items, required } = requiredItems(operation, answer);
  for (const item of items)
    for (const field of required)
      if (field in item ? item[field] === undefined || item[field] === null : true)
        throw new Error(`${name} answered without ${field}: ${JSON.stringify(item).slice(0, 400)}`);
  if (nesting === 'whole' && items.length > 0 && nestedCollections(operation, 0).length > 0)
    for (const [collection] of nestedCollections(operation, 0))
      for (const item of items)
        if (collection !== undefined && !isPage(item[collection]))
          throw new Error(`${name} answered ${collection} that is no page`);
}

type Item = Readonly<Record<string, unknown>>;

function requiredItems(
  { output }: Operation,
  answer: unknown,
): { items: readonly Item[]; required: readonly string[] } {
  const required = factsOf(output)?.required;
  if (required) return { items: [answer as Item], required: required };
  // A list: an envelope of results, or a page of items. Which resource is listed is in its schema.
  for (const field of ['results', 'items'] as const) {
    const list = fieldsOf(output)?.[field];
    const element = list && elementOf(list);
    if (!element) continue;
    return {
      items: ((answer as Item)[field] ?? []) as Item[],
      required: factsOf(element)?.required ?? [],
    };
  }
  return { items: [], required: [] };
}

const isPage = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'items' in value && 'pageInfo' in value;
