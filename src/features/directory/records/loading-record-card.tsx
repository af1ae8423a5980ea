import { Card, Stack } from '#ui/layout/card.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { LoadingFacts } from '#ui/layout/loading-facts.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { m } from '#i18n/messages.ts';
import { Note } from '../parts.tsx';
import decoded from '../person/decoded-certificate.module.css';

interface RecordPlaces {
  labels: readonly string[];
  /** Heights of the usual facts in pixels: on a phone some of their values wrap. */
  heights: { readonly wide: number; readonly narrow: number };
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

export function LoadingRecord({ labels, heights: { wide, narrow }, fold, note }: RecordPlaces) {
  const phone = usePhone();
  return (
    <Stack>
      <div style={{ minHeight: phone ? narrow : wide }}>
        <LoadingFacts labels={labels} />
      </div>
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
