import { styled } from '@mui/material/styles';
import { Button } from '#ui/button.tsx';
import { ink, media } from '#ui/ink.ts';
import { Shortcut } from '#ui/shortcut.tsx';
import { useFormat } from '#ui/use-format.ts';
import { usePhone } from '#ui/use-media-query.ts';
import { m } from '#words/words.ts';
import type { RequestList } from './use-request-list.ts';
import { activeFilters, type RequestsView } from './view.ts';

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
  '& > .keys': { display: 'flex', gap: 14, marginLeft: 'auto', whiteSpace: 'nowrap' },
  '& > .keys > span': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  [media.rail]: { '& > .keys': { display: 'none' } },
});

/** How many match of how many there are, what is picked, and the keys. */
export function RequestsFoot({
  view,
  list,
  all,
  picked,
  onUnpick,
}: {
  view: RequestsView;
  list: RequestList;
  all: number | undefined;
  picked: number;
  onUnpick: () => void;
}) {
  const format = useFormat();
  const phone = usePhone();
  const narrowed = activeFilters(view).length > 0 || view.tab !== 'all';
  const words =
    list.state !== 'ready'
      ? ''
      : list.source === 'record'
        ? m.requests_known({ count: list.rows.length })
        : !narrowed && list.total !== undefined
          ? m.requests_count({ count: list.total, shown: format.number(list.total) })
          : list.total !== undefined && all !== undefined
            ? m.requests_match({ count: format.number(list.total), total: format.number(all) })
            : m.requests_match_at_least({ count: format.number(list.rows.length) });
  return (
    <Root>
      <span role="status">{words}</span>
      {picked > 0 && (
        <>
          <span>{m.requests_picked({ count: picked })}</span>
          <Button variant="text" onClick={onUnpick}>
            {m.requests_unpick()}
          </Button>
        </>
      )}
      {!phone && (
        <span className="keys" aria-hidden="true">
          <span>
            <Shortcut keys={['j', 'k']} /> {m.requests_key_move()}
          </span>
          <span>
            <Shortcut keys={['x']} /> {m.requests_key_pick()}
          </span>
          <span>
            <Shortcut keys={['Enter']} /> {m.requests_key_open()}
          </span>
          <span>
            <Shortcut keys={['?']} /> {m.requests_key_help()}
          </span>
        </span>
      )}
    </Root>
  );
}
