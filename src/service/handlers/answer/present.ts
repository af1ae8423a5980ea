import { defaultListLimit, defaultPageSize } from '#contract/filters/arguments.ts';
import { sql } from '../../storage/database/sql.ts';
import { addCursorPages, emptyPage } from '../../storage/lists/cursor-list.ts';
import type { CursorArguments, CursorPage } from '../../storage/lists/cursor-list.ts';
import { pageOf, selectPage } from '../../storage/lists/list.ts';
import type { Page, PagedList } from '../../storage/lists/list.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { RowSets } from '../../storage/lists/row-sets.ts';
import type { FoundRows } from '../../storage/lists/row-sets.ts';
import { Planner } from './plan.ts';
import type { AnyRow, EdgePlan, InvitesPlan, Presentation, ResourcePlan } from './plan.ts';
import { collections, shapes } from './shapes.ts';
import type { Json, Kind, Shape, View } from './shapes.ts';

// Resources as they are answered. Each answer is one statement, whatever is in it: its parts are of one instant.

/** One resource; undefined where it is not there. */
export async function presentOne(
  queries: Queries,
  presentation: Presentation,
  kind: Kind,
  id: string,
): Promise<Json | undefined> {
  const sets = new RowSets();
  const plan = new Planner(sets, presentation).root(kind, sql`select ${id}::text`, []);
  const [object] = new Writer(await sets.read(queries), presentation).objects(plan);
  return object;
}

/** A page of a list with its results written out. */
export async function presentPage(
  queries: Queries,
  presentation: Presentation,
  kind: Kind,
  list: PagedList,
): Promise<Page<Json>> {
  const sets = new RowSets();
  const { idsOf, count, orderOf } = selectPage(list);
  const counted = sets.add<{ count: number }>(count);
  const { size = defaultPageSize } = list.arguments.pagination ?? {};
  const plan = new Planner(sets, presentation, size).root(
    kind,
    idsOf(counted.name),
    ['results'],
    orderOf('x'),
  );
  const found = await sets.read(queries);
  const results = new Writer(found, presentation).objects(plan);
  return pageOf(list, found.of(counted)[0]?.count ?? 0, results);
}

/** A page of a cursor list with its items written out. */
export async function presentCursorPage(
  queries: Queries,
  presentation: Presentation,
  kind: keyof typeof collections,
  requested: CursorArguments,
): Promise<CursorPage<Json>> {
  const sets = new RowSets();
  const pages = addCursorPages<AnyRow>(sets, collections[kind], requested, undefined);
  const { limit = defaultListLimit } = requested;
  const plan = new Planner(sets, presentation, limit).root(kind, sql`select id from ${pages.rows.name}`, [
    'items',
  ]);
  const found = await sets.read(queries);
  const page = pages.read(found).get('') ?? emptyPage<AnyRow>();
  const rows = new Map(found.of(plan.rows).map((row) => [row.id, row]));
  const ordered = page.items.map(({ id }) => rows.get(id)).filter((row) => row !== undefined);
  return { ...page, items: new Writer(found, presentation).objects(plan, ordered) };
}

/** Writes rows into objects, as planned. */
class Writer {
  readonly #found: FoundRows;
  readonly #view: View;

  constructor(found: FoundRows, view: View) {
    this.#found = found;
    this.#view = view;
  }

  objects(plan: ResourcePlan, rows: readonly AnyRow[] = this.#found.of(plan.rows)): Json[] {
    // Each kind's shape fits its own rows; the two are always chosen by the same kind.
    const shape = shapes[plan.kind] as Shape<AnyRow>;
    const objects = rows.map((row) => shape.fields(row, this.#view));
    for (const edge of plan.edges) this.#writeEdge(edge, rows, objects);
    if (plan.invites) this.#writeInvites(plan.invites, rows, objects);
    for (const { field, pages, items } of plan.collections) {
      const written = new Map(
        [...pages.read(this.#found)].map(([id, page]) => [
          id,
          { ...page, items: this.objects(items, page.items) },
        ]),
      );
      rows.forEach((row, index) => assign(objects[index], field, written.get(row.id) ?? emptyPage<Json>()));
    }
    return objects;
  }

  #writeEdge(plan: EdgePlan, rows: readonly AnyRow[], objects: readonly Json[]): void {
    const { edge } = plan;
    const read = this.#targetsOf(plan);
    rows.forEach((row, index) => {
      // The columns of edges have ids.
      const id = row[edge.column] as string | null;
      if (edge.within && id === null) return;
      const holder = objects[index];
      // `within` names a field that the shape itself wrote as an object.
      const target = edge.within ? (holder?.[edge.within] as Json | undefined) : holder;
      assign(target, edge.field, id === null ? null : read(id));
    });
  }

  #targetsOf({ target, known, keepsId }: EdgePlan): (id: string) => Json | null {
    if (target) {
      const objects = this.objects(target);
      const byId = new Map(this.#found.of(target.rows).map(({ id }, index) => [id, objects[index]]));
      return (id) => byId.get(id) ?? (keepsId ? { id } : null);
    }
    if (!known) return (id) => ({ id });
    const ids = new Set(this.#found.of(known).map(({ id }) => id));
    return (id) => (ids.has(id) ? { id } : null);
  }

  /** A request carries its invites; they are shown to whoever is shown the request. */
  #writeInvites({ rows, target }: InvitesPlan, requests: readonly AnyRow[], objects: readonly Json[]): void {
    const invites = this.#found.of(rows);
    const written = target ? this.objects(target) : invites.map(({ id }) => ({ id }));
    const byRequest = new Map<string, Json[]>(requests.map(({ id }) => [id, []]));
    invites.forEach((invite, index) => {
      const object = written[index];
      if (object) byRequest.get(invite.signature_request_id)?.push(object);
    });
    requests.forEach(({ id }, index) => assign(objects[index], 'invites', byRequest.get(id) ?? []));
  }
}

function assign(object: Json | undefined, field: string, value: unknown): void {
  if (object) object[field] = value;
}
