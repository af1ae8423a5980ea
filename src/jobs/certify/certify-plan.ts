import type { Witness } from '#contract/resources/resources.ts';
import type { Client } from '#client/http/client.ts';
import { pageSize, type WitnessFilter } from '#client/families/requests/witnesses.ts';
import { readPage, readWhole } from '#client/queries/paging.ts';
import { standingOf, type CertifyStanding, type CertifyWay } from './certify-way.ts';
import { certifyPaceMs } from './run-certification.ts';

/** The chosen witnesses: by their ids, or all that match a filter except some. */
export type CertifySource =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | {
      readonly kind: 'filter';
      readonly filter: WitnessFilter;
      readonly except: ReadonlySet<string>;
      /** Number of matches that the service reports. */
      readonly total: number;
    };

interface Chosen {
  readonly witness: string;
  readonly hash?: string;
  readonly title?: string;
}

/** The plan for one way of certification. */
export interface WayPlan {
  readonly certifiable: readonly Chosen[];
  /** Witnesses for which no certificate would be requested, and why. */
  readonly leftOut: readonly (Chosen & { readonly standing: Exclude<CertifyStanding, 'certifiable'> })[];
}

/** The result of a dry run, which only reads, for both ways at once. */
export interface CertifyPlan extends Readonly<Record<CertifyWay, WayPlan>> {
  /** Number of witnesses without a certificate of their own that are certified in a group. */
  readonly inGroup: number;
  /** Number of witnesses chosen by id that the service no longer returns. */
  readonly unknown: number;
  readonly changedWhileReading: boolean;
}

/** Least duration of a queue of `count` witnesses in milliseconds. */
export const timeFor = (count: number): number => count * (certifyPaceMs + 100);

/**
 * Reads every chosen witness as it is now.
 *
 * @param organizationId the caller's, where it is known
 * @throws ApiError
 */
export async function planCertification(
  client: Client,
  source: CertifySource,
  organizationId: string | undefined,
  titleOf: (witness: Witness) => string,
  onRead: (read: number) => void,
  signal: AbortSignal,
): Promise<CertifyPlan> {
  const found = new Map<string, Witness>();
  let changedWhileReading = false;
  const take = (items: readonly Witness[]): void => {
    for (const witness of items) if (witness.id) found.set(witness.id, witness);
    onRead(found.size);
  };
  const read = async (filter: WitnessFilter, page: number) => {
    const query = { ...filter, pagination: { page, size: pageSize } };
    return readPage<Witness>(await client.call('listWitnesses', { query, signal }), page, query);
  };
  let unknown = 0;
  if (source.kind === 'ids') {
    const ids = [...new Set(source.ids)];
    for (let from = 0; from < ids.length; from += pageSize)
      take((await read({ _id: { in: ids.slice(from, from + pageSize) } }, 1)).items);
    unknown = ids.filter((id) => !found.has(id)).length;
  } else {
    // Bounded: a service may name a next page for ever.
    const { complete } = await readWhole(async (page) => {
      const answer = await read(source.filter, page);
      take(answer.items);
      return answer;
    }, Infinity);
    changedWhileReading = !complete;
    for (const id of source.except) found.delete(id);
  }
  const all = [...found.values()];
  const standing = (witness: Witness, way: CertifyWay) => standingOf(witness, organizationId, way);
  const planOf = (way: CertifyWay): WayPlan => {
    const reported = all.map((witness) => ({ chosen: chosenOf(witness), standing: standing(witness, way) }));
    return {
      certifiable: reported.flatMap(({ chosen, standing: at }) => (at === 'certifiable' ? [chosen] : [])),
      leftOut: reported.flatMap(({ chosen, standing: at }) =>
        at === 'certifiable' ? [] : [{ ...chosen, standing: at }],
      ),
    };
  };
  const chosenOf = (witness: Witness): Chosen => ({
    witness: witness.id ?? '',
    ...(witness.hash ? { hash: witness.hash } : {}),
    title: titleOf(witness),
  });
  return {
    single: planOf('single'),
    grouped: planOf('grouped'),
    inGroup: all.filter(
      (witness) =>
        standing(witness, 'single') === 'certifiable' && standing(witness, 'grouped') === 'already',
    ).length,
    unknown,
    changedWhileReading,
  };
}

/** What remains of a quota, and for how many it is not enough; undefined where nobody says what is left. */
export function forecast(
  left: number | undefined,
  requested: number,
):
  | { readonly now: number; readonly after: number; readonly enoughFor: number; readonly short: number }
  | undefined {
  if (left === undefined) return undefined;
  const now = Math.max(0, left);
  const enoughFor = Math.min(now, requested);
  return { now, after: now - enoughFor, enoughFor, short: requested - enoughFor };
}
