import { type Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { reading } from './accessible-routes.ts';
import { everyScreen } from './every-screen.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterStories, goInApp, openStory, readStories } from './stories.ts';

// What somebody reads who has pressed nothing: no code of a program and no word of an encoding. What is folded may have
// them.

const jargon: Readonly<Record<string, RegExp>> = {
  code: /\b[A-Z]+_[A-Z_]+\b/g,
  // An address of four numbers is none.
  'object identifier': /(?<![\d.])\d+(?:\.\d+){4,}(?![\d.])/g,
  'word of an encoding': /\b(?:DER|ASN\.?1|BER|OID|PKCS|TLV)\b/g,
};

const jargonIn = (text: string): string[] =>
  Object.entries(jargon).flatMap(([kind, pattern]) => [
    ...new Set((text.match(pattern) ?? []).map((found) => `${kind}: ${found}`)),
  ]);

/** Expects no jargon in what the page shows as it is, beside its frame too. */
async function expectPlain(page: Page, where: string): Promise<void> {
  const text = await page.locator('body').innerText();
  expect(text.length, where).toBeGreaterThan(100);
  expect.soft(jargonIn(text), where).toEqual([]);
}

/** Those for developers: what differs from the documented interface is named as the interface names it. */
const isForDevelopers = (address: string): boolean => address === paths.drift;

test('what looks for jargon finds it, and leaves words, versions and addresses alone', () => {
  expect(
    jargonIn(
      'SIG_CONSTRAINTS_FAILURE, 2.16.840.1.101.3.4.2.1 in DER or ASN.1; 127.0.0.1, 1.2.3, NOM-151, PDF',
    ),
  ).toEqual([
    'code: SIG_CONSTRAINTS_FAILURE',
    'object identifier: 2.16.840.1.101.3.4.2.1',
    'word of an encoding: DER',
    'word of an encoding: ASN.1',
  ]);
});

for (const language of ['es-MX', 'en'] as const) {
  test(`no screen in ${language} shows a code, an object identifier or a word of an encoding as it opens`, async ({
    page,
    service,
    demo,
  }) => {
    await reading(page, 'light', language);
    await page.getByRole('button', { name: /^(?:Entrar a la demostración|Enter the demo)$/ }).click();
    await page.getByRole('navigation').first().waitFor();
    const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
    for (const address of Object.values(everyScreen(things)).flat())
      if (!isForDevelopers(address))
        await test.step(address, async () => {
          await goInApp(page, address);
          await settledScreen(page, { timeoutMs: 15_000, quietMs: 500 });
          await expectPlain(page, address);
        });
  });

  test(`no witness of a story in ${language} shows a code, an object identifier or a word of an encoding as it opens`, async ({
    page,
    service,
  }) => {
    await reading(page, 'light', language);
    await enterStories(page);
    for (const story of await readStories(service.origin))
      await test.step(story.name, async () => {
        await openStory(page, story);
        await settledScreen(page, { timeoutMs: 15_000, quietMs: 500 });
        await expectPlain(page, story.name);
      });
  });
}
