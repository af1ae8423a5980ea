import { Card } from './card.tsx';
import { LoadingRows } from '../feedback/loading-rows.tsx';

/** Bars in the two columns of the page of one thing, each in its card. */
export function LoadingColumns({
  columns,
  lists,
  side,
  titles,
}: {
  /** Class of the grid that the page itself uses. */
  columns: string | undefined;
  /** Classes of its columns, where the grid names them. */
  lists?: string | undefined;
  side?: string | undefined;
  /** Headings of the two cards, where they are known. */
  titles?: readonly [string, string] | undefined;
}) {
  return (
    <div className={columns}>
      <div className={lists}>
        <Card title={titles?.[0]} flush>
          <LoadingRows count={8} kind="facts" />
        </Card>
      </div>
      <div className={side}>
        <Card title={titles?.[1]} flush>
          <LoadingRows count={6} kind="facts" />
        </Card>
      </div>
    </div>
  );
}
