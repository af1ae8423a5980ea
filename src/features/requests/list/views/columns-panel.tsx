import { useEffect, useRef } from 'react';
import { Checkbox } from '#ui/inputs/checkbox.tsx';
import { m } from '#i18n/messages.ts';
import { requestColumns } from '../requests-table.tsx';
import type { useView } from '../use-view.ts';
import { columnIds } from '../view.ts';
import css from './columns-panel.module.css';

/** Which columns the table shows; the name is always shown. */
export function ColumnsPanel({ view, change }: ReturnType<typeof useView>) {
  const panel = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // It arrives after the panel has opened, so it takes the focus itself.
    panel.current?.querySelector('input')?.focus();
  }, []);
  return (
    <fieldset className={css.panel} ref={panel} aria-label={m.requests_columns()}>
      {requestColumns({}, false).map(
        ({ id, head }) =>
          id !== 'name' && (
            <Checkbox
              key={id}
              label={head}
              checked={!view.hidden.includes(id)}
              onChange={({ target: { checked } }) =>
                change(
                  {
                    hidden: columnIds.filter((one) => (one === id ? !checked : view.hidden.includes(one))),
                  },
                  'replace',
                )
              }
            />
          ),
      )}
    </fieldset>
  );
}
