import { nestedCollections } from '#contract/nested-lists.ts';
import type { Operation } from '#contract/operations.ts';
import { requiredFields } from '#contract/required.ts';
import * as resources from '#contract/resources.ts';
import { RateBucket } from '#contract/rate.ts';
import { checkDescribed } from './check-described.ts';

/**
 * Whether an answer is what the contract says (Rules WI-14, ER-1): its schema holds, and every field that a
 * top-level answer owes is there. Collections of a top-level resource are pages. And it is what is told to strangers.
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
  const { items, owed } = whatIsOwed(operation, answer);
  for (const item of items)
    for (const field of owed)
      if (field in item ? item[field] === undefined || item[field] === null : true)
        throw new Error(`${name} answered without ${field}: ${JSON.stringify(item).slice(0, 400)}`);
  if (nesting === 'whole' && items.length > 0 && nestedCollections(operation, 0).length > 0)
    for (const [collection] of nestedCollections(operation, 0))
      for (const item of items)
        if (collection !== undefined && !isPage(item[collection]))
          throw new Error(`${name} answered ${collection} that is no page`);
}

type Item = Readonly<Record<string, unknown>>;

function whatIsOwed(
  operation: Operation,
  answer: unknown,
): { items: readonly Item[]; owed: readonly string[] } {
  const own = ownerOf(operation.output);
  if (own) return { items: [answer as Item], owed: own };
  // A list: an envelope of results, or a page of items. Which resource is listed is in its schema.
  const def = operation.output._zod.def as { shape?: Record<string, typeof operation.output> };
  for (const field of ['results', 'items'] as const) {
    const list = def.shape?.[field];
    const element = list && elementOf(list);
    const owed = element && ownerOf(element);
    if (owed) return { items: ((answer as Item)[field] ?? []) as Item[], owed };
  }
  return { items: [], owed: [] };
}

function elementOf(schema: Operation['output']): Operation['output'] | undefined {
  const def = schema._zod.def as { innerType?: Operation['output']; element?: Operation['output'] };
  if (def.element) return def.element;
  return def.innerType ? elementOf(def.innerType) : undefined;
}

function ownerOf(schema: Operation['output']): readonly string[] | undefined {
  if (schema === RateBucket) return requiredFields.RateBucket;
  for (const [resource, known] of Object.entries(resources))
    if (known === schema && resource in requiredFields)
      return requiredFields[resource as keyof typeof requiredFields];
  return undefined;
}

const isPage = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'items' in value && 'pageInfo' in value;
