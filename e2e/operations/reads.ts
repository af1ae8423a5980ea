import type { Page } from '@playwright/test';
import type { Row } from './row.ts';
import type { Json } from './wire.ts';
import type { World } from './world.ts';

const signer = 'María Fernanda Ortega Ruiz';
const at =
  (path: string) =>
  (page: Page): Promise<unknown> =>
    page.goto(path);

/** Opens the search and pastes into it. */
const paste =
  (text: (world: World) => Promise<string> | string) =>
  async (page: Page, world: World): Promise<void> => {
    const pasted = await text(world);
    await page.goto('/organization?tab=record');
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(pasted);
  };

const atPerson = async (page: Page, world: World): Promise<unknown> =>
  page.goto(`/directory/${(await world.person(signer)).id}`);

/** A mark that nothing else says. */
const named = (operation: string): Pick<Row, 'mark' | 'shows'> => ({
  mark: `Señal de ${operation}`,
  shows: `Señal de ${operation}`,
});

const objectAt = (value: Json, name: string): Json | undefined => {
  const found = value[name];
  return typeof found === 'object' && found !== null ? (found as Json) : undefined;
};

/** A nested resource comes as its id alone (Rule WI-14). */
function stub(owner: Json, name: string): void {
  const nested = objectAt(owner, name);
  if (nested) owner[name] = { id: nested.id };
}

const resultsOf = (answer: Json): Json[] => (Array.isArray(answer.results) ? (answer.results as Json[]) : []);

const withStubIssuer = (subject: Json): void => {
  const certificate = objectAt(subject, 'certificate');
  if (certificate) stub(certificate, 'issuer');
};

async function walletWithToken(world: World): Promise<string> {
  const [token] = await world.tokens();
  if (!token) throw new Error('The demo has no token.');
  return token.ownerId;
}

/** Reads: being on the screen is enough, or typing into the search. */
export const reads = {
  listWitnesses: { act: at('/witnesses'), ...named('listWitnesses') },
  listSignatureRequests: { act: at('/requests'), ...named('listSignatureRequests') },
  readSignatureRequest: {
    act: async (page, world) => page.goto(`/requests/${(await world.requests())[0]?.id}`),
    ...named('readSignatureRequest'),
  },
  listInvites: { act: atPerson, ...named('listInvites') },
  readInvite: {
    act: paste(async (world) => {
      const [invite] = await world.list<{ id: string }>('/signature-request-invites');
      return invite?.id ?? '';
    }),
    ...named('readInvite'),
  },
  listSubjects: { act: at('/directory'), ...named('listSubjects') },
  findSubjects: { act: at('/directory'), given: { listSubjects: 'absent' }, ...named('findSubjects') },
  readSubject: { act: atPerson, ...named('readSubject') },
  readSubjectByEvmAddress: {
    act: paste(async (world) => (await world.person(signer)).EVMAddress),
    ...named('readSubjectByEvmAddress'),
  },
  listOrganizationLinks: { act: at('/organization?tab=links'), ...named('listOrganizationLinks') },
  readOrganizationLink: {
    act: async (page, world) => {
      const [link] = await world.list<{ id: string }>('/organization-links');
      await page.goto(`/organization?tab=links&link=${link?.id}`);
    },
    ...named('readOrganizationLink'),
  },
  listOrganizationMembers: { act: at('/organization?tab=members'), ...named('listOrganizationMembers') },
  listOrganizations: { act: at('/organization?tab=record'), ...named('listOrganizations') },
  readOrganization: {
    act: at('/organization'),
    mark: 'senal@organizacion.example',
    shows: 'senal@organizacion.example',
  },
  readPreservation: { act: at('/organization'), mark: 777_027, shows: /777,027/ },
  listApiKeys: { act: at('/organization?tab=keys'), ...named('listApiKeys') },
  listCertificates: {
    act: at('/directory'),
    given: {
      listSubjects: (answer) => {
        for (const subject of resultsOf(answer)) stub(subject, 'certificate');
      },
    },
    mark: '2041-03-05T18:00:00.000Z',
    shows: /5 mar 2041/,
  },
  readCertificate: {
    act: atPerson,
    given: { readSubject: (subject) => stub(subject, 'certificate') },
    mark: '00c0ffee00c0ffee00c0',
    shows: /00c0ffee00c0ffee00c0/i,
  },
  listIssuers: { act: atPerson, given: { readSubject: withStubIssuer }, ...named('listIssuers') },
  readIssuer: {
    act: atPerson,
    given: { readSubject: withStubIssuer, listIssuers: 'absent' },
    ...named('readIssuer'),
  },
  // The sum over the days that are shown holds those of the other days too.
  readSignatureRequestTimeseries: {
    act: async (page) => {
      await page.goto('/');
      // The counts of the chart are read once its foot is on the screen.
      const chart = page.getByRole('region', { name: 'Solicitudes por día' });
      await chart.getByRole('paragraph').last().scrollIntoViewIfNeeded();
    },
    mark: 7_654_000,
    shows: /7,654,\d{3}/,
  },
  listWallets: {
    act: async (page, world) => page.goto(`/endorsements/wallets/${await walletWithToken(world)}`),
    given: { listSubjects: 'absent' },
    ...named('listWallets'),
  },
  readWallet: {
    act: async (page, world) => page.goto(`/endorsements/wallets/${await walletWithToken(world)}`),
    mark: 777_022,
    shows: /777022/,
  },
  listEndorsables: { act: at('/endorsements?view=tokens'), mark: 777_023, shows: /777023/ },
  readEndorsable: {
    act: async (page, world) => page.goto(`/endorsements/${(await world.tokens())[0]?.id}`),
    mark: 777_024,
    shows: /777024/,
  },
  listEndorseEvents: { act: at('/endorsements'), mark: 777_025, shows: /777025/ },
  readEndorseEvent: {
    act: paste(async (world) => {
      const { items } = await world.ask<{ items: { id: string }[] }>('GET', '/endorse-events?limit=1');
      return items[0]?.id ?? '';
    }),
    mark: 777_026,
    shows: /777026/,
  },
  readWitnessByHash: {
    act: paste(async (world) => {
      const [, other] = world.demo.organizations;
      const body = await world.ask<{ results: { hash: string }[] }>(
        'GET',
        '/witnesses',
        undefined,
        other?.apiKey,
      );
      return body.results[0]?.hash ?? '';
    }),
    mark: 'ab'.repeat(32),
    shows: 'ab'.repeat(32),
  },
  readServerTime: { act: at('/settings'), mark: '2031-05-06T18:00:00.000Z', shows: /6 may 2031/ },
  readOpenApi: { act: at('/settings'), mark: '9.8.7-señal', shows: /9\.8\.7-señal/ },
  readContent: {
    act: async (page, world) => {
      const plain = (await world.requests()).find(({ content }) => content && 'raw' in content);
      await page.goto(`/requests/${plain?.id}`);
    },
    mark: () => Buffer.from('Señal de readContent'),
    shows: 'Señal de readContent',
  },
  readNom151Token: {
    act: async (page, world) => {
      const [stamped] = await world.witnesses({ nom151: { exists: true } });
      // A certificate never changes, so the browser may hold it since the page of its request verified it.
      await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
      await page.goto(`/witnesses/${stamped?.id}`);
      await page.getByRole('tab', { name: 'NOM-151' }).click();
    },
    // The instant of a time-stamp (RFC 3161 §2.4.2 genTime), which stands nowhere else.
    mark: (der: Buffer) =>
      Buffer.from(
        der.toString('latin1').replace(/(\x18[\x0f-\x13])\d{14}((?:\.\d+)?Z)/g, '$120310506180000$2'),
        'latin1',
      ),
    shows: /6 may 2031/,
  },
} as const satisfies Readonly<Record<string, Row>>;
