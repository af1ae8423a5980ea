import type { Page, PagedList } from '../../storage/lists/list.ts';
import type { CursorArguments, CursorPage } from '../../storage/lists/cursor-list.ts';
import type { Queries } from '../../storage/database/queries.ts';
import type { NestedValue } from '../call.ts';
import type { Caller } from '../access/caller.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';
import type { Presentation } from './plan.ts';
import { presentCursorPage, presentOne, presentPage } from './present.ts';
import type { collections, Json, Kind, View } from './shapes.ts';

/** The parts of a call that an answer depends on. */
export interface CallContext {
  readonly caller: Caller;
  readonly nested: readonly NestedValue[];
}

const presentation = (service: Service, call: CallContext, view: Partial<View> = {}): Presentation => ({
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
  const object = await presentOne(queries, presentation(service, call, options.view), kind, id);
  if (!object) throw new ServiceError('not-found', `There is no ${kind} ${id}.`);
  return object;
}

/** A page of a list with its results written out. */
export function answerPage(
  service: Service,
  call: CallContext,
  kind: Kind,
  list: PagedList,
): Promise<Page<Json>> {
  return presentPage(service.database, presentation(service, call), kind, list);
}

/** A page of a cursor list with its items written out. */
export function answerCursorPage(
  service: Service,
  call: CallContext & { readonly query: CursorArguments },
  kind: keyof typeof collections,
): Promise<CursorPage<Json>> {
  return presentCursorPage(service.database, presentation(service, call), kind, call.query);
}
