import { useEffect } from 'react';

const numbered = `@page {
  margin: 20mm 16mm 18mm;
  color: #333;
  font: 7.5pt 'Geist Variable', system-ui, sans-serif;
  @bottom-right { content: counter(page) ' / ' counter(pages) }
}`;

/**
 * Numbers the printed pages while a component is there, and puts what the rules say into the other margins. A sheet
 * of its own, since rules for margins cannot be nested in those of a component.
 */
export function usePageMargins(rules: string): void {
  useEffect(() => {
    // Browsers without it print without margins of ours.
    if (!('adoptedStyleSheets' in document)) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(numbered + rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [rules]);
}
