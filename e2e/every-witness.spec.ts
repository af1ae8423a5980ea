import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deepIf } from './deep-tag.ts';
import { expect, test } from './service.ts';
import { goInApp, trusting } from './stories.ts';
import {
  contradictionsIn,
  contradictionsOf,
  verifySaved,
  oneOfEach,
  readWitnessPage,
  saveVerifiedCase,
  reportedWitnesses,
  type ReportedWitness,
} from './witness-pages.ts';
import { enterAs } from './witness-list.ts';
import { fetchWhole, fulfillChanged } from './whole-answers.ts';

// Of the organization that the demo begins with, a witness of each kind in each state: all witnesses of all
// organizations are opened by every-witness.deep.e2e.ts, and those of the test cases by stories.spec.ts too.

const organization = 'Grupo Ceibal';
const parts = 2;

for (let at = 0; at < parts; at += 1) {
  const title = `the witnesses of ${organization}, part ${at + 1} of ${parts}: a page says what the command line says of its case, and speaks of nothing else`;

  test(title, deepIf(at > 0), async ({ page, service, demo, folder }) => {
    test.setTimeout(180_000);
    const key = demo.organizations.find(({ name }) => name === organization)?.apiKey ?? '';
    const all = await reportedWitnesses(service.origin, key);
    const chosen = oneOfEach(all.witnesses);
    // Of documents and of their signatures, of open requests and of others, and hashes that came alone.
    expect([...new Set(chosen.map((one) => one.of))].sort()).toEqual(['document', 'hash', 'signature']);
    expect(new Set(chosen.map(({ state }) => state.includes('false'))).size).toBe(2);
    const mine = chosen.filter((_, index) => index % parts === at);
    expect(mine.length).toBeGreaterThan(8);
    await enterAs(page, organization);
    expect(await contradictionsIn(page, mine, all, { origin: service.origin, folder })).toEqual([]);
  });
}

test('a page whose answers are bent, and a case that is changed on its way, are reported apart from what the interface says', async ({
  page,
  service,
  demo,
  folder,
}) => {
  const [organization] = demo.organizations;
  const all = await reportedWitnesses(service.origin, organization!.apiKey);
  const trust = await trusting(service.origin, folder);
  const reported = all.witnesses.find(
    (one): one is ReportedWitness & { title: string } => one.of === 'signature',
  )!;
  await enterAs(page, organization!.name);

  const shown = await readWitnessPage(page, reported.id);
  const file = await saveVerifiedCase(page, folder, reported.id);
  expect(contradictionsOf(reported, shown, await verifySaved(file, trust, folder), all)).toEqual([]);

  // One byte of the evidence in the case.
  const text = await readFile(file, 'utf8');
  const hash = text.indexOf('"hash":"') + 8;
  const changed = join(folder, 'changed.testigo.json');
  await writeFile(changed, text.slice(0, hash) + (text[hash] === '0' ? '1' : '0') + text.slice(hash + 1));
  const ofChanged = contradictionsOf(reported, shown, await verifySaved(changed, trust, folder), all);
  expect(ofChanged.join('\n')).toMatch(/shown as PASSED, verified .* with exit 1/);

  // The request says that this is the witness of its document, and of nobody's signature.
  await page.route('**/rest/v1/signature-request/*', async (route) => {
    const response = await fetchWhole(route);
    const request = (await response.json()) as { invites?: object[]; witness?: object };
    const invites = (request.invites ?? []).map((invite) => ({ ...invite, witness: null, signature: null }));
    const changed = { ...request, invites, witness: { id: reported.id } };
    await fulfillChanged(route, response, JSON.stringify(changed));
  });
  await page.goto('about:blank');
  await enterAs(page, organization!.name);
  await goInApp(page, '/witnesses');
  const bent = await readWitnessPage(page, reported.id);
  const ofBent = await verifySaved(await saveVerifiedCase(page, folder, 'bent'), trust, folder);
  expect(contradictionsOf(reported, bent, ofBent, all).join('\n')).toContain(
    'is verified as a witness of something else',
  );
});
