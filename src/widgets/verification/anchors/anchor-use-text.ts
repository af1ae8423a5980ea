import type { AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import { m } from '#i18n/messages.ts';

/** What a certificate is trusted for, in words. */
export function anchorUseWords(use: AnchorUse): string {
  switch (use) {
    case 'signing':
      return m.settings_anchor_use_signing();
    case 'stamping':
      return m.settings_anchor_use_stamping();
    case 'both':
      return m.settings_anchor_use_both();
  }
}
