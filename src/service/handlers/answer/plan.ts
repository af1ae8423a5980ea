import { listsOnPath } from '#contract/filters/nested-lists.ts';
import { identifier, sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { and, or, where } from '../../storage/lists/conditions.ts';
import type { Condition } from '../../storage/lists/conditions.ts';
import { addCursorPages } from '../../storage/lists/cursor-list.ts';
import type { CursorArguments, CursorPages } from '../../storage/lists/cursor-list.ts';
import type { RowSet, RowSets } from '../../storage/lists/row-sets.ts';
import type { InviteRow } from '../../storage/tables/rows.ts';
import {
  certificateVisibleTo,
  requestVisibleTo,
  subjectVisibleTo,
  witnessVisibleTo,
} from '../access/access.ts';
import type { NestedValue } from '../call.ts';
import { collections, shapes } from './shapes.ts';
import type { Edge, Kind, NestedCollection, RowOf, Shape, View } from './shapes.ts';

/** How an answer is to be made. */
export interface Presentation extends View {
  readonly nested: readonly NestedValue[];
  readonly sandbox: boolean;
  readonly nesting: 'whole' | 'stub';
}

/** Rows of any kind; which kind is said beside them. */
export type AnyRow = RowOf<Kind>;

/** Resources of one kind at one place of an answer: their rows, and what stands in them. */
export interface ResourcePlan {
  readonly kind: Kind;
  readonly rows: RowSet<AnyRow>;
  readonly edges: readonly EdgePlan[];
  readonly invites: InvitesPlan | undefined;
  readonly collections: readonly CollectionPlan[];
}

export interface EdgePlan {
  readonly edge: Edge<AnyRow>;
  /** Where the resource is written out. */
  readonly target: ResourcePlan | undefined;
  /** Where only an id is written: the ids that the caller may know. Absent: every id. */
  readonly known: RowSet<{ id: string }> | undefined;
  /** Of what the caller may not read the id is written; otherwise null. */
  readonly keepsId: boolean;
}

/** A request has all of its invites; where they are not written out, `target` is absent. */
export interface InvitesPlan {
  readonly rows: RowSet<Pick<InviteRow, 'id' | 'signature_request_id'>>;
  readonly target: ResourcePlan | undefined;
}

export interface CollectionPlan {
  readonly field: string;
  readonly pages: CursorPages<AnyRow>;
  readonly items: ResourcePlan;
}

/** What stands in other resources and yet is not shown to whoever reads those. */
const privateKinds: ReadonlySet<Kind> = new Set<Kind>(['subject', 'certificate', 'request']);

/**
 * Decides what an answer has, before any row is known: whole resources one level deep, `{id}` below that (Rule WI-14),
 * with their nested collections (Rules WI-9, WI-11). Each place in the answer is one set of rows of the same statement.
 */
export class Planner {
  readonly #sets: RowSets;
  readonly #presentation: Presentation;
  readonly #listed: number;

  /** @param listed most items of the list that the answer is; 1 where it is none */
  constructor(sets: RowSets, presentation: Presentation, listed = 1) {
    this.#sets = sets;
    this.#presentation = presentation;
    this.#listed = listed;
  }

  /**
   * The resources that an answer is about.
   *
   * @param ids selects their ids
   * @param path levels from the response down to these resources: none, `['results']` or `['items']`
   * @param orderBy their order, under the alias `x`
   */
  root(kind: Kind, ids: Sql, path: readonly string[], orderBy?: Sql): ResourcePlan {
    const rows = this.#sets.add<AnyRow>(selectWhole(kind, ids, undefined), orderBy);
    return this.#follow(kind, rows, 0, path, true);
  }

  #follow(
    kind: Kind,
    rows: RowSet<AnyRow>,
    level: number,
    path: readonly string[],
    withCollections: boolean,
  ): ResourcePlan {
    // Each kind's shape fits its own rows; the two are always chosen by the same kind.
    const shape = shapes[kind] as Shape<AnyRow>;
    const hidden = (edge: Edge<AnyRow>): boolean =>
      this.#presentation.others === true && (edge.kind === 'subject' || edge.kind === 'request');
    return {
      kind,
      rows,
      edges: shape.edges.filter((edge) => !hidden(edge)).map((edge) => this.#edge(edge, rows, level, path)),
      invites: kind === 'request' ? this.#invites(rows, level, path) : undefined,
      collections: shape.collections
        .filter(({ field }) => withCollections || this.#isNamed([...path, field]))
        .map((collection) => this.#collection(collection, rows, level, [...path, collection.field])),
    };
  }

  #edge(edge: Edge<AnyRow>, rows: RowSet<AnyRow>, level: number, path: readonly string[]): EdgePlan {
    const here = [...path, ...(edge.within ? [edge.within] : []), edge.field];
    const ids = sql`select ${identifier(edge.column)} from ${rows.name}`;
    // Of a person or a request that the caller may not read, nothing but the id is in the answer (Rule SB-5).
    const isPrivate = privateKinds.has(edge.kind);
    const keepsId = isPrivate && !edge.guarded;
    const guard = edge.guarded || isPrivate ? this.#guard(edge.kind) : undefined;
    if (this.#isWhole(level, here)) {
      const set = this.#sets.add<AnyRow>(selectWhole(edge.kind, ids, guard));
      const withCollections =
        edge.withCollections === true && level === 0 && this.#presentation.nesting === 'whole';
      return {
        edge,
        target: this.#follow(edge.kind, set, level + 1, here, withCollections),
        known: undefined,
        keepsId,
      };
    }
    const known = edge.guarded && this.#sets.add<{ id: string }>(selectIds(edge.kind, ids, guard));
    return { edge, target: undefined, known, keepsId };
  }

  #invites(requests: RowSet<AnyRow>, level: number, path: readonly string[]): InvitesPlan {
    const here = [...path, 'invites'];
    const isWhole = this.#isWhole(level, here);
    const columns = isWhole ? shapes.invite.columns : sql`i.id, i.signature_request_id, i.created_at`;
    const rows = this.#sets.add<InviteRow>(
      sql`select ${columns} from invites i
        where i.signature_request_id in (select id from ${requests.name})`,
      sql`x.created_at, x.id`,
    );
    return { rows, target: isWhole ? this.#follow('invite', rows, level + 1, here, false) : undefined };
  }

  #collection(
    { field, kind, column, parentType: type }: NestedCollection,
    rows: RowSet<AnyRow>,
    level: number,
    here: readonly string[],
  ): CollectionPlan {
    const parents = { column, type, set: rows.name };
    const pages = addCursorPages<AnyRow>(
      this.#sets,
      collections[kind],
      { ...this.#argumentsAt(here), limit: this.#limitAt(here) },
      parents,
      here,
    );
    return { field, pages, items: this.#follow(kind, pages.rows, level + 1, [...here, 'items'], false) };
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

  #limitAt(here: readonly string[]): number | undefined {
    return listsOnPath(here, this.#listed, (path) => this.#argumentsAt(path).limit).at(-1)?.limit;
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

function selectWhole(kind: Kind, ids: Sql, condition: Condition): Sql {
  const { columns, from } = shapes[kind];
  return sql`select ${columns} from ${from}${where(and(isIn(kind, ids), condition))}`;
}

function selectIds(kind: Kind, ids: Sql, condition: Condition): Sql {
  const { id, from } = shapes[kind];
  return sql`select ${id}::text as id from ${from}${where(and(isIn(kind, ids), condition))}`;
}

function isIn(kind: Kind, ids: Sql): Sql {
  const { id, idType } = shapes[kind];
  return idType === 'text'
    ? sql`${id} in (${ids})`
    : sql`${id} in (select needed.id::numeric from (${ids}) as needed(id))`;
}
