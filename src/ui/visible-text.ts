/** Controls, marks that turn the direction of text, and characters without a width: what hides or reorders others. */
const hidden =
  /[\p{Cc}\p{Zl}\p{Zp}\xAD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}\p{Cs}]/gu;

/** Characters of a name after which the rest is left out: nobody reads more, and a page freezes on it. */
export const mostShown = 512;

/** Text from elsewhere as it may be shown: cut, and with what cannot be seen written as `⟨U+202E⟩`. */
export function visibleText(text: string, most = mostShown): string {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  return cut.replace(
    hidden,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** A name from elsewhere as it may be shown; undefined where none was sent. */
export const visibleName = (name: string | null | undefined): string | undefined =>
  name == null ? undefined : visibleText(name);
