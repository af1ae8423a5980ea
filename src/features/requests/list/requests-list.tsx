import type { SignatureRequest } from '#contract/resources/resources.ts';
import { RowCheckbox } from '#ui/lists/row-checkbox.tsx';
import { List, ListItem } from '#ui/lists/list.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { AgeCell, MarksCell, nameOf, ProgressCell, StandingCell } from '../request-cells.tsx';
import type { Names } from '../standing.ts';
import type { RequestList } from './use-request-list.ts';
import css from './requests-list.module.css';

/** The phone's form of the table: each request leads to its page. */
export function RequestsList({
  rows,
  names,
  list,
  changed,
  picked,
  onPicked,
}: {
  rows: readonly SignatureRequest[];
  names: Names;
  list: RequestList;
  changed: ReadonlySet<string>;
  picked: ReadonlySet<string>;
  onPicked: (picked: ReadonlySet<string>) => void;
}) {
  const pick = (id: string, isPicked: boolean): void => {
    const others = [...picked].filter((one) => one !== id);
    onPicked(new Set(isPicked ? [...others, id] : others));
  };
  return (
    <div className={css.scroll}>
      <List aria-label={m.shell_nav_requests()} onMore={list.more} loadingMore={list.loadingMore}>
        {rows.map((request) => (
          <ListItem
            key={request.id}
            pick={
              <RowCheckbox
                aria-label={m.common_check_row({ name: nameOf(request) })}
                checked={picked.has(request.id ?? '')}
                onChange={(event) => pick(request.id ?? '', event.target.checked)}
              />
            }
            title={nameOf(request)}
            to={paths.request(request.id ?? '')}
            detail={changed.has(request.id ?? '') ? m.common_row_changed() : undefined}
          >
            <div className={css.line}>
              <StandingCell request={request} names={names} />
              <AgeCell request={request} none={null} />
            </div>
            <div className={css.line}>
              <ProgressCell request={request} />
              <MarksCell request={request} />
            </div>
          </ListItem>
        ))}
      </List>
    </div>
  );
}
