import { z } from 'zod/mini';
import { addresses } from './addresses.ts';
import {
  accessScope,
  contentType,
  dateRange,
  endorsableList,
  endorseEventList,
  evmAddress,
  flag,
  hexMatch,
  hexText,
  idMatch,
  intMatch,
  integer,
  issuerSearchKeys,
  linkSearch,
  merkleizedMatch,
  nom151Match,
  medianRateList,
  objectId,
  oneOf,
  pagedArguments,
  rateBucketList,
  required,
  search,
  subjectSearchKeys,
  text,
  textMatch,
  walletList,
  type Argument,
} from '../filters/arguments.ts';
import {
  CreateSignatureRequestInput,
  UpdateSignatureRequestInput,
  CreateInviteInput,
  SignInviteInput,
  CreateMemberInput,
  CreateLinkInput,
  CreateWitnessInput,
  UpdateWitnessInput,
  UpdateOrganizationInput,
  CreateApiKeyInput,
  UpdateApiKeyInput,
} from './inputs.ts';
import { outputs, rateOutputs } from './outputs.ts';
import { rateFamilies, ratePairs } from '../resources/rate-names.ts';
import { Md5Hex, ObjectId } from '../schema/scalars.ts';
import type { Tier } from '../schema/tiers.ts';

/** One operation of the interface. Paths are below `/rest/v1`. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly tier: Tier;
  /** The response's field name: the first part of its nested argument names (Rule WI-11). */
  readonly responseField?: string;
  readonly params?: Readonly<Record<string, z.ZodMiniType>>;
  readonly query?: Readonly<Record<string, Argument>>;
  /** Schema of `{ input: … }`. */
  readonly input?: z.ZodMiniType;
  /** A body that is not wrapped in `input` (Rule NO-1). */
  readonly body?: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /** Who may call: a bearer key, anybody, or whoever holds the request's anonymous key. */
  readonly access: 'key' | 'open' | 'key-or-anonymous';
  /** The answer is not JSON. */
  readonly bytes?: true;
  /** Ids of RULES.md that speak of this operation. */
  readonly rules: readonly string[];
}

const idParam = { id: ObjectId } as const;

/** Arguments that select subjects, in `/subjects` and `/subject` alike (Rule SB-1). */
const subjectArguments = {
  _id: idMatch,
  organization: idMatch,
  search: search(subjectSearchKeys),
  country: textMatch,
  serialNumber: textMatch,
  RFC: textMatch,
  EVMAddress: hexMatch,
  accessScope,
  ...pagedArguments,
} as const;

const idQuery = { id: required(objectId) } as const;
const witnessIdQuery = { witnessId: required(objectId) } as const;

const documented = {
  signFileUrl: {
    ...addresses.signFileUrl,
    query: { filePath: required(text), md5Checksum: required({ kind: 'scalar', schema: Md5Hex }) },
    output: outputs.signFileUrl,
    access: 'key',
    rules: ['UP-1', 'UP-2', 'UP-3'],
  },
  createSignatureRequest: {
    ...addresses.createSignatureRequest,
    input: CreateSignatureRequestInput,
    output: outputs.createSignatureRequest,
    access: 'key',
    rules: ['SR-1', 'SR-2', 'SR-6', 'SR-8', 'SR-14', 'UP-6'],
  },
  updateSignatureRequest: {
    ...addresses.updateSignatureRequest,
    params: idParam,
    input: UpdateSignatureRequestInput,
    output: outputs.updateSignatureRequest,
    access: 'key',
    rules: ['SR-3', 'SR-4'],
  },
  createInvite: {
    ...addresses.createInvite,
    input: CreateInviteInput,
    output: outputs.createInvite,
    access: 'key',
    rules: ['IV-1', 'IV-2', 'IV-3', 'IV-4', 'IV-5'],
  },
  findSubjects: {
    ...addresses.findSubjects,
    responseField: 'subject',
    query: subjectArguments,
    output: outputs.findSubjects,
    access: 'key',
    rules: ['SB-1'],
  },
  readSubject: {
    ...addresses.readSubject,
    responseField: 'subject',
    params: idParam,
    output: outputs.readSubject,
    access: 'key',
    rules: ['SB-2', 'SB-4'],
  },
  listSubjects: {
    ...addresses.listSubjects,
    responseField: 'subjects',
    query: subjectArguments,
    output: outputs.listSubjects,
    access: 'key',
    rules: ['SB-1', 'SB-3'],
  },
  readOrganizationLink: {
    ...addresses.readOrganizationLink,
    params: idParam,
    output: outputs.readOrganizationLink,
    access: 'key',
    rules: ['OL-1'],
  },
  deleteOrganizationLink: {
    ...addresses.deleteOrganizationLink,
    query: { id: objectId, subject: objectId, organization: objectId },
    output: outputs.deleteOrganizationLink,
    access: 'key',
    rules: ['OL-3'],
  },
  createOrganizationMember: {
    ...addresses.createOrganizationMember,
    input: CreateMemberInput,
    output: outputs.createOrganizationMember,
    access: 'key',
    rules: ['OM-1'],
  },
  certifyWitness: {
    ...addresses.certifyWitness,
    responseField: 'NOM151Certification',
    query: witnessIdQuery,
    body: z.looseObject({ witnessId: ObjectId }),
    output: outputs.certifyWitness,
    access: 'key',
    rules: ['NO-1', 'NO-2', 'NO-3'],
  },
  listWitnesses: {
    ...addresses.listWitnesses,
    responseField: 'witnesses',
    query: {
      _id: idMatch,
      hash: hexMatch,
      algorithm: textMatch,
      claimable: flag,
      claimed: flag,
      initialOwner: idMatch,
      organization: idMatch,
      nom151: nom151Match,
      merkleized: merkleizedMatch,
      ...pagedArguments,
    },
    output: outputs.listWitnesses,
    access: 'key',
    rules: ['WN-1', 'WN-2', 'WN-3'],
  },
  readEndorseEvent: {
    ...addresses.readEndorseEvent,
    responseField: 'endorseEvent',
    params: { id: z.string().check(z.minLength(1), z.maxLength(256)) },
    output: outputs.readEndorseEvent,
    access: 'key',
    rules: ['EE-1'],
  },
  listEndorseEvents: {
    ...addresses.listEndorseEvents,
    responseField: 'endorseEvents',
    query: endorseEventList,
    output: outputs.listEndorseEvents,
    access: 'key',
    rules: ['EE-1', 'WI-8', 'WI-10'],
  },
  readWeeklyRate: {
    ...addresses.readWeeklyRate,
    params: { id: z.string().check(z.regex(/^\d{1,10}$/, 'expected whole seconds')) },
    output: outputs.readWeeklyRate,
    access: 'key',
    rules: ['RT-1'],
  },
} as const satisfies Record<string, Operation>;

const published = {
  readServerTime: {
    ...addresses.readServerTime,
    output: outputs.readServerTime,
    access: 'key',
    rules: ['ST-1'],
  },
  listSignatureRequests: {
    ...addresses.listSignatureRequests,
    query: {
      _id: idMatch,
      search: search(['name']),
      type: contentType,
      draft: flag,
      finalized: flag,
      organization: idMatch,
      subject: idMatch,
      rejectedAt: dateRange,
      signedAt: dateRange,
      accessScope,
      ...pagedArguments,
    },
    output: outputs.listSignatureRequests,
    access: 'key',
    rules: ['SR-10'],
  },
  readSignatureRequest: {
    ...addresses.readSignatureRequest,
    params: idParam,
    query: { anonymousKey: text },
    output: outputs.readSignatureRequest,
    access: 'key-or-anonymous',
    rules: ['SR-9', 'AU-3'],
  },
  updateSignatureRequestByBody: {
    ...addresses.updateSignatureRequestByBody,
    input: UpdateSignatureRequestInput,
    output: outputs.updateSignatureRequestByBody,
    access: 'key',
    rules: ['SR-3', 'SR-4'],
  },
  readSignatureRequestTimeseries: {
    ...addresses.readSignatureRequestTimeseries,
    query: {
      granularity: oneOf(['day', 'hour', 'month']),
      organization: idMatch,
      type: contentType,
      timestamp: dateRange,
      limit: integer,
      order: oneOf(['asc', 'desc']),
      timezone: text,
    },
    output: outputs.readSignatureRequestTimeseries,
    access: 'key',
    rules: ['SR-11'],
  },
  listInvites: {
    ...addresses.listInvites,
    query: {
      _id: idMatch,
      signatureRequest: idMatch,
      certificate: idMatch,
      subject: idMatch,
      rejectedAt: dateRange,
      signedAt: dateRange,
      accessScope,
      ...pagedArguments,
    },
    output: outputs.listInvites,
    access: 'key',
    rules: ['IV-6'],
  },
  readInvite: {
    ...addresses.readInvite,
    params: idParam,
    output: outputs.readInvite,
    access: 'key',
    rules: ['IV-6'],
  },
  readSubjectByEvmAddress: {
    ...addresses.readSubjectByEvmAddress,
    responseField: 'subjectByEVMAddress',
    query: { EVMAddress: required(evmAddress) },
    output: outputs.readSubjectByEvmAddress,
    access: 'key',
    rules: ['SB-2'],
  },
  readWitnessByHash: {
    ...addresses.readWitnessByHash,
    responseField: 'witness',
    query: { hash: required(hexText) },
    output: outputs.readWitnessByHash,
    access: 'key',
    rules: ['WN-4'],
  },
  createWitness: {
    ...addresses.createWitness,
    responseField: 'createWitness',
    input: CreateWitnessInput,
    output: outputs.createWitness,
    access: 'key',
    rules: ['WN-5'],
  },
  updateWitness: {
    ...addresses.updateWitness,
    responseField: 'updateWitness',
    input: UpdateWitnessInput,
    output: outputs.updateWitness,
    access: 'key',
    rules: ['WN-6'],
  },
  scheduleGroupedCertification: {
    ...addresses.scheduleGroupedCertification,
    responseField: 'scheduleGroupedNOM151Certification',
    query: witnessIdQuery,
    body: z.looseObject({ witnessId: ObjectId }),
    output: outputs.scheduleGroupedCertification,
    access: 'key',
    rules: ['NO-1', 'NO-2'],
  },
  listOrganizationLinks: {
    ...addresses.listOrganizationLinks,
    query: {
      _id: idMatch,
      subject: idMatch,
      organization: idMatch,
      search: linkSearch,
      accessScope,
      ...pagedArguments,
    },
    output: outputs.listOrganizationLinks,
    access: 'key',
    rules: ['OL-1'],
  },
  createOrganizationLink: {
    ...addresses.createOrganizationLink,
    input: CreateLinkInput,
    output: outputs.createOrganizationLink,
    access: 'key',
    rules: ['OL-2'],
  },
  deleteOrganizationMember: {
    ...addresses.deleteOrganizationMember,
    query: idQuery,
    output: outputs.deleteOrganizationMember,
    access: 'key',
    rules: ['OM-2'],
  },
  updateOrganization: {
    ...addresses.updateOrganization,
    input: UpdateOrganizationInput,
    output: outputs.updateOrganization,
    access: 'key',
    rules: ['OR-3'],
  },
  createApiKey: {
    ...addresses.createApiKey,
    input: CreateApiKeyInput,
    output: outputs.createApiKey,
    access: 'key',
    rules: ['AK-1', 'AK-4'],
  },
  updateApiKey: {
    ...addresses.updateApiKey,
    input: UpdateApiKeyInput,
    output: outputs.updateApiKey,
    access: 'key',
    rules: ['AK-2', 'AK-4'],
  },
  deleteApiKey: {
    ...addresses.deleteApiKey,
    query: idQuery,
    output: outputs.deleteApiKey,
    access: 'key',
    rules: ['AK-2'],
  },
  listCertificates: {
    ...addresses.listCertificates,
    query: {
      _id: idMatch,
      issuer: idMatch,
      subject: idMatch,
      serialNumber: hexMatch,
      version: intMatch,
      notBefore: dateRange,
      notAfter: dateRange,
      accessScope,
      ...pagedArguments,
    },
    output: outputs.listCertificates,
    access: 'key',
    rules: ['CE-1'],
  },
  readCertificate: {
    ...addresses.readCertificate,
    params: idParam,
    output: outputs.readCertificate,
    access: 'key',
    rules: ['CE-1', 'CE-2'],
  },
  listIssuers: {
    ...addresses.listIssuers,
    query: {
      _id: idMatch,
      search: search(issuerSearchKeys),
      postalCode: intMatch,
      country: textMatch,
      ...pagedArguments,
    },
    output: outputs.listIssuers,
    access: 'key',
    rules: ['CE-4'],
  },
  readIssuer: {
    ...addresses.readIssuer,
    params: idParam,
    output: outputs.readIssuer,
    access: 'key',
    rules: ['CE-4'],
  },
  listWallets: {
    ...addresses.listWallets,
    responseField: 'wallets',
    query: walletList,
    output: outputs.listWallets,
    access: 'key',
    rules: ['WA-1', 'WI-8', 'WI-10'],
  },
  readWallet: {
    ...addresses.readWallet,
    responseField: 'wallet',
    params: { id: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i, 'expected 0x and 40 hexadecimal digits')) },
    output: outputs.readWallet,
    access: 'key',
    rules: ['WA-1'],
  },
  listEndorsables: {
    ...addresses.listEndorsables,
    responseField: 'endorsables',
    query: endorsableList,
    output: outputs.listEndorsables,
    access: 'key',
    rules: ['EN-1', 'WI-8', 'WI-10'],
  },
  readEndorsable: {
    ...addresses.readEndorsable,
    responseField: 'endorsable',
    params: { id: z.string().check(z.regex(/^\d{1,78}$/, 'expected a whole number')) },
    output: outputs.readEndorsable,
    access: 'key',
    rules: ['EN-1'],
  },
} as const satisfies Record<string, Operation>;

const embedded = {
  signInvite: {
    ...addresses.signInvite,
    params: idParam,
    input: SignInviteInput,
    output: outputs.signInvite,
    access: 'key',
    rules: ['SI-1', 'SI-2', 'SI-3'],
  },
  rejectInvite: {
    ...addresses.rejectInvite,
    params: idParam,
    input: z.strictObject({}),
    output: outputs.rejectInvite,
    access: 'key',
    rules: ['SI-4'],
  },
  readOrganization: {
    ...addresses.readOrganization,
    params: idParam,
    output: outputs.readOrganization,
    access: 'key',
    rules: ['OR-1'],
  },
  listOrganizations: {
    ...addresses.listOrganizations,
    query: { _id: idMatch, ...pagedArguments },
    output: outputs.listOrganizations,
    access: 'key',
    rules: ['OR-1'],
  },
  readPreservation: {
    ...addresses.readPreservation,
    params: idParam,
    output: outputs.readPreservation,
    access: 'key',
    rules: ['PR-8'],
  },
  listOrganizationMembers: {
    ...addresses.listOrganizationMembers,
    query: { _id: idMatch, subject: idMatch, organization: idMatch, ...pagedArguments },
    output: outputs.listOrganizationMembers,
    access: 'key',
    rules: ['OM-3'],
  },
  listApiKeys: {
    ...addresses.listApiKeys,
    query: { _id: idMatch, organization: idMatch, ...pagedArguments },
    output: outputs.listApiKeys,
    access: 'key',
    rules: ['AK-3'],
  },
  readContent: {
    ...addresses.readContent,
    params: { key: z.string().check(z.minLength(1), z.maxLength(2048)) },
    query: { anonymousKey: text },
    output: outputs.readContent,
    bytes: true,
    access: 'key-or-anonymous',
    rules: ['CO-1', 'CO-2'],
  },
  readNom151Token: {
    ...addresses.readNom151Token,
    query: { hash: required(hexText) },
    output: outputs.readNom151Token,
    bytes: true,
    access: 'key',
    rules: ['NO-4'],
  },
  readOpenApi: {
    ...addresses.readOpenApi,
    output: outputs.readOpenApi,
    access: 'open',
    rules: ['ST-2'],
  },
} as const satisfies Record<string, Operation>;

/** The rate series beyond the documented one: four families of three pairs, read by id and listed. */
const rates: Readonly<Record<string, Operation>> = Object.fromEntries(
  rateFamilies.flatMap((family) =>
    ratePairs.flatMap((pair) => {
      const list: Operation = {
        method: 'GET',
        path: `/${family}-${pair}-rates`,
        tier: 'published',
        query: family === 'median' ? medianRateList : rateBucketList,
        output: rateOutputs.list[family === 'median' ? 'median' : 'bucket'],
        access: 'key',
        rules: ['RT-2'],
      };
      const read: Operation = {
        ...documented.readWeeklyRate,
        path: `/${family}-${pair}-rate/{id}`,
        tier: 'published',
        output: rateOutputs.read[family === 'median' ? 'median' : 'bucket'],
        rules: ['RT-1'],
      };
      const isDocumented = read.path === documented.readWeeklyRate.path;
      const entries: [string, Operation][] = [[`list:${family}-${pair}`, list]];
      if (!isDocumented) entries.push([`read:${family}-${pair}`, read]);
      return entries;
    }),
  ),
);

/**
 * The one table of operations. It drives the client, the service, the OpenAPI document, the tests and the
 * capabilities that the settings page shows.
 */
export const operations = { ...documented, ...published, ...embedded } as const;

export type OperationName = keyof typeof operations;

/** Every operation by name, the rate families included. */
export const allOperations: Readonly<Record<string, Operation>> = { ...operations, ...rates };

type Op<N extends OperationName> = (typeof operations)[N];

/** Type of the operation's answer. */
export type OutputOf<N extends OperationName> = z.infer<Op<N>['output']>;

/** Type of its `{ input: … }`. */
export type InputOf<N extends OperationName> =
  Op<N> extends { input: infer I extends z.ZodMiniType } ? z.infer<I> : never;

/** Its query arguments, all optional: values before they are written as JSON text. */
export type QueryOf<N extends OperationName> =
  Op<N> extends { query: infer Q extends Readonly<Record<string, Argument>> }
    ? { [K in keyof Q]?: z.infer<Q[K]['schema']> }
    : Readonly<Record<string, unknown>>;
