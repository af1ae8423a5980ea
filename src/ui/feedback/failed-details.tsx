import { Fragment } from 'react';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { LongText } from '../data/long-text.tsx';
import { visibleText } from '../formats/visible-text.ts';
import { useSnack } from '../overlays/snackbar.tsx';
import css from './failed-details.module.css';

/** Characters of details that are shown at once: most have fewer. */
const most = 280;

/** What to report of a failure, as it is: shown, unfolded where it is long, and copied. */
export function FailedDetails({ details: of }: { details: string | Error }) {
  const details = typeof of === 'string' ? of : detailsOf(of);
  const snack = useSnack();
  const copy = () => {
    navigator.clipboard.writeText(details).then(
      () => {
        snack({ text: m.common_copied() });
      },
      () => {
        snack({ text: m.common_copy_refused() });
      },
    );
  };
  return (
    <div className={css.root}>
      <div className={css.text}>
        {details.length > most ? <LongText most={most}>{details}</LongText> : <Parts of={details} />}
      </div>
      <Button variant="text" onClick={copy}>
        {m.common_copy_details()}
      </Button>
    </div>
  );
}

/** What two spaces part is not broken where it fits on a line: an instant, an address. */
function Parts({ of }: { of: string }) {
  return of.split('  ').map((part, at) => (
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
