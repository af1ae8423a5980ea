import { Card, Stack } from '#ui/layout/card.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { LoadingFacts } from '#ui/layout/loading-facts.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { m } from '#i18n/messages.ts';
import { Note } from '../parts.tsx';
import decoded from '../person/decoded-certificate.module.css';

interface RecordPlaces {
  labels: readonly string[];
  /** Of the details that are folded under the facts. */
  fold?: string | undefined;
  /** Who says so. */
  note: string;
}

/** The place of the card of one record: the names of its facts, what is said of them, and its folded content. */
export function LoadingRecordCard({ title, ...places }: RecordPlaces & { title: string }) {
  return (
    <Card title={title}>
      <LoadingRecord {...places} />
    </Card>
  );
}

export function LoadingRecord({ labels, fold, note }: RecordPlaces) {
  return (
    <Stack>
      <LoadingFacts labels={labels} />
      {fold !== undefined && (
        <div inert aria-hidden="true">
          <Disclosure summary={fold} />
        </div>
      )}
      <Note>{note}</Note>
      <div className={decoded.root} aria-hidden="true">
        <h3>{m.directory_decoded()}</h3>
        <LoadingRows count={1} ends={false} rowHeight={24} />
      </div>
    </Stack>
  );
}
