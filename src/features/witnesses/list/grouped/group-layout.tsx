import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import Skeleton from '@mui/material/Skeleton';
import { useLoadingBars } from '#ui/feedback/loading-rows.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { m } from '#i18n/messages.ts';
import type { WitnessView } from '../filter/filter.ts';
import css from './group-layout.module.css';

/** Witnesses that are grouped; of more, the newest. Each page of the interface has a hundred. */
export const mostGrouped = 500;

/** By which date the list is sorted, and which end comes first. */
export type GroupSort = Pick<WitnessView, 'sort' | 'order'>;

/** What stands in the columns of the rows, for the eye: each row of the list says it by itself. */
export function Heads({ sort: { sort, order } }: { sort: GroupSort }) {
  const isRefused = useRefused('/witnesses');
  const ArrowIcon = order === 'asc' ? UpIcon : DownIcon;
  return (
    <div className={css.head} aria-hidden="true">
      <span>{m.witnesses_document()}</span>
      <span>{m.witnesses_hash()}</span>
      <span>{m.witnesses_conservation()}</span>
      <span>
        {sort === 'createdAt' ? m.witnesses_created() : m.witnesses_updated()}
        {!isRefused('sort') && <ArrowIcon />}
      </span>
    </div>
  );
}

/** The classes of the list, its groups and their rows, whose places the bars have while it loads. */
export const layout = { root: css.root, group: css.group, what: css.what, date: css.date };

/** Px of the bars in the columns of a row, after its name. */
const cells = [116, 72, 64];

/** Witnesses of each group, as they mostly come. */
const sizes = [4, 3, 1, 1, 2, 2, 3, 1];

/** The first load of it: groups with their heading and their rows, so that little moves when they come. */
export function LoadingGroups({ sort }: { sort: GroupSort }) {
  const { isSeen, words, spoken } = useLoadingBars();
  const bar = (width: string | number, key?: number) => (
    <Skeleton
      key={key}
      variant="rounded"
      width={width}
      height={10}
      style={{ visibility: isSeen ? undefined : 'hidden' }}
    />
  );
  return (
    <div className={css.loading} aria-busy="true">
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <Heads sort={sort} />
      <div aria-hidden="true">
        {sizes.map((size, group) => (
          <div key={group} className={css.group}>
            <h2 className={css.bar}>{group === 0 && words !== undefined ? words : bar(220)}</h2>
            <ul>
              {Array.from({ length: size }, (_, row) => (
                <li key={row}>
                  <span className={`${css.what} ${css.bar}`}>{bar('46%')}</span>
                  {cells.map((width, at) => (
                    <span key={at} className={css.bar}>
                      {bar(width)}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}
