import type { Locator } from '@playwright/test';

/**
 * Something green on a screen, and what it stands beside. Green is the colour of what was computed here and of nothing
 * else, so a mark is known by its paint: whatever part of whatever screen draws it, it is found.
 */
export interface Mark {
  readonly check: string | null;
  readonly block: string | null;
  readonly section: string | null;
  /** Of how many items it says so, where it counts. */
  readonly tally: number | null;
  /** The row of a table that it stands in, from 0; `pane` beside the table; else `page`. */
  readonly place: string;
  readonly words: string;
}

/** Every green mark within an element, once for everything that takes its colour from it. */
export const greenMarks = (root: Locator): Promise<Mark[]> =>
  root.evaluate((top) => {
    const probe = document.createElement('i');
    document.body.append(probe);
    const greens = new Set(
      ['main', 'tint', 'line'].map((tone) => {
        probe.style.color = `var(--mui-palette-verdict-passed-${tone})`;
        return getComputedStyle(probe).color;
      }),
    );
    probe.remove();
    if (greens.size !== 3 || greens.has('rgb(0, 0, 0)')) throw new Error('The theme has no green.');
    const has = (paint: string): boolean => [...greens].some((green) => paint.includes(green));
    const paints = (style: CSSStyleDeclaration): boolean =>
      has(style.backgroundColor) ||
      has(style.backgroundImage) ||
      has(style.boxShadow) ||
      (style.outlineStyle !== 'none' && has(style.outlineColor)) ||
      (style.textDecorationLine !== 'none' && has(style.textDecorationColor)) ||
      (['Top', 'Right', 'Bottom', 'Left'] as const).some(
        (side) => parseFloat(style[`border${side}Width`]) > 0 && has(style[`border${side}Color`]),
      );
    const isGreen = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const above = element.parentElement && getComputedStyle(element.parentElement);
      // What is inherited is the same mark.
      const own = (name: 'color' | 'fill' | 'stroke'): boolean =>
        has(style[name]) && style[name] !== above?.[name];
      return (
        own('color') ||
        (element instanceof SVGElement && (own('fill') || own('stroke'))) ||
        paints(style) ||
        ['::before', '::after', '::marker'].some((part) => {
          const drawn = getComputedStyle(element, part);
          return drawn.content !== 'none' && ((has(drawn.color) && !has(style.color)) || paints(drawn));
        })
      );
    };
    const near = (element: Element, name: string): string | null =>
      element.closest(`[${name}]`)?.getAttribute(name) ?? null;
    return [top, ...top.querySelectorAll('*')].filter(isGreen).map((element) => {
      const row = near(element, 'data-index');
      const tally = near(element, 'data-tally');
      return {
        check: near(element, 'data-check'),
        block: near(element, 'data-block'),
        section: near(element, 'data-section'),
        tally: tally === null ? null : Number(tally),
        place: row ?? (element.closest('aside') ? 'pane' : 'page'),
        words: (element.closest('li, section, tr, div')?.textContent ?? '').slice(0, 80),
      };
    });
  });

/** A report of the command line, as far as marks are compared with it. */
export interface Report {
  readonly file: string;
  readonly exit: number;
  readonly verdict: { readonly conclusion: string; readonly warnings: number };
  readonly sections: readonly {
    readonly key: string;
    readonly verdict: { readonly conclusion: string };
    readonly blocks?: readonly { readonly name: string; readonly verdict: { readonly conclusion: string } }[];
    readonly checks: readonly {
      readonly id: string;
      readonly status: string;
      readonly basis: string;
      readonly reason?: { readonly code: string };
      readonly warnings?: readonly unknown[];
    }[];
  }[];
}

export const passed = (conclusion: string | undefined): boolean => conclusion === 'TOTAL_PASSED';

/** Passed, and something warns or another proof failed. */
export const isWarned = ({ verdict, sections }: Report): boolean =>
  verdict.warnings > 0 ||
  sections.some(({ blocks }) => blocks?.some((one) => one.verdict.conclusion === 'TOTAL_FAILED'));

type Check = Report['sections'][number]['checks'][number];

/** Passed without a warning, whose colour it has otherwise, and not merely because the service reports it so. */
const isComputedPass = ({ status, basis, warnings = [] }: Check): boolean =>
  status === 'PASSED' && basis !== 'SERVER' && warnings.length === 0;

/** Whether the command line's report says what the mark says. */
export function isRecomputed({ check, block, section }: Mark, { verdict, sections }: Report): boolean {
  const meant = sections.filter(({ key }) => key === section);
  if (check !== null)
    return meant.some(({ checks }) => checks.some((one) => one.id === check && isComputedPass(one)));
  if (block !== null)
    return meant.some(({ blocks }) =>
      blocks?.some((one) => one.name === block && passed(one.verdict.conclusion)),
    );
  if (section !== null) return meant.some((one) => passed(one.verdict.conclusion));
  return passed(verdict.conclusion);
}

/**
 * What the command line's report passes and no mark says.
 *
 * @param shows the sections whose checks the screen shows, all of them unless given; `row`: the verdict and the proofs of
 *   the witness instead of checks
 */
export function unmarkedPasses(
  marks: readonly Mark[],
  { verdict, sections }: Report,
  shows: Shown = 'all',
): string[] {
  if (shows === 'row') {
    const blocks = sections.find(({ key }) => key === 'witness')?.blocks ?? [];
    const hasVerdict = marks.some(({ section }) => section === null);
    return [
      ...(passed(verdict.conclusion) && !hasVerdict ? ['verdict'] : []),
      ...blocks
        .filter((one) => passed(one.verdict.conclusion) && !marks.some(({ block }) => block === one.name))
        .map(({ name }) => name),
    ];
  }
  return sections
    .filter(({ key }) => shows === 'all' || shows.includes(key))
    .flatMap(({ key, checks }) =>
      checks
        .filter(isComputedPass)
        .filter(({ id }) => !marks.some(({ check, section }) => check === id && section === key))
        .map(({ id }) => `${key} ${id}`),
    );
}

/** The part of a report that a screen shows. */
export type Shown = 'all' | 'row' | readonly string[];

/** What neither passes nor is absent, as `section check status reason`. */
export const openOnes = ({ sections }: Report): string[] =>
  sections
    .flatMap(({ key, checks }) =>
      checks
        .filter(({ status }) => status !== 'PASSED' && status !== 'NOT_APPLICABLE')
        .map(({ id, status, reason }) => `${key} ${id} ${status} ${reason?.code ?? ''}`),
    )
    .sort();
