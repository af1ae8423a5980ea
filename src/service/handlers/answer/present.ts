import { sql } from 'drizzle-orm';
import type { CursorArguments, CursorPage } from '../../storage/cursor-list.ts';
import { cursorPages, emptyPage } from '../../storage/cursor-list.ts';
import { and, oneOf, or, where } from '../../storage/conditions.ts';
import type { Condition } from '../../storage/conditions.ts';
import type { Queries } from '../../storage/queries.ts';
import type { InviteRow } from '../../storage/rows.ts';
import {
  certificateVisibleTo,
  requestVisibleTo,
  subjectVisibleTo,
  witnessVisibleTo,
} from '../access/access.ts';
import type { NestedValue } from '../call.ts';
import { collections, shapes } from './shapes.ts';
import type { Edge, Json, Kind, RowOf, Shape, View } from './shapes.ts';

/** How an answer is to be made. */
export interface Presentation extends View {
  readonly nested: readonly NestedValue[];
  readonly sandbox: boolean;
  readonly nesting: 'whole' | 'stub';
}

/**
 * Resources as they are answered: whole one level deep, `{id}` below that (Rule WI-14), with their nested
 * collections (Rules WI-9, WI-11). Statements grow with the depth of the answer, never with its length.
 *
 * @param path levels from the response down to these resources: none, `['results']` or `['items']`
 * @returns in the order of the ids; ids that are not there are left out
 */
export async function present(
  queries: Queries,
  presentation: Presentation,
  kind: Kind,
  ids: readonly string[],
  path: readonly string[] = [],
): Promise<Json[]> {
  const presenter = new Presenter(queries, presentation);
  const found = await presenter.load(kind, ids, undefined);
  const rows = ids.map((id) => found.get(id)).filter((row) => row !== undefined);
  return presenter.objects(kind, rows, 0, path, true);
}

/** What stands in other resources and yet is not shown to whoever reads those. */
const privateKinds: ReadonlySet<Kind> = new Set<Kind>(['subject', 'certificate', 'request']);

/** Rows of any kind; which kind is said beside them. */
type AnyRow = RowOf<Kind>;

class Presenter {
  readonly #queries: Queries;
  readonly #presentation: Presentation;

  constructor(queries: Queries, presentation: Presentation) {
    this.#queries = queries;
    this.#presentation = presentation;
  }

  async load(kind: Kind, ids: readonly string[], condition: Condition): Promise<Map<string, AnyRow>> {
    const unique = [...new Set(ids)];
    if (unique.length === 0) return new Map();
    const { select, idColumn, idType } = shapes[kind];
    const wanted =
      idType === 'numeric'
        ? sql`${idColumn} = any(${sql.param(unique)}::numeric[])`
        : oneOf(idColumn, unique);
    const rows = await this.#queries.rows<AnyRow>(sql`${select}${where(and(wanted, condition))}`);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Writes rows of one kind into objects, following edges and collections. */
  async objects(
    kind: Kind,
    rows: readonly AnyRow[],
    level: number,
    path: readonly string[],
    withCollections: boolean,
  ): Promise<Json[]> {
    if (rows.length === 0) return [];
    // Each kind's shape fits its own rows; the two are always chosen by the same kind.
    const shape = shapes[kind] as Shape<AnyRow>;
    const objects = rows.map((row) => shape.fields(row, this.#presentation));
    for (const edge of shape.edges) await this.#addEdge(edge, rows, objects, level, path);
    if (kind === 'request') await this.#addInvites(rows, objects, level, path);
    for (const { field, kind: of, column, parentType } of shape.collections) {
      const here = [...path, field];
      if (!withCollections && !this.#isNamed(here)) continue;
      const pages = await cursorPages<AnyRow>(
        this.#queries,
        collections[of],
        this.#argumentsAt(here),
        { column, type: parentType, ids: rows.map((row) => row.id) },
        here,
      );
      const items = await this.objects(
        of,
        [...pages.values()].flatMap((page) => page.items),
        level + 1,
        [...here, 'items'],
        false,
      );
      let next = 0;
      const built = new Map<string, CursorPage<Json>>();
      for (const [id, page] of pages) {
        built.set(id, { ...page, items: items.slice(next, next + page.items.length) });
        next += page.items.length;
      }
      rows.forEach((row, index) => assign(objects[index], field, built.get(row.id) ?? emptyPage()));
    }
    return objects;
  }

  async #addEdge(
    edge: Edge<AnyRow>,
    rows: readonly AnyRow[],
    objects: readonly Json[],
    level: number,
    path: readonly string[],
  ): Promise<void> {
    if (this.#presentation.others && (edge.kind === 'subject' || edge.kind === 'request')) return;
    const ids = rows.map((row) => edge.id(row));
    const here = [...path, ...(edge.within ? [edge.within] : []), edge.field];
    const known = ids.filter((id) => id !== null);
    let stand: (id: string) => Json | null = (id) => ({ id });
    const whole = this.#isWhole(level, here);
    // Of a person or a request that the caller may not read, nothing but the id is in the answer (Rule SB-5).
    const isPrivate = privateKinds.has(edge.kind);
    if (known.length > 0 && (whole || edge.guarded)) {
      const loaded = await this.load(
        edge.kind,
        known,
        edge.guarded || isPrivate ? this.#guard(edge.kind) : undefined,
      );
      if (whole) {
        const targets = [...loaded];
        const withCollections =
          edge.withCollections === true && level === 0 && this.#presentation.nesting === 'whole';
        const built = await this.objects(
          edge.kind,
          targets.map(([, row]) => row),
          level + 1,
          here,
          withCollections,
        );
        const byId = new Map(targets.map(([id], index) => [id, built[index]]));
        stand = (id) => byId.get(id) ?? (isPrivate && !edge.guarded ? { id } : null);
      } else stand = (id) => (loaded.has(id) ? { id } : null);
    }
    ids.forEach((id, index) => {
      const holder = objects[index];
      const target = edge.within ? holder?.[edge.within] : holder;
      if (edge.within && id === null) return;
      // `within` names a field that the shape itself wrote as an object.
      assign(target as Json | undefined, edge.field, id === null ? null : stand(id));
    });
  }

  /** A request carries its invites; they are told to whoever is told of the request. */
  async #addInvites(
    rows: readonly AnyRow[],
    objects: readonly Json[],
    level: number,
    path: readonly string[],
  ): Promise<void> {
    const invites = await this.#queries.rows<InviteRow>(
      sql`select i.* from invites i where ${oneOf(
        sql`i.signature_request_id`,
        rows.map((row) => row.id),
      )} order by i.created_at, i.id`,
    );
    const here = [...path, 'invites'];
    const built = this.#isWhole(level, here)
      ? await this.objects('invite', invites, level + 1, here, false)
      : invites.map(({ id }) => ({ id }));
    const byRequest = new Map<string, Json[]>(rows.map((row) => [row.id, []]));
    invites.forEach((invite, index) => {
      const object = built[index];
      if (object) byRequest.get(invite.signature_request_id)?.push(object);
    });
    rows.forEach((row, index) => assign(objects[index], 'invites', byRequest.get(row.id) ?? []));
  }

  #isWhole(level: number, here: readonly string[]): boolean {
    return (level === 0 && this.#presentation.nesting === 'whole') || this.#isNamed(here);
  }

  /** Whether an argument of the call speaks of something at or below here. */
  #isNamed(here: readonly string[]): boolean {
    return this.#presentation.nested.some(({ argument }) =>
      here.every((field, index) => argument.path[index] === field),
    );
  }

  #argumentsAt(here: readonly string[]): CursorArguments {
    const known: Record<string, unknown> = {};
    for (const { argument, value } of this.#presentation.nested) {
      if (argument.path.length === here.length && argument.path.join() === here.join())
        known[argument.suffix] = value;
    }
    // The binding has parsed each argument by the contract of its suffix.
    return known;
  }

  #guard(kind: Kind): Condition {
    const { caller, sandbox, anonymousKey } = this.#presentation;
    if (kind === 'subject') return subjectVisibleTo(caller, sandbox);
    if (kind === 'certificate') return certificateVisibleTo(caller, sandbox);
    if (kind === 'request')
      return or(
        requestVisibleTo(caller),
        ...(anonymousKey === undefined ? [] : [sql`r.anonymous_key = ${anonymousKey}`]),
      );
    return kind === 'witness' ? witnessVisibleTo(caller) : undefined;
  }
}

function assign(object: Json | undefined, field: string, value: unknown): void {
  if (object) object[field] = value;
}
