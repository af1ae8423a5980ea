import { Fragment } from 'react';
import { m } from '#i18n/messages.ts';
import { LongText } from '../data/long-text.tsx';
import { useFormat } from '../formats/use-format.ts';
import { visibleText } from '../formats/visible-text.ts';
import { Disclosure } from '../layout/disclosure.tsx';
import { CopyDetails } from './copy-details.tsx';
import css from './failed-details.module.css';

/** Characters of details that are shown at once: most have fewer. */
const most = 280;

/** An instant as it is sent: in UTC. */
const sentInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** What to report of a failure: folded, its time in the user's zone, and copied as it is. */
export function FailedDetails({ details: of }: { details: string | Error }) {
  const format = useFormat();
  const details = typeof of === 'string' ? of : detailsOf(of);
  const parts = details
    .split('  ')
    .map((part) => (sentInstant.test(part) ? `${format.dayTime(part, true)} ${format.zone(part)}` : part));
  return (
    <div className={css.root}>
      <Disclosure className={css.fold} summary={m.common_details()}>
        <div className={css.text}>
          {details.length > most ? (
            <LongText most={most}>{parts.join('  ')}</LongText>
          ) : (
            <Parts parts={parts} />
          )}
        </div>
      </Disclosure>
      <CopyDetails details={details} />
    </div>
  );
}

/** A part is not broken where it fits on a line: an instant, an address. */
function Parts({ parts }: { parts: readonly string[] }) {
  return parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && '  '}
      <bdi className="part">{visibleText(part, most)}</bdi>
    </Fragment>
  ));
}

/** What helps to find where a page of ours failed: its name, its message and the first line of our code that it passed. */
function detailsOf({ name, message, stack }: Error): string {
  const place = /((?:assets|src)\/[\w./-]+:\d+:\d+)/.exec(stack ?? '')?.[1];
  return [name, message.slice(0, 300), place].filter(Boolean).join('  ');
}
