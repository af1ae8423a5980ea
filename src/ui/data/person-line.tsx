import type { ReactNode } from 'react';
import MuiAvatar from '@mui/material/Avatar';
import { Name } from './name.tsx';
import { visibleText } from '../formats/visible-text.ts';
import css from './person-line.module.css';

/** Initials of the first two words: «María Fernanda Ortega» → MF. Small words and shortened ids, `69b2…`, do not count. */
export function initialsOf(name: string): string {
  const words = name
    .slice(0, 200)
    .split(/\s+/)
    .filter((word) => !/^(?:de|del|la|las|los|y|the|of|and)$|…$/i.test(word));
  return words
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** Initials on a disc (a person), or on a square (an organization). */
export function Avatar({
  name,
  square,
  accent,
  size = 26,
}: {
  name: string;
  square?: boolean | undefined;
  /** The reader's own. */
  accent?: boolean | undefined;
  size?: number | undefined;
}) {
  return (
    <MuiAvatar
      className={css.avatar}
      aria-hidden="true"
      variant={square ? 'rounded' : 'circular'}
      data-accent={accent || undefined}
      style={size === 26 ? undefined : { width: size, height: size }}
    >
      {initialsOf(name)}
    </MuiAvatar>
  );
}

/** A person: name on as many lines as it needs, RFC and CURP, then facts about the certificate. */
export function PersonLine({
  name,
  codes = [],
  facts,
  end,
  avatar = true,
  isCompact,
}: {
  /** Text, or a link with the text. */
  name: string | { text: string; node: ReactNode };
  /** RFC, CURP, address: each on its line, in mono. */
  codes?: readonly string[] | undefined;
  facts?: ReactNode;
  /** At the right: a status chip, a button. */
  end?: ReactNode;
  avatar?: boolean | undefined;
  /** Codes beside each other, and facts too, as far as there is place. */
  isCompact?: boolean | undefined;
}) {
  return (
    <div className={css.root} data-compact={isCompact || undefined}>
      {avatar && <Avatar name={typeof name === 'string' ? name : name.text} />}
      <div className={css.words}>
        <div className={css.name}>
          {typeof name === 'string' ? <Name lines={3}>{name}</Name> : <bdi>{name.node}</bdi>}
        </div>
        {codes.map((code) => (
          <div key={code} className={css.code}>
            {visibleText(code, 80)}
          </div>
        ))}
        {facts ? <div className="facts">{facts}</div> : null}
      </div>
      {end}
    </div>
  );
}
