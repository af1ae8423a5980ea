import { useEffect, useRef, type InputHTMLAttributes } from 'react';
import css from './row-checkbox.module.css';

/**
 * The checkbox of a table's row or head. It is the browser's own: lists render one for every row while they scroll,
 * where MUI's checkbox costs four times as much.
 */
export function RowCheckbox({
  indeterminate = false,
  ...rest
}: { 'aria-label': string; indeterminate?: boolean } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={css.target}>
      <input ref={input} type="checkbox" {...rest} />
    </label>
  );
}
