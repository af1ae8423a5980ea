import { type Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { reading } from './accessible-routes.ts';
import { everyScreen } from './every-screen.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterStories, goInApp, openStory, readStories } from './stories.ts';

// What somebody reads who has pressed nothing: no code of a program, no word of an encoding and no term that only a
// specialist knows. What is folded may have them.

const jargon: Readonly<Record<string, RegExp>> = {
  code: /\b[A-Z]+_[A-Z_]+\b/g,
  // An address of four numbers is none.
  'object identifier': /(?<![\d.])\d+(?:\.\d+){4,}(?![\d.])/g,
  'word of an encoding': /\b(?:DER|ASN\.?1|BER|OID|PKCS|TLV)\b/g,
  'term of a specialist': /\b(?:OCSP|CRL|TSA|CMS|X\.509|JSON-RPC)\b|\bkeccak/gi,
};

const jargonIn = (text: string, sought?: RegExp): string[] =>
  Object.entries(jargon).flatMap(([kind, pattern]) => [
    ...new Set(
      (text.match(pattern) ?? [])
        .filter((found) => sought?.test(found) !== true)
        .map((found) => `${kind}: ${found}`),
    ),
  ]);

/** Terms that are what somebody looks for who opens a screen, by its address. */
const sought: readonly (readonly [address: RegExp, terms: RegExp])[] = [
  // Names of what was checked of a signature, and of who stamped.
  [/^\/requests(?:\/[0-9a-f]{24}|\?sel=)/, /^OCSP$/],
  [/^\/witnesses\//, /^(?:OCSP|TSA)$/],
  // Kinds of files that can be verified, and what a policy allows of them.
  [/^\/verify/, /^OCSP$/],
  [/^\/settings\?part=trust/, /^OCSP$/],
  // Defects that are to be learned, and what moves with the clock.
  [/^\/sandbox/, /^OCSP$/],
];

/** Expects no jargon in what the page shows as it is, beside its frame too. */
async function expectPlain(page: Page, where: string): Promise<void> {
  const text = await page.locator('body').innerText();
  expect(text.length, where).toBeGreaterThan(100);
  const { pathname, search } = new URL(page.url());
  const terms = sought.find(([address]) => address.test(`${pathname}${search}`))?.[1];
  expect.soft(jargonIn(text, terms), where).toEqual([]);
}

/** Those for developers: what differs from the documented interface is named as the interface names it. */
const isForDevelopers = (address: string): boolean => address === paths.drift;

test('what looks for jargon finds it, and leaves words, versions and addresses alone', () => {
  expect(
    jargonIn(
      'SIG_CONSTRAINTS_FAILURE, 2.16.840.1.101.3.4.2.1 in DER or ASN.1 by OCSP; 127.0.0.1, 1.2.3, NOM-151, PDF',
    ),
  ).toEqual([
    'code: SIG_CONSTRAINTS_FAILURE',
    'object identifier: 2.16.840.1.101.3.4.2.1',
    'word of an encoding: DER',
    'word of an encoding: ASN.1',
    'term of a specialist: OCSP',
  ]);
  expect(jargonIn('Keccak-256 and keccak256, X.509, by JSON-RPC', /^json-rpc$/i)).toEqual([
    'term of a specialist: Keccak',
    'term of a specialist: keccak',
    'term of a specialist: X.509',
  ]);
});

/** Each screen is read at both before the next one. */
const viewports = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
];

for (const language of ['es-MX', 'en'] as const) {
  test(`no screen in ${language} shows a code, an object identifier or a term of a specialist as it opens, at 360 px either`, async ({
    page,
    service,
    demo,
  }) => {
    test.setTimeout(240_000);
    await reading(page, 'light', language);
    await page.getByRole('button', { name: /^(?:Entrar a la demostración|Enter the demo)$/ }).click();
    await page.getByRole('navigation').first().waitFor();
    const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
    for (const address of Object.values(everyScreen(things)).flat())
      if (!isForDevelopers(address))
        await test.step(address, async () => {
          await goInApp(page, address);
          for (const viewport of viewports) {
            await page.setViewportSize(viewport);
            await settledScreen(page, { timeoutMs: 15_000, quietMs: 500 });
            await expectPlain(page, `${address} at ${viewport.width} px`);
          }
        });
  });

  test(`no witness of a story in ${language} shows a code, an object identifier or a term of a specialist as it opens`, async ({
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
