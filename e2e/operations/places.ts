import { allOperations, type OperationName } from '#contract/operations/operations.ts';
import { rateFamilies, ratePairs, type RateFamily, type RatePair } from '#contract/resources/rate-names.ts';

/** Operations of a signer's own program, which has the key: the dashboard has none and calls none of them. */
export const withoutScreen = ['signInvite', 'rejectInvite'] as const satisfies readonly OperationName[];

type ScreenOperation = Exclude<OperationName, (typeof withoutScreen)[number]>;

/** Every operation that a screen calls, the rate series among them, as `allOperations` names them. */
export type AnyOperation = ScreenOperation | ListedRate | ReadRate;
export type ListedRate = `list:${RateFamily}-${RatePair}`;
/** The weekly series of `usdcmxn` has a name of its own: it is the documented one. */
export type ReadRate = Exclude<`read:${RateFamily}-${RatePair}`, 'read:weekly-bucket-usdcmxn'>;

/** Where an operation's answer is seen. */
export interface Place {
  /** Address of the screen, as the router writes it. */
  readonly screen: string;
  /** What the reader does there, where it is not enough to be there; or what the service does not offer. */
  readonly how?: string;
  /** Which part of the answer is seen: dots between names, `*` for every one of a list; `(bytes)` of what is no JSON. */
  readonly field: string;
}

const palette = 'the search, Ctrl K';

const named: Readonly<Record<ScreenOperation, Place>> = {
  signFileUrl: { screen: '/requests/new', how: 'a file is sent', field: 'key' },
  createSignatureRequest: { screen: '/requests/new', how: 'a file is sent', field: 'id' },
  updateSignatureRequest: { screen: '/requests/:id', how: 'a draft is renamed', field: 'name' },
  createInvite: { screen: '/requests/:id', how: 'one more is invited', field: 'subject.commonName' },
  findSubjects: {
    screen: '/directory',
    how: 'the service has no `/subjects`',
    field: 'results.0.commonName',
  },
  readSubject: { screen: '/directory/:id', field: 'commonName' },
  listSubjects: { screen: '/directory', field: 'results.0.commonName' },
  readOrganizationLink: { screen: '/organization?tab=links&link=:id', field: 'subject.commonName' },
  deleteOrganizationLink: {
    screen: '/organization?tab=links',
    how: 'a link is removed',
    field: 'subject.commonName',
  },
  createOrganizationMember: {
    screen: '/organization?tab=members',
    how: 'a member is added',
    field: 'subject.commonName',
  },
  certifyWitness: { screen: '/requests/:id', how: 'its witness is certified', field: 'nom151.provider' },
  listWitnesses: { screen: '/witnesses', field: 'results.0.signatureRequest.name' },
  readEndorseEvent: { screen: palette, how: 'an event is pasted', field: 'network' },
  listEndorseEvents: { screen: '/endorsements', field: 'items.0.network' },
  readWeeklyRate: { screen: '/rates?bucket=:id', field: 'close' },
  readServerTime: { screen: '/settings', field: 'time' },
  listSignatureRequests: { screen: '/requests', field: 'results.0.name' },
  readSignatureRequest: { screen: '/requests/:id', field: 'name' },
  updateSignatureRequestByBody: {
    screen: '/requests/:id',
    how: 'a draft is renamed; the service has not the address with the id',
    field: 'name',
  },
  readSignatureRequestTimeseries: { screen: '/', field: '0.count' },
  listInvites: { screen: '/directory/:id', field: 'results.0.signatureRequest.name' },
  readInvite: { screen: palette, how: 'an id is pasted', field: 'subject.commonName' },
  readSubjectByEvmAddress: { screen: palette, how: 'an address is pasted', field: 'commonName' },
  readWitnessByHash: { screen: palette, how: 'a hash of others is pasted', field: 'hash' },
  createWitness: { screen: '/witnesses', how: 'a hash is witnessed', field: 'id' },
  updateWitness: {
    screen: '/witnesses/:id',
    how: 'the first owner is named',
    field: 'initialOwner.commonName',
  },
  scheduleGroupedCertification: {
    screen: '/witnesses/:id',
    how: 'it is certified with others; its result is saved',
    field: 'merkleized.createdAt',
  },
  listOrganizationLinks: { screen: '/organization?tab=links', field: 'results.0.subject.commonName' },
  createOrganizationLink: { screen: '/link?organization=:id', how: 'a signer links', field: 'createdAt' },
  deleteOrganizationMember: {
    screen: '/organization?tab=members',
    how: 'a member is removed',
    field: 'subject.commonName',
  },
  updateOrganization: { screen: '/organization', how: 'the profile is changed', field: 'name' },
  createApiKey: { screen: '/organization?tab=keys', how: 'a key is made', field: 'secret' },
  updateApiKey: {
    screen: '/organization?tab=keys',
    how: 'a key is renamed; the service lists none',
    field: 'name',
  },
  deleteApiKey: { screen: '/organization?tab=keys', how: 'a key is revoked', field: 'name' },
  listCertificates: {
    screen: '/directory',
    how: 'people come with the ids of their certificates',
    field: 'results.*.notAfter',
  },
  readCertificate: {
    screen: '/directory/:id',
    how: 'the person comes with the id of the certificate',
    field: 'serialNumber',
  },
  listIssuers: {
    screen: '/directory/:id',
    how: 'the certificate comes with the id of its issuer',
    field: 'results.*.commonName',
  },
  readIssuer: {
    screen: '/directory/:id',
    how: 'the same, and the service lists no issuers',
    field: 'commonName',
  },
  listWallets: {
    screen: '/endorsements/wallets/:address',
    how: 'the service lists no subjects',
    field: 'items.0.subject.commonName',
  },
  readWallet: { screen: '/endorsements/wallets/:address', field: 'endorsables.items.0.network' },
  listEndorsables: { screen: '/endorsements?view=tokens', field: 'items.0.network' },
  readEndorsable: { screen: '/endorsements/:id', field: 'network' },
  readOrganization: { screen: '/organization', field: 'emailAddress' },
  readPreservation: { screen: '/organization', field: 'waiting.count' },
  listOrganizations: { screen: 'every screen, its head', field: 'results.0.name' },
  listOrganizationMembers: { screen: '/organization?tab=members', field: 'results.0.subject.commonName' },
  listApiKeys: { screen: '/organization?tab=keys', field: 'results.0.name' },
  readContent: { screen: '/requests/:id', field: '(bytes)' },
  readNom151Token: { screen: '/witnesses/:id', how: 'its certificate is opened', field: '(bytes)' },
  readOpenApi: { screen: '/settings', field: 'info.version' },
};

/** Where every operation's answer is seen. One without a place does not compile. */
export const places: Readonly<Record<AnyOperation, Place>> = { ...named, ...ratePlaces() };

/** Which file of tests sees to it: `e2e/operations-….spec.ts`. */
export type Spec = 'reads' | 'rates' | 'writes';

export function specOf(operation: AnyOperation): Spec {
  if (operation.includes(':') || operation === 'readWeeklyRate') return 'rates';
  // An address to put a file at is requested while something is written.
  if (operation === 'signFileUrl') return 'writes';
  return allOperations[operation]?.method === 'GET' ? 'reads' : 'writes';
}

/** What its test is called. */
export function titleOf(operation: AnyOperation): string {
  const { screen, field } = places[operation];
  return `${operation}: ${field} of its answer is seen, ${screen}`;
}

function ratePlaces(): Readonly<Record<ListedRate | ReadRate, Place>> {
  const entries = rateFamilies.flatMap((family) =>
    ratePairs.flatMap((pair): [string, Place][] => {
      const value = family === 'median' ? 'median' : 'close';
      const screen = `/rates?series=${family}&pair=${pair}`;
      return [
        [`list:${family}-${pair}`, { screen, field: `items.0.${value}` }],
        ...(family === 'weekly-bucket' && pair === 'usdcmxn'
          ? []
          : [
              [`read:${family}-${pair}`, { screen: `${screen}&bucket=:id`, field: value }] as [string, Place],
            ]),
      ];
    }),
  );
  // The loops go through every family and pair: the keys are those of the type.
  return Object.fromEntries(entries) as Record<ListedRate | ReadRate, Place>;
}
