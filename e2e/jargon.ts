import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { expect } from './service.ts';

// What somebody reads who has pressed nothing: no code of a program, no word of an encoding and no term that only a
// specialist knows. What is folded may have them.

const jargon: Readonly<Record<string, RegExp>> = {
  code: /\b[A-Z]+_[A-Z_]+\b/g,
  // An address of four numbers is none.
  'object identifier': /(?<![\d.])\d+(?:\.\d+){4,}(?![\d.])/g,
  'word of an encoding': /\b(?:DER|ASN\.?1|BER|OID|PKCS|TLV)\b/g,
  'term of a specialist': /\b(?:OCSP|CRL|TSA|CMS|X\.509|JSON-RPC)\b|\bkeccak/gi,
};

export const jargonIn = (text: string, sought?: RegExp): string[] =>
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
export async function expectPlain(page: Page, where: string): Promise<void> {
  const text = await page.locator('body').innerText();
  expect(text.length, where).toBeGreaterThan(100);
  const { pathname, search } = new URL(page.url());
  // What differs from the documented interface is named as the interface names it.
  if (pathname === paths.drift) return;
  const terms = sought.find(([address]) => address.test(`${pathname}${search}`))?.[1];
  expect.soft(jargonIn(text, terms), where).toEqual([]);
}
