import { styled } from '@mui/material/styles';
import { ink, media } from '#ui/ink.ts';
import { Shortcut } from '#ui/shortcut.tsx';
import { m } from '#words/words.ts';

const Root = styled('div')({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: 12,
  minHeight: 37,
  padding: '0 var(--page-padding)',
  borderTop: `1px solid ${ink.line}`,
  background: ink.surface,
  color: ink.text2,
  fontSize: 13,
  lineHeight: '18px',
  '& > .keys': { display: 'flex', gap: 14, whiteSpace: 'nowrap' },
  '& > .keys > span': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  [media.narrow]: { display: 'none' },
});

/** The keys of the list. */
export function ListFoot() {
  return (
    <Root>
      <span className="keys" aria-hidden="true">
        <span>
          <Shortcut keys={['/']} /> {m.witnesses_list_key_find()}
        </span>
        <span>
          <Shortcut keys={['j', 'k']} /> {m.witnesses_list_key_move()}
        </span>
        <span>
          <Shortcut keys={['x']} /> {m.witnesses_list_key_choose()}
        </span>
        <span>
          <Shortcut keys={['Enter']} /> {m.witnesses_list_key_open()}
        </span>
      </span>
    </Root>
  );
}
