import ExpandIcon from '@mui/icons-material/ExpandMore';
import { m } from '#i18n/messages.ts';
import css from './changes-pill.module.css';

/** Things changed while the reader looked: nothing moves until it is requested. */
export function ChangesPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className={css.holder} role="status">
      {count > 0 && (
        <button className={css.pill} type="button" onClick={onShow}>
          <ExpandIcon aria-hidden="true" />
          {m.common_changes_show({ count })}
        </button>
      )}
    </div>
  );
}
