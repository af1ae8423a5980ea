import type { Page } from '../../storage/list.ts';
import type { Queries } from '../../storage/queries.ts';
import type { NestedValue } from '../call.ts';
import type { Caller } from '../access/caller.ts';
import { Fault } from '../../service-error.ts';
import type { Service } from '../ports.ts';
import { present } from './present.ts';
import type { Presentation } from './present.ts';
import type { Json, Kind, View } from './shapes.ts';

/** What an answer needs of a call. */
export interface Asked {
  readonly caller: Caller;
  readonly nested: readonly NestedValue[];
}

export const presentation = (service: Service, asked: Asked, view: Partial<View> = {}): Presentation => ({
  caller: asked.caller,
  nested: asked.nested,
  sandbox: service.sandbox,
  nesting: service.nesting,
  ...view,
});

/** One resource whose id is known to be there. */
export async function answerOne(
  service: Service,
  asked: Asked,
  kind: Kind,
  id: string,
  options: { readonly view?: Partial<View>; readonly queries?: Queries } = {},
): Promise<Json> {
  const queries = options.queries ?? service.database;
  const [object] = await present(queries, presentation(service, asked, options.view), kind, [id]);
  if (!object) throw new Fault('not-found', `There is no ${kind} ${id}.`);
  return object;
}

/** A page of a list with its results written out. */
export async function answerPage(
  service: Service,
  asked: Asked,
  kind: Kind,
  page: Page<string>,
): Promise<Page<Json>> {
  const results = await present(service.database, presentation(service, asked), kind, page.results, [
    'results',
  ]);
  return { ...page, results };
}
