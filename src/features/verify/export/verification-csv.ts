import { csvBlob } from '#widgets/files/csv.ts';
import type { Wording } from '#widgets/report/texts/when.ts';
import { utcInstant } from '#widgets/report/texts/when.ts';
import { itemSummary } from '../results/item-summary.ts';
import { provenTimeOf, reasonOf, stateOf, strategiesOf, type Item } from '../run/item.ts';
import type { Snapshot } from '../run/snapshot.ts';

type Column = readonly [name: string, read: (item: Item) => string | undefined];

/** The names of columns and states are those of reports, the same in every language; what was found is in words. */
export function verificationRows({ items }: Pick<Snapshot, 'items'>, wording: Wording): string[][] {
  const inputs = (item: Item) => (item.outcome?.of === 'report' ? item.outcome.report.inputs : undefined);
  const columns: readonly Column[] = [
    ['item', ({ name }) => name],
    ['kind', ({ kind }) => kind],
    ['verdict', (item) => (stateOf(item) === 'WARNED' ? 'PASSED' : stateOf(item))],
    [
      'warnings',
      ({ outcome }) => (outcome?.of === 'report' ? String(outcome.report.verdict.warnings) : undefined),
    ],
    ['reason', reasonOf],
    ['found', (item) => itemSummary(item, wording)],
    ['sha256', ({ sha256 }) => sha256],
    ['size', ({ size }) => size?.toString()],
    ['existedBy', (item) => mapped(provenTimeOf(item), utcInstant)],
    ['nom151', (item) => strategiesOf(item).nom151],
    ['merkleized', (item) => strategiesOf(item).merkleized],
    ['external', (item) => strategiesOf(item).external],
    ['policy', (item) => mapped(inputs(item), ({ policy }) => `${policy.id}/${policy.version}`)],
    ['policySha256', (item) => inputs(item)?.policy.hash],
    ['trustStore', (item) => inputs(item)?.trust.version],
    ['validationTime', (item) => inputs(item)?.validationTime],
    ['build', (item) => inputs(item)?.build],
  ];
  return [columns.map(([name]) => name), ...items.map((item) => columns.map(([, read]) => read(item) ?? ''))];
}

export function verificationCsv(snapshot: Snapshot, wording: Wording): Blob {
  return csvBlob(verificationRows(snapshot, wording));
}

const mapped = <T, R>(value: T | undefined, map: (value: T) => R): R | undefined =>
  value === undefined ? undefined : map(value);
