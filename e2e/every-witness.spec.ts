import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './service.ts';
import { goInApp, trusting } from './stories.ts';
import {
  contradictionsOf,
  judgeSaved,
  readWitnessPage,
  saveJudgedCase,
  toldWitnesses,
  type ToldWitness,
} from './witness-pages.ts';
import { enterAs } from './witness-list.ts';

// Every witness that the demo begins with and every one of the test cases. Each organization is opened in several parts at
// the same time; every so manyth witness belongs to a part, so that each has all kinds of them.

const parts = [
  ...[0, 1, 2].map((at) => ({ organization: 'Grupo Ceibal', at, of: 3 })),
  { organization: 'Casos de prueba', at: 0, of: 1 },
];

for (const { organization, at, of } of parts)
  test(`every witness of ${organization}, part ${at + 1} of ${of}: its page says what the command line says of its case, and speaks of nothing else`, async ({
    page,
    service,
    demo,
    folder,
  }) => {
    test.setTimeout(240_000);
    const key = demo.organizations.find(({ name }) => name === organization)?.apiKey ?? '';
    const all = await toldWitnesses(service.origin, key);
    // Of documents and of their signatures, of open requests and of others, and hashes that came alone.
    const kinds = new Set(all.witnesses.map((one) => one.of));
    expect([...kinds].sort()).toEqual(
      organization === 'Grupo Ceibal' ? ['document', 'hash', 'signature'] : ['document', 'signature'],
    );
    const mine = all.witnesses.filter((_, index) => index % of === at);
    expect(mine.length).toBeGreaterThan(30);
    const trust = await trusting(service.origin, folder);
    await enterAs(page, organization);
    const problems: string[] = [];
    for (const told of mine) {
      const shown = await readWitnessPage(page, told.id);
      const file = await saveJudgedCase(page, folder, told.id);
      problems.push(...contradictionsOf(told, shown, await judgeSaved(file, trust, folder), all));
    }
    expect(problems).toEqual([]);
  });

test('a page whose answers are bent, and a case that is changed on its way, are told apart from what the interface says', async ({
  page,
  service,
  demo,
  folder,
}) => {
  const [organization] = demo.organizations;
  const all = await toldWitnesses(service.origin, organization!.apiKey);
  const trust = await trusting(service.origin, folder);
  const told = all.witnesses.find((one): one is ToldWitness & { title: string } => one.of === 'signature')!;
  await enterAs(page, organization!.name);

  const shown = await readWitnessPage(page, told.id);
  const file = await saveJudgedCase(page, folder, told.id);
  expect(contradictionsOf(told, shown, await judgeSaved(file, trust, folder), all)).toEqual([]);

  // One byte of the evidence in the case.
  const text = await readFile(file, 'utf8');
  const hash = text.indexOf('"hash":"') + 8;
  const changed = join(folder, 'changed.testigo.json');
  await writeFile(changed, text.slice(0, hash) + (text[hash] === '0' ? '1' : '0') + text.slice(hash + 1));
  const ofChanged = contradictionsOf(told, shown, await judgeSaved(changed, trust, folder), all);
  expect(ofChanged.join('\n')).toMatch(/shown as PASSED, judged .* with exit 1/);

  // The request says that this is the witness of its document, and of nobody's signature.
  await page.route('**/rest/v1/signature-request/*', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const request = (await response.json()) as { invites?: object[]; witness?: object };
    const invites = (request.invites ?? []).map((invite) => ({ ...invite, witness: null, signature: null }));
    await route.fulfill({ response, json: { ...request, invites, witness: { id: told.id } } });
  });
  await page.goto('about:blank');
  await enterAs(page, organization!.name);
  await goInApp(page, '/witnesses');
  const bent = await readWitnessPage(page, told.id);
  const ofBent = await judgeSaved(await saveJudgedCase(page, folder, 'bent'), trust, folder);
  expect(contradictionsOf(told, bent, ofBent, all).join('\n')).toContain(
    'is judged as a witness of something else',
  );
});
