import { expect, test } from './service.ts';
import { goInApp, queryNode } from './stories.ts';
import { enterAs } from './witness-list.ts';
import { contradictionsIn, reportedWitnesses } from './witness-pages.ts';

// Every witness of every organization of the demo: as it is opened, and once more with the node of the sandbox named, whose
// answers the command line is then given too. Those of one organization are opened in parts at the same time.

const organizations = ['Grupo Ceibal', 'Cooperativa Nube de Sal', 'Casos de prueba'];
const parts = [0, 1, 2];

for (const organization of organizations)
  for (const node of [false, true])
    for (const at of parts)
      test(`every witness of ${organization}${node ? ', with a node' : ''}, part ${at + 1} of ${parts.length}: a page says what the command line says of its case, and speaks of nothing else`, async ({
        page,
        service,
        demo,
        folder,
      }) => {
        test.setTimeout(400_000);
        const key = demo.organizations.find(({ name }) => name === organization)?.apiKey ?? '';
        const all = await reportedWitnesses(service.origin, key);
        const mine = all.witnesses.filter((_, index) => index % parts.length === at);
        expect(mine.length).toBeGreaterThan(4);
        await enterAs(page, organization);
        if (node) {
          await goInApp(page, `/witnesses/${mine[0]!.id}`);
          await queryNode(page, `${service.origin}/sandbox/rpc`);
          await expect(page.getByRole('list', { name: 'Nodos que se consultan' })).toBeVisible();
        }
        expect(await contradictionsIn(page, mine, all, { origin: service.origin, folder })).toEqual([]);
      });
