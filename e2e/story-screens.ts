import type { Locator, Page } from '@playwright/test';
import { run } from '#cli/run.ts';
import {
  greenMarks,
  isRecomputed,
  unmarkedPasses,
  type Mark,
  type Report,
  type Shown,
} from './green-marks.ts';
import { expect } from './service.ts';
import { foldedChecks, openWitnessTab, witnessTabs } from './stories.ts';

/** The green marks of one screen, and the case file that they are compared with. */
export interface Screen {
  readonly where: string;
  readonly file: string;
  readonly shows?: Shown;
  readonly marks: readonly Mark[];
}

/**
 * What the command line reports of each file. It runs in this process, which spares a start for every story;
 * evidence.spec.ts runs it as a user does.
 *
 * @param words what it is given besides the files: anchors, recipe, contracts
 * @returns by path
 */
export async function reportsOf(
  files: readonly string[],
  words: readonly string[],
): Promise<(file: string) => Report> {
  const { output } = await run([...new Set(files), ...words, '--json'], new Date());
  // Its JSON is of schema testigo.verify/1, of which `Report` is a part.
  const { files: reports } = JSON.parse(output) as { files: readonly Report[] };
  return (file) => {
    const found = reports.find((one) => one.file === file);
    if (!found) throw new Error(`The command line reports nothing of ${file}.`);
    return found;
  };
}

/**
 * Every green mark of the screens is a PASSED check, or a passed verdict, of the report of their case file, and every
 * PASSED check that a screen shows has a green mark: a screen that was not there yet has none.
 */
export function expectSameMarks(screens: readonly Screen[], reportOf: (file: string) => Report): void {
  for (const { where, file, marks, shows } of screens) {
    const report = reportOf(file);
    expect({
      where,
      unexplained: marks.filter((mark) => !isRecomputed(mark, report)),
      unmarked: unmarkedPasses(marks, report, shows),
    }).toEqual({ where, unexplained: [], unmarked: [] });
  }
}

/** Unfolds the checks that merely had to hold: their marks count as well. */
async function unfoldChecks(page: Page, within: Locator): Promise<void> {
  const folded = within.getByRole('button', { name: foldedChecks, expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

/** The marks of the inspector with everything unfolded, and every tab and every signer opened in turn. */
export async function marksOfInspector(page: Page): Promise<Mark[]> {
  const body = page.locator('body');
  const marks: Mark[] = [];
  for (const tab of [...witnessTabs].reverse()) {
    await openWitnessTab(page, tab);
    await unfoldChecks(page, body);
    marks.push(...(await greenMarks(body)));
  }
  const signers = page.getByRole('tablist', { name: 'Firmantes' }).getByRole('tab');
  for (let at = 1; at < (await signers.count()); at += 1) {
    await signers.nth(at).click();
    await expect(page.locator(`[role=tabpanel] [data-section="invites[${at}]"]`)).toBeVisible();
    await unfoldChecks(page, body);
    marks.push(...(await greenMarks(page.locator('[role=tabpanel]'))));
  }
  return marks;
}

/** Waits until /verify has a verdict for each of so many items. */
export async function waitForVerdicts(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    count === 1 ? '1 elemento, 1 revisado' : `${count} elementos, ${count} revisados`,
    { timeout: 60_000 },
  );
}

/** Opens a row of /verify and waits until its pane is complete, with every check unfolded. */
export async function openRow(page: Page, index: number): Promise<Locator> {
  const row = page.locator(`tr[data-index="${index}"]`);
  await row.click();
  // The pane of the row before stays until this one is there.
  await expect(row).toHaveAttribute('aria-current', 'true');
  const pane = page.getByRole('complementary');
  await expect(pane.getByRole('button', { name: 'Guardar expediente' })).toBeEnabled();
  await unfoldChecks(page, pane);
  return pane;
}

/** Of the marks of /verify, those in one row of its table. */
export const marksOfRow = (marks: readonly Mark[], index: number): Mark[] =>
  marks.filter(({ place }) => place === String(index));
