import { ink } from '../theme/tokens.ts';
import css from './brand.module.css';

/** The mark: a T as a balance, the dot its plumb. */
export function BrandMark({ size = 20 }: { size?: number | undefined }) {
  return (
    <svg className={css.root} viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="currentColor" />
      <path
        d="M5.4 6.2h9.2M10 6.2v5.2"
        fill="none"
        stroke={ink.onAccent}
        strokeWidth="1.9"
        strokeLinecap="round"
      />
      <circle cx="10" cy="14.4" r="1.35" fill={ink.onAccent} />
    </svg>
  );
}
