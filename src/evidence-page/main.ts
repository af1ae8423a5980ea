/** The program of the page that checks itself; the build makes one classic script of it. */
import './page.css';
import { currentMillis } from '#clock/clock.ts';
import { m } from '#i18n/messages.ts';
import { el } from './dom.ts';
import { showPage } from './page.ts';

const page = document.getElementById('page');
if (page) {
  showPage(page, {
    now: currentMillis(),
    verifyAddress: page.dataset.verify,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    program: document.querySelector('script:not([type])')?.textContent ?? '',
    style: document.querySelector('style')?.textContent ?? '',
    print: () => window.print(),
    addMargins: (rules) => {
      // The policy of the page allows no other style element; a sheet made by its own program is allowed.
      if (!('adoptedStyleSheets' in document)) return;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
    },
    onPaper: (onPrint) => {
      window.addEventListener('beforeprint', () => onPrint(true));
      window.addEventListener('afterprint', () => onPrint(false));
    },
  }).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    page.replaceChildren(el('p', { class: 'warning', role: 'alert' }, m.evidence_page_failed({ message })));
  });
}
