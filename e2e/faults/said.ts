import type { Page } from '@playwright/test';

/** Something that the page says aloud, and what can be done beside it. */
export interface Said {
  readonly text: string;
  /** Names of the buttons and links of the part of the page that says it. */
  readonly actions: readonly string[];
}

/**
 * What the page says of itself in places made for it: alerts, states, fields that are marked as wrong, steps and
 * operations that failed. Only what is visible, each once; buttons are not part of the words.
 */
export const saidOn = (page: Page): Promise<Said[]> =>
  page.evaluate(() => {
    const spoken = [
      '[role="alert"]',
      '[role="status"]',
      'li[data-state="failed"]',
      '[aria-invalid="true"]',
      // What stands in the place of data.
      '[data-empty]',
    ];
    const visible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
    const nameOf = (element: Element): string =>
      plain(element.getAttribute('aria-label') ?? element.textContent);
    const wordsOf = (element: Element): string => {
      if (element.getAttribute('aria-invalid') === 'true') {
        const ids = `${element.getAttribute('aria-errormessage') ?? ''} ${element.getAttribute('aria-describedby') ?? ''}`;
        const parts = ids.split(' ').map((id) => plain(id ? document.getElementById(id)?.textContent : ''));
        return plain(parts.join(' '));
      }
      const copy = element.cloneNode(true) as Element;
      for (const button of copy.querySelectorAll('button, [role="button"], svg')) button.remove();
      // Blocks stand apart where they are shown, and have no space between them in the text.
      for (const block of copy.querySelectorAll('p, div, li, span, h2, h3')) block.append(' ');
      return plain(copy.textContent);
    };
    const said = new Map<string, string[]>();
    for (const element of document.querySelectorAll(spoken.join())) {
      const text = wordsOf(element);
      const within = [...element.querySelectorAll('[role="alert"]')].some(visible);
      if (text === '' || !visible(element) || within) continue;
      // The smallest part of the page around it in which something can be done.
      const actions: string[] = [];
      for (let part: Element | null = element; part && actions.length === 0; part = part.parentElement)
        for (const one of part.querySelectorAll('button:not(:disabled), a[href], [role="option"]'))
          if (visible(one) && nameOf(one)) actions.push(nameOf(one));
      said.set(text, [...new Set(actions)].slice(0, 6));
    }
    return [...said].map(([text, actions]) => ({ text, actions }));
  });

/** What is in an answer of one round and not of another. */
const passing: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{24}/g, '…'],
  [
    /\b(Prueba de envío|Borrador|Renombrado|Invitación|Clave ajena|Clave|Contrato por certificar|Otra) \d+/g,
    '$1 …',
  ],
  [/\d{1,2}:\d{2}(:\d{2})?/g, '…'],
  [/\d+ (ms|min)\b/g, '… $1'],
];

/** Words without what the service itself said, ids, times and names that each round makes anew. */
export function ownWords(text: string): string {
  const own = text.replace(/\s*El servicio dice: «[^]*?\(\/sandbox\/faults\)\.»/g, '');
  return passing.reduce((rest, [pattern, put]) => rest.replace(pattern, put), own).trim();
}
