import { z } from 'zod/mini';
import { results } from '../resources/envelopes.ts';
import { Preservation } from '../resources/preservation.ts';
import { MedianRate, RateBucket } from '../resources/rate.ts';
import {
  ApiKey,
  Certificate,
  Endorsable,
  EndorsablePage,
  EndorseEvent,
  EndorseEventPage,
  Issuer,
  Organization,
  OrganizationLink,
  OrganizationMember,
  PageInfo,
  SignatureRequest,
  SignatureRequestInvite,
  Subject,
  Wallet,
  Witness,
} from '../resources/resources.ts';
import { registerFacts } from '../schema/schema-facts.ts';

// What each operation answers. It is apart from the arguments and inputs of `operations.ts`, which refers to it, so that
// a browser can read answers without loading the rest of the contract.

/** `direct`: a POST to the address exchanges it for one of the object store (Rule UP-13). */
const SignFileUrl = z.looseObject({ url: z.string(), key: z.string(), direct: z.nullish(z.boolean()) });
registerFacts(SignFileUrl, { name: 'SignFileUrl', kind: 'part', required: ['url', 'key'] });

const ServerTime = z.looseObject({ time: z.nullish(z.string()) });
registerFacts(ServerTime, { name: 'ServerTime', kind: 'part', required: ['time'] });

const TimeseriesMark = z.looseObject({ mark: z.nullish(z.string()), count: z.nullish(z.number()) });
export type TimeseriesMark = z.infer<typeof TimeseriesMark>;
registerFacts(TimeseriesMark, { name: 'TimeseriesMark', kind: 'part', required: ['mark', 'count'] });

const WalletPage = z.looseObject({ items: z.nullish(z.array(Wallet)), pageInfo: z.nullish(PageInfo) });
const RatePage = z.looseObject({ items: z.nullish(z.array(RateBucket)), pageInfo: z.nullish(PageInfo) });
const MedianPage = z.looseObject({ items: z.nullish(z.array(MedianRate)), pageInfo: z.nullish(PageInfo) });

export const outputs = {
  signFileUrl: SignFileUrl,
  createSignatureRequest: SignatureRequest,
  updateSignatureRequest: SignatureRequest,
  createInvite: SignatureRequestInvite,
  findSubjects: results(Subject),
  readSubject: Subject,
  listSubjects: results(Subject),
  readOrganizationLink: OrganizationLink,
  deleteOrganizationLink: OrganizationLink,
  createOrganizationMember: OrganizationMember,
  certifyWitness: Witness,
  listWitnesses: results(Witness),
  readEndorseEvent: EndorseEvent,
  listEndorseEvents: EndorseEventPage,
  readWeeklyRate: RateBucket,
  readServerTime: ServerTime,
  listSignatureRequests: results(SignatureRequest),
  readSignatureRequest: SignatureRequest,
  updateSignatureRequestByBody: SignatureRequest,
  readSignatureRequestTimeseries: z.array(TimeseriesMark),
  listInvites: results(SignatureRequestInvite),
  readInvite: SignatureRequestInvite,
  readSubjectByEvmAddress: Subject,
  readWitnessByHash: Witness,
  createWitness: Witness,
  updateWitness: Witness,
  scheduleGroupedCertification: Witness,
  listOrganizationLinks: results(OrganizationLink),
  createOrganizationLink: OrganizationLink,
  deleteOrganizationMember: OrganizationMember,
  updateOrganization: Organization,
  createApiKey: ApiKey,
  updateApiKey: ApiKey,
  deleteApiKey: ApiKey,
  listCertificates: results(Certificate),
  readCertificate: Certificate,
  listIssuers: results(Issuer),
  readIssuer: Issuer,
  listWallets: WalletPage,
  readWallet: Wallet,
  listEndorsables: EndorsablePage,
  readEndorsable: Endorsable,
  signInvite: SignatureRequestInvite,
  rejectInvite: SignatureRequestInvite,
  readOrganization: Organization,
  listOrganizations: results(Organization),
  readPreservation: Preservation,
  listOrganizationMembers: results(OrganizationMember),
  listApiKeys: results(ApiKey),
  readContent: z.unknown(),
  readNom151Token: z.unknown(),
  readOpenApi: z.looseObject({}),
} as const satisfies Record<string, z.ZodMiniType>;

/** Answer of a rate series, alone or as a list. */
export const rateOutputs = {
  read: { median: MedianRate, bucket: RateBucket },
  list: { median: MedianPage, bucket: RatePage },
} as const;

/** Schema of an operation's answer, by its name in the table of operations. */
export function outputOf(operation: string): z.ZodMiniType | undefined {
  const [, kind, median] = /^(read|list):(median)?/.exec(operation) ?? [];
  if (kind === 'read' || kind === 'list')
    return rateOutputs[kind][median === undefined ? 'bucket' : 'median'];
  const byName: Readonly<Record<string, z.ZodMiniType>> = outputs;
  return Object.hasOwn(byName, operation) ? byName[operation] : undefined;
}
