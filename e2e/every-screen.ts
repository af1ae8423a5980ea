import { paths } from '#widgets/paths.ts';

const tabOf = (tab: string) => `${paths.organization}?tab=${tab}`;
const partOf = (part: string) => `${paths.settings}?part=${part}`;

/** One of each thing that has a screen, by what stands in its address. */
export interface Things {
  readonly organization: string;
  readonly request: string;
  readonly witness: string;
  readonly subject: string;
  readonly certificate: string;
  readonly issuer: string;
  readonly token: string;
  readonly wallet: string;
  readonly draft: string;
}

export type ScreenName = keyof typeof paths;

/**
 * Where every line of the table of addresses leads, the screen itself first and then other faces of it. A new path
 * does not compile until it has its line here.
 */
export const everyScreen = (of: Things) =>
  ({
    overview: [paths.overview],
    connect: [paths.connect],
    connectThen: [paths.connectThen(paths.witnesses)],
    requests: [paths.requests, `${paths.requests}?view=board`, `${paths.requests}?sel=${of.request}`],
    newRequest: [paths.newRequest],
    bulk: [paths.bulk],
    bulkDraft: [paths.bulkDraft('not-here')],
    bulkRun: [paths.bulkRun('not-here')],
    draft: [paths.draft(of.draft)],
    request: [paths.request(of.request)],
    witnesses: [
      paths.witnesses,
      `${paths.witnesses}?nom151=without&merkle=with`,
      `${paths.witnesses}?group=request`,
    ],
    witness: [paths.witness(of.witness)],
    verify: [paths.verify],
    endorsements: [paths.endorsements, `${paths.endorsements}?view=tokens`],
    token: [paths.token(of.token)],
    wallet: [paths.wallet(of.wallet)],
    directory: [paths.directory],
    link: [paths.link(of.organization)],
    subject: [paths.subject(of.subject)],
    certificates: [paths.certificates, `${paths.certificates}?ends-to=2020-01-01`],
    certificate: [paths.certificate(of.certificate)],
    issuers: [paths.issuers],
    issuer: [paths.issuer(of.issuer)],
    organization: [paths.organization, tabOf('members'), tabOf('links'), tabOf('keys'), tabOf('record')],
    rates: [paths.rates],
    settings: [paths.settings, partOf('appearance'), partOf('trust'), partOf('nodes'), partOf('stored')],
    drift: [paths.drift],
    sandbox: [paths.sandbox, `${paths.sandbox}?tab=clock`, `${paths.sandbox}?tab=faults`],
    sandboxSigners: [paths.sandboxSigners],
  }) as const satisfies Readonly<Record<ScreenName, readonly string[]>>;

/** Of nothing that exists: the names of screens and faces are the same whatever they are of. */
export const noThings: Things = {
  organization: '',
  request: '',
  witness: '',
  subject: '',
  certificate: '',
  issuer: '',
  token: '',
  wallet: '',
  draft: '',
};

/** Every address by the name that pictures and figures have of it: a later one of a screen by its number. */
export const screensByName = (of: Things): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(everyScreen(of)).flatMap(([screen, addresses]) =>
      addresses.map((address, at) => [at === 0 ? screen : `${screen}-${at + 1}`, address]),
    ),
  );
