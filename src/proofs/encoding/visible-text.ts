/**
 * Text from evidence as it may be shown: the subject of a certificate chooses its name, so characters that hide or
 * reorder adjacent text are written as `\u{…}`.
 */

/**
 * Controls, bidi marks and overrides, zero-width and other invisible characters, lone surrogates. A variation
 * selector is hidden too, except the one that makes a pictograph an emoji or a plain character.
 */
const hidden =
  /(\p{ExtPict}[\uFE0E\uFE0F])|[\p{Cc}\p{Zl}\p{Zp}\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}\p{Cs}]/gu;

const maxShown = 512;

/** The text cut at a number of characters with `…`, and each hidden character as what is written of its code. */
export function withoutHidden(text: string, write: (hex: string) => string, most = maxShown): string {
  const cut = text.length > most ? text.slice(0, most) + '…' : text;
  return cut.replace(
    hidden,
    (match, emoji?: string) => emoji ?? write((match.codePointAt(0) ?? 0).toString(16)),
  );
}

/** The text with hidden characters escaped, cut at 512 characters with `…`. */
export const shown = (text: string): string => withoutHidden(text, (hex) => `\\u{${hex}}`);
