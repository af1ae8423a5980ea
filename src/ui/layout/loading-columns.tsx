import { Card } from './card.tsx';
import { LoadingRows } from '../feedback/loading-rows.tsx';

/** Bars in the two columns of the page of one thing, each in its card. */
export function LoadingColumns({
  columns,
  lists,
  side,
}: {
  /** Class of the grid that the page itself uses. */
  columns: string | undefined;
  /** Classes of its columns, where the grid names them. */
  lists?: string | undefined;
  side?: string | undefined;
}) {
  return (
    <div className={columns}>
      <div className={lists}>
        <Card flush>
          <LoadingRows count={8} kind="facts" />
        </Card>
      </div>
      <div className={side}>
        <Card flush>
          <LoadingRows count={6} kind="facts" />
        </Card>
      </div>
    </div>
  );
}
