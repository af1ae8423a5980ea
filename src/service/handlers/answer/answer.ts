import type { Page } from '../../storage/list.ts';
import type { Queries } from '../../storage/queries.ts';
import type { NestedValue } from '../call.ts';
import type { Caller } from '../access/caller.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';
import { present } from './present.ts';
import type { Presentation } from './present.ts';
import type { Json, Kind, View } from './shapes.ts';

/** What an answer needs of a call. */
export interface CallContext {
  readonly caller: Caller;
  readonly nested: readonly NestedValue[];
}

export const presentation = (
  service: Service,
  call: CallContext,
  view: Partial<View> = {},
): Presentation => ({
  caller: call.caller,
  nested: call.nested,
  sandbox: service.sandbox,
  nesting: service.nesting,
  ...view,
});

/** One resource whose id is known to be there. */
export async function answerOne(
  service: Service,
  call: CallContext,
  kind: Kind,
  id: string,
  options: { readonly view?: Partial<View>; readonly queries?: Queries } = {},
): Promise<Json> {
  const queries = options.queries ?? service.database;
  const [object] = await present(queries, presentation(service, call, options.view), kind, [id]);
  if (!object) throw new ServiceError('not-found', `There is no ${kind} ${id}.`);
  return object;
}

/** A page of a list with its results written out. */
export async function answerPage(
  service: Service,
  call: CallContext,
  kind: Kind,
  page: Page<string>,
): Promise<Page<Json>> {
  const results = await present(service.database, presentation(service, call), kind, page.results, [
    'results',
  ]);
  return { ...page, results };
}
