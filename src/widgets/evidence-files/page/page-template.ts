/** The program and the style of the page that checks itself, as texts. */
export interface PageTemplate {
  /** One classic script. */
  readonly script: string;
  readonly style: string;
}

/**
 * Built from `src/evidence-page` by the bundler, which puts it in the place of this file
 * (`src/tools/build/evidence-page.ts`). It is large: import it only when a page is requested.
 */
export const pageTemplate: PageTemplate | undefined = undefined;
