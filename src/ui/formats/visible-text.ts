import { withoutHidden } from '#proofs/encoding/visible-text.ts';

/**
 * Text from elsewhere as it may be shown: what cannot be seen or reorders the rest is written as `⟨U+202E⟩`, and what
 * comes after `most` characters is left out. Nobody reads more, and a page freezes on it.
 */
export const visibleText = (text: string, most?: number): string =>
  withoutHidden(text, (hex) => `⟨U+${hex.toUpperCase().padStart(4, '0')}⟩`, most);

/** A name from elsewhere as it may be shown; undefined where none was sent. */
export const visibleName = (name: string | null | undefined): string | undefined =>
  name == null ? undefined : visibleText(name);
