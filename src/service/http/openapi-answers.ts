import { z } from 'zod/mini';
import {
  DateRange,
  HexMatch,
  IdMatch,
  IntMatch,
  ListLimit,
  Pagination,
  Sort,
  TextMatch,
} from '#contract/arguments.ts';
import { PaginationInfo } from '#contract/envelopes.ts';
import {
  EndorsableFilter,
  EndorseEventFilter,
  MedianRateFilter,
  RateBucketFilter,
  WalletFilter,
} from '#contract/filters.ts';
import { inviteStatuses } from '#contract/kinds.ts';
import { ServerTime, SignFileUrl, TimeseriesMark } from '#contract/operations.ts';
import { conservations, Policies, Quota } from '#contract/organization.ts';
import { MedianRate, RateBucket } from '#contract/rate.ts';
import { requiredFields } from '#contract/required.ts';
import * as resources from '#contract/resources.ts';
import {
  BigIntValue,
  DateTime,
  EvmAddress,
  HashAlgorithm,
  Hex,
  Int32,
  Md5Hex,
  ObjectId,
  Sha256Hex,
} from '#contract/scalars.ts';
import { PublicKey } from '#contract/subject.ts';
import { Claiming, Merkleized, Nom151, WitnessExternal } from '#contract/witness.ts';

// The contract reads more than this service sends: other services leave fields out, or send them in other shapes.
// What is described to strangers is what is sent here, as narrow as it is true; every answer of the service's tests
// is held to it by a validator that knows nothing of the contract.

type Schema = z.ZodMiniType;
type Shape = Readonly<Record<string, Schema>>;

/** Not negative. */
const Count = z.int().check(z.minimum(0));
/** Seconds since the epoch, of 32 bits. */
const Seconds = z.int32().check(z.minimum(0));
const Network = z.int32().check(z.minimum(1));
/** The witness hash as a whole number: text here, because most readers of JSON would round it. */
const TokenId = z.union([z.string().check(z.regex(/^\d{1,78}$/)), Count]);
/** Money, as text. */
const Decimal = z.string().check(z.regex(/^\d{1,30}(\.\d{1,12})?$/));

/** Objects that are no resources of their own. */
const parts = {
  Claiming,
  MedianRate,
  Merkleized,
  Nom151,
  PaginationInfo,
  Policies,
  PublicKey,
  Quota,
  RateBucket,
  ServerTime,
  SignFileUrl,
  TimeseriesMark,
  WitnessExternal,
} as const;

type Name = keyof typeof resources | keyof typeof parts;

/** What is sent in these fields, where the contract would read something else too. */
const narrower: Readonly<Partial<Record<Name, Shape>>> = {
  Certificate: { version: z.int() },
  Claiming: { network: Network },
  Content: {
    latitude: z.number(),
    longitude: z.number(),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    amount: Decimal,
  },
  EndorseEvent: {
    id: z.string().check(z.regex(/^0x[0-9a-f]{64}-0x[0-9a-f]{1,8}$/)),
    timestamp: Seconds,
    fromId: EvmAddress,
    toId: EvmAddress,
    digest: TokenId,
    network: Network,
  },
  Endorsable: { id: TokenId, ownerId: EvmAddress, timestamp: Seconds, network: Network },
  Issuer: { postalCode: z.int() },
  Merkleized: {
    txHash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
    network: Network,
    merkleProof: z.array(Sha256Hex),
    merkleRoot: Sha256Hex,
    algorithm: HashAlgorithm,
  },
  PaginationInfo: { count: Count, pages: Count, next: Count, prev: Count },
  Policies: { signatureRequest: z.looseObject({ conservation: z.enum(conservations) }) },
  PublicKey: { exponent: Hex, modulus: Hex },
  RateBucket: { id: Seconds, count: Count },
  MedianRate: { id: Seconds },
  Quota: { groupedNOM151: Count, nom151: Count },
  ServerTime: { time: DateTime },
  SignatureRequest: { signed: Count, pending: Count, rejected: Count },
  SignatureRequestInvite: { status: z.enum(inviteStatuses) },
  TimeseriesMark: { mark: DateTime, count: Count },
  Wallet: { id: EvmAddress },
  WitnessExternal: {
    timestamp: DateTime,
    leafIndex: Count,
    leftHashes: z.array(Sha256Hex),
    rightHashes: z.array(Sha256Hex),
    targetRootHash: Sha256Hex,
  },
};

/** What is in these objects whenever they are there; of resources, `required.ts` says it. */
const always: Readonly<Partial<Record<Name, readonly string[]>>> = {
  ...requiredFields,
  Claiming: ['id', 'authorizer', 'signature', 'network'],
  MedianRate: ['id', 'median', 'inverse'],
  Nom151: ['provider', 'createdAt', 'updatedAt'],
  PageInfo: ['hasNextPage', 'hasPreviousPage'],
  PaginationInfo: ['id', 'count', 'pages'],
  Policies: ['signatureRequest'],
  PublicKey: ['exponent', 'modulus'],
  Quota: ['API', 'groupedNOM151', 'nom151'],
  ServerTime: ['time'],
  SignFileUrl: ['url', 'key'],
  TimeseriesMark: ['mark', 'count'],
};

/** Schemas that are known by a name of their own wherever they stand. */
export const namedSchemas: Readonly<Record<string, Schema>> = {
  BigIntValue,
  DateRange,
  DateTime,
  EndorsableFilter,
  EndorseEventFilter,
  EvmAddress,
  HashAlgorithm,
  Hex,
  HexMatch,
  IdMatch,
  Int32,
  IntMatch,
  ListLimit,
  Md5Hex,
  MedianRateFilter,
  ObjectId,
  Pagination,
  RateBucketFilter,
  Sha256Hex,
  Sort,
  TokenId,
  TextMatch,
  WalletFilter,
};

/**
 * Where a resource stands: what an operation answers, whole; within that, whole or by its id; and below that, by its
 * id, unless an argument asks for more of it (Rule WI-14). So no description leads back to itself.
 */
type Place = 'answered' | 'within' | 'below';

const resourceNames = new Map<Schema, Name>(
  Object.entries({ ...resources, ...parts }).map(([name, schema]) => [schema, name as Name]),
);
const pages: ReadonlySet<Schema> = new Set([resources.EndorsablePage, resources.EndorseEventPage]);
/** Part of the request that it stands in, as whole as that. */
const ownParts: ReadonlySet<Schema> = new Set([
  resources.Content,
  resources.PageInfo,
  ...Object.values(parts),
]);

/** The schemas of answers as this service sends them, each made once. */
export class ServedAnswers {
  readonly #named = new Map<string, Schema>();
  readonly #name: (schema: Schema, name: string) => void;

  /** @param name told of every schema that has a name */
  constructor(name: (schema: Schema, name: string) => void) {
    this.#name = name;
  }

  /** What an operation answers. */
  of(output: Schema): Schema {
    const shape = shapeOf(output);
    if (resourceNames.has(output) && !pages.has(output)) return this.#object(output, 'answered');
    if (shape?.results && shape.info) return this.#results(elementOf(shape.results));
    if (shape?.items && shape.pageInfo) return this.#page(elementOf(shape.items), 'answered');
    const element = definitionOf(output).element;
    return element ? z.array(this.of(element)) : output;
  }

  #results(element: Schema): Schema {
    return this.#once(`${nameOf(element)}Results`, () =>
      z.looseObject({
        id: z.string(),
        info: this.#object(PaginationInfo, 'answered'),
        results: z.array(this.#object(element, 'answered')),
      }),
    );
  }

  #page(element: Schema, place: Place): Schema {
    return this.#once(`${prefix(place)}${nameOf(element)}Page`, () =>
      z.looseObject({
        items: z.array(this.#object(element, place)),
        pageInfo: this.#object(resources.PageInfo, 'answered'),
      }),
    );
  }

  #object(schema: Schema, place: Place): Schema {
    const name = nameOf(schema);
    if (place === 'below') return this.#reference(schema);
    const isOwnPart = ownParts.has(schema) && schema !== resources.Content;
    return this.#once(`${isOwnPart ? '' : prefix(place)}${name}`, () => {
      const owed = place === 'answered' || isOwnPart ? (always[name] ?? []) : ['id'];
      const shape = shapeOf(schema) ?? {};
      const unknown = [...Object.keys(narrower[name] ?? {}), ...owed].find((field) => !(field in shape));
      if (unknown !== undefined) throw new Error(`${name} has no ${unknown}.`);
      const fields = Object.entries(shape).map(([field, wrapped]) => {
        const served = narrower[name]?.[field] ?? this.#field(bare(wrapped), place);
        return [field, owed.includes(field) ? served : orNothing(served)] as const;
      });
      return z.looseObject(Object.fromEntries(fields));
    });
  }

  #field(schema: Schema, place: Place): Schema {
    const { element, options } = definitionOf(schema);
    if (pages.has(schema)) return this.#page(elementOf(shapeOf(schema)?.items), 'within');
    if (ownParts.has(schema)) return this.#object(schema, place);
    if (resourceNames.has(schema)) return this.#edge(schema, place);
    if (element && resourceNames.has(element)) return z.array(this.#edge(element, place));
    const resource = options?.find((option) => resourceNames.has(option));
    return resource ? this.#edge(resource, place) : schema;
  }

  #edge(schema: Schema, place: Place): Schema {
    const reference = this.#reference(schema);
    return place === 'answered' ? z.union([this.#object(schema, 'within'), reference]) : reference;
  }

  #reference(schema: Schema): Schema {
    const name = nameOf(schema);
    const id = narrower[name]?.id ?? bare(shapeOf(schema)?.id ?? ObjectId);
    return id === ObjectId
      ? this.#once('Reference', () => z.looseObject({ id }))
      : this.#once(`${name}Reference`, () => z.looseObject({ id }));
  }

  #once(name: string, make: () => Schema): Schema {
    const known = this.#named.get(name);
    if (known) return known;
    const made = make();
    this.#named.set(name, made);
    this.#name(made, name);
    return made;
  }
}

const prefix = (place: Place): string => (place === 'answered' ? '' : 'Nested');

function nameOf(schema: Schema): Name {
  const name = resourceNames.get(schema);
  if (name === undefined) throw new Error('What is answered is no resource of the contract.');
  return name;
}

interface Definition {
  readonly type: string;
  readonly shape?: Shape;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
}

// zod publishes `_zod.def` for those who walk a schema; its static type is that of the base class only.
const definitionOf = (schema: Schema): Definition => schema._zod.def;
const shapeOf = (schema: Schema | undefined): Shape | undefined => schema && definitionOf(schema).shape;

function bare(schema: Schema): Schema {
  const { type, innerType } = definitionOf(schema);
  return (type === 'optional' || type === 'nullable') && innerType ? bare(innerType) : schema;
}

/** A choice without a name takes nothing in as one more, instead of standing within a choice. */
function orNothing(schema: Schema): Schema {
  const { options } = definitionOf(schema);
  const isNamed = Object.values(namedSchemas).includes(schema);
  return options && !isNamed ? z.optional(z.union([...options, z.null()])) : z.nullish(schema);
}

/** What a list holds. */
function elementOf(list: Schema | undefined): Schema {
  const { element } = definitionOf(bare(list ?? z.unknown()));
  if (!element) throw new Error('Expected a list.');
  return element;
}

/** Big numbers travel as text, because most readers of JSON would round them. */
export const isBigNumber = (schema: unknown): boolean => schema === BigIntValue;
export const isInstant = (schema: unknown): boolean => schema === DateTime;
