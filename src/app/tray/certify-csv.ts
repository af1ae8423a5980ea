import { isoOf } from '#clock/instants.ts';
import type { CertifyItem } from '#jobs/certify/certify-record.ts';
import type { CertifyWay } from '#jobs/certify/certify-way.ts';
import { reasonOf, stateWord } from './certify-item.ts';

/** What became of every witness of a queue. Columns are named as the interface names them; instants are UTC. */
export function certifyRows(items: readonly CertifyItem[], way: CertifyWay): readonly (readonly string[])[] {
  const date = way === 'single' ? 'nom151CreatedAt' : 'merkleizedCreatedAt';
  return [
    ['witnessId', 'hash', 'document', 'state', 'result', date, 'at', 'reason'],
    ...items.map(({ witness, hash, title, state, certifiedAt, at, failure }) => [
      witness,
      hash ?? '',
      title ?? '',
      state,
      stateWord(state),
      inUtc(certifiedAt),
      inUtc(at),
      failure ? reasonOf(failure) : '',
    ]),
  ];
}

/** Services may send another offset: the same instant in UTC. */
function inUtc(instant: string | undefined): string {
  if (instant === undefined) return '';
  return Number.isNaN(Date.parse(instant)) ? instant : isoOf(instant);
}
