import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './service.ts';
import {
  bannerState,
  enterStories,
  exportEvidence,
  goInApp,
  openStory,
  readStories,
  trusting,
  verify,
} from './stories.ts';

/** A report of the command line, as far as marks are compared with it. */
interface Report {
  readonly verdict: { readonly conclusion: string };
  readonly sections: readonly {
    readonly key: string;
    readonly verdict: { readonly conclusion: string };
    readonly blocks?: readonly { readonly name: string; readonly verdict: { readonly conclusion: string } }[];
    readonly checks: readonly {
      readonly id: string;
      readonly status: string;
      readonly reason?: { readonly code: string };
    }[];
  }[];
}

/** Something green on the screen, and what it stands beside. */
interface Mark {
  readonly check: string | null;
  readonly block: string | null;
  readonly section: string | null;
  readonly words: string;
}

/** Every green mark of the page. Marks inside a mark are the same one. */
const greenMarks = (page: Page): Promise<Mark[]> =>
  page.locator('main [data-state="PASSED"]').evaluateAll((elements) =>
    elements.map((element) => ({
      check: element.closest('[data-check]')?.getAttribute('data-check') ?? null,
      block: element.closest('[data-block]')?.getAttribute('data-block') ?? null,
      section: element.closest('[data-section]')?.getAttribute('data-section') ?? null,
      words: (element.closest('li, section, div')?.textContent ?? '').slice(0, 80),
    })),
  );

const passed = (conclusion: string | undefined): boolean => conclusion === 'TOTAL_PASSED';

/** Whether the command line's report says what the mark says. */
function isRecomputed({ check, block, section }: Mark, { verdict, sections }: Report): boolean {
  const meant = sections.filter(({ key }) => section === null || key === section);
  if (check !== null)
    return meant.some(({ checks }) => checks.some(({ id, status }) => id === check && status === 'PASSED'));
  if (block !== null)
    return meant.some(({ blocks }) =>
      blocks?.some((one) => one.name === block && passed(one.verdict.conclusion)),
    );
  if (section !== null) return meant.some((one) => passed(one.verdict.conclusion));
  return passed(verdict.conclusion);
}

/** What neither passes nor is absent, as `section check status reason`. */
const openOnes = ({ sections }: Report): string[] =>
  sections
    .flatMap(({ key, checks }) =>
      checks
        .filter(({ status }) => status !== 'PASSED' && status !== 'NOT_APPLICABLE')
        .map(({ id, status, reason }) => `${key} ${id} ${status} ${reason?.code ?? ''}`),
    )
    .sort();

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-stories-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('of every story the expected checks fall and only they, and every green mark is what the command line finds in the exported case', async ({
  page,
  service,
}) => {
  test.setTimeout(300_000);
  const stories = await readStories(service.origin);
  expect(stories.length).toBeGreaterThanOrEqual(10);
  const { words } = await trusting(service.origin, folder);
  await enterStories(page);
  for (const story of stories) {
    await test.step(story.name, async () => {
      await openStory(page, story);
      // Rows that merely had to hold are folded; their marks count as well.
      const folded = page.getByRole('button', { name: /más que se sostiene/, expanded: false });
      while ((await folded.count()) > 0) await folded.first().click();
      const marks = await greenMarks(page);
      const state = await bannerState(page);
      // With the document, the command line has everything that the page had.
      const file = await exportEvidence(page, folder, 'Archivo de caso', { document: true });
      const { output } = await verify(file, ...words, '--json');
      const { files } = JSON.parse(output) as { files: [Report] };
      const [report] = files;
      const expected = [...story.baseline, ...story.expected].map(
        ({ section, check, status, reason }) => `${section} ${check} ${status} ${reason}`,
      );
      expect(openOnes(report)).toEqual(expected.sort());
      expect(marks.length).toBeGreaterThan(3);
      expect(marks.filter((mark) => !isRecomputed(mark, report))).toEqual([]);
      expect(state === 'PASSED').toBe(passed(report.verdict.conclusion));

      // The request's own page computes one thing: that the document is the one that was witnessed.
      await goInApp(page, `/requests/${story.request}`);
      await expect(page.locator('[data-section="witness"]')).toHaveCount(0);
      await expect(page.locator('[data-section="document"] [data-state]').first()).toBeVisible({
        timeout: 20_000,
      });
      const onRequest = await greenMarks(page);
      expect(onRequest.filter((mark) => mark.check === null || !isRecomputed(mark, report))).toEqual([]);
    });
  }
});
