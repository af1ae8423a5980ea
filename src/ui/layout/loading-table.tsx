import Skeleton from '@mui/material/Skeleton';
import { useLoadingBars } from '../feedback/loading-rows.tsx';
import { classesOf, type Column, type Sort } from '../lists/column.ts';
import { CheckAllCell, HeadCell } from '../lists/data-table-head.tsx';
import { Scroll } from '../lists/data-table-style.ts';
import { usePreferences } from '../theme/preferences.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const widths = ['62%', '48%', '56%', '42%'];

/**
 * The first load of a `DataTable`: its columns and headings with bars in rows of their real height, so that nothing moves
 * when the data comes. Nothing of it can be pressed, and a screen reader hears only that it loads.
 */
export function LoadingTable<Item>({
  columns,
  sort,
  picks = false,
  count = 24,
}: {
  columns: readonly Column<Item>[];
  sort?: Sort | undefined;
  /** Whether its rows can be checked. */
  picks?: boolean | undefined;
  /** Rows: by default more than most screens are high, so that they fill what is there. */
  count?: number | undefined;
}) {
  const { density } = usePreferences();
  const { isSeen, words, spoken } = useLoadingBars();
  return (
    <>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <Scroll aria-busy="true" aria-hidden="true" inert style={{ overflow: 'hidden' }}>
        <table>
          <thead>
            <tr>
              {picks && <CheckAllCell {...noRows} />}
              {columns.map((column) => (
                <HeadCell
                  key={column.id}
                  column={column}
                  sort={sort}
                  onSort={doNothing}
                  refused={undefined}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, row) => (
              <tr key={row} style={{ height: density === 'compact' ? 36 : 45 }}>
                {picks && (
                  <td className="pick">
                    {isSeen && (
                      <Skeleton variant="rounded" width={14} height={14} style={{ marginLeft: 5 }} />
                    )}
                  </td>
                )}
                {columns.map(({ id, align, className, width }, at) => (
                  <td key={id} className={classesOf({ align, className })}>
                    {row === 0 && at === 0 && words !== undefined ? (
                      words
                    ) : (
                      // Also before it is seen: the columns have the width of what is in them.
                      <Skeleton
                        variant="rounded"
                        width={at === 0 ? widths[row % widths.length] : widthOf(width)}
                        height={10}
                        style={{
                          // A cell may be narrower than what mostly comes.
                          maxWidth: '100%',
                          visibility: isSeen ? undefined : 'hidden',
                          marginLeft: align === 'right' ? 'auto' : undefined,
                        }}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

/** What most cells of the column take, so that the heading stands where it will. */
const widthOf = (width: string | number | undefined): string | number =>
  typeof width === 'number' ? Math.round(width * 0.7) : '70%';

const doNothing = (): void => undefined;

const noRows = { rows: [], rowKey: () => '', checked: undefined, onChecked: doNothing };
