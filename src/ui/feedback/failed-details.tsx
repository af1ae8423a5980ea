import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { ink, mono } from '../theme/tokens.ts';
import { LongText } from '../data/long-text.tsx';
import { useSnack } from '../overlays/snackbar.tsx';

const Root = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '6px 16px',
  padding: '10px 18px',
  borderTop: `1px solid ${ink.line}`,
  borderRadius: '0 0 10px 10px',
  background: ink.sunken,
  color: ink.text2,
  '& > .text': {
    flex: '1 1 240px',
    minWidth: 0,
    maxHeight: 320,
    overflow: 'auto',
    fontFamily: mono,
    fontSize: 12,
    lineHeight: '16px',
    whiteSpace: 'pre-wrap',
  },
});

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
    <Root>
      <div className="text">
        <LongText most={most}>{details}</LongText>
      </div>
      <Button variant="text" onClick={copy}>
        {m.common_copy_details()}
      </Button>
    </Root>
  );
}

/** What helps to find where a page of ours failed: its name, its message and the first line of our code that it passed. */
function detailsOf({ name, message, stack }: Error): string {
  const place = /((?:assets|src)\/[\w./-]+:\d+:\d+)/.exec(stack ?? '')?.[1];
  return [name, message.slice(0, 300), place].filter(Boolean).join('  ');
}
