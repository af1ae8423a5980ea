import { reading } from './accessible-routes.ts';
import { expectPlain, jargonIn } from './jargon.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterStories, openStory, readStories } from './stories.ts';

// Every screen as it opens is read in calm.spec.ts.

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

for (const language of ['es-MX', 'en'] as const) {
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
