import { m } from '#i18n/messages.ts';
import type { ReadAnchor } from './read-anchor.ts';

/** Why a certificate cannot be agreed to; undefined for one that can. */
export function anchorFaultWords(read: ReadAnchor): string | undefined {
  switch (read.kind) {
    case 'read':
      return undefined;
    case 'unreadable':
      return m.settings_anchor_bad();
    case 'several':
      return m.settings_anchor_several({ count: read.count });
    case 'large':
      return m.settings_anchor_large();
  }
}
