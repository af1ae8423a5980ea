import { styled } from '@mui/material/styles';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { List, ListItem } from '#ui/lists/list.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { AgeCell, MarksCell, nameOf, ProgressCell, StandingCell } from './request-cells.tsx';
import type { Names } from './standing.ts';
import type { RequestList } from './use-request-list.ts';

const Scroll = styled('div')({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  '& li': { contentVisibility: 'auto', containIntrinsicSize: 'auto 108px' },
  '& li .chevron': { display: 'none !important' },
});

const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  marginTop: 8,
  minHeight: 20,
  fontSize: 13,
  lineHeight: '18px',
});

/** The phone's form of the table: each request leads to its page. */
export function RequestsList({
  rows,
  names,
  list,
  changed,
}: {
  rows: readonly SignatureRequest[];
  names: Names;
  list: RequestList;
  changed: ReadonlySet<string>;
}) {
  return (
    <Scroll>
      <List aria-label={m.shell_nav_requests()} onMore={list.more} loadingMore={list.loadingMore}>
        {rows.map((request) => (
          <ListItem
            key={request.id}
            title={nameOf(request)}
            to={paths.request(request.id ?? '')}
            detail={changed.has(request.id ?? '') ? m.common_row_changed() : undefined}
          >
            <Line>
              <StandingCell request={request} names={names} />
              <AgeCell request={request} />
            </Line>
            <Line>
              <ProgressCell request={request} />
              <MarksCell request={request} />
            </Line>
          </ListItem>
        ))}
      </List>
    </Scroll>
  );
}
