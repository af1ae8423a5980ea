import { currentTime } from '#clock/clock.ts';
import { isoOf } from '#clock/instants.ts';
import { certifications } from '#jobs/certify/certifications.ts';
import { wayOf } from '#jobs/certify/run-certification.ts';
import { csvBlob } from '#widgets/files/csv.ts';
import { saveBlob } from '#widgets/files/save-blob.ts';
import { m } from '#i18n/messages.ts';
import type { CertifyItem, CertifyJob } from '#jobs/certify/certify-record.ts';
import type { CertifyWay } from '#jobs/certify/certify-way.ts';
import { reasonOf, stateWord } from './certify-item.ts';

/** Saves what became of every witness of a queue as a file. */
export async function saveCertifyResult(scope: string, job: CertifyJob): Promise<void> {
  const rows = certifyRows(await certifications(scope).listItems(job.id), wayOf(job));
  const stamp = currentTime().toISOString().slice(0, 16).replace(':', '');
  saveBlob(csvBlob(rows), `${m.witnesses_certify_csv_name()}-${stamp}Z.csv`);
}

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
