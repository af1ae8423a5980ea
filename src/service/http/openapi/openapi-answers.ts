import { z } from 'zod/mini';
import { PaginationInfo } from '#contract/resources/envelopes.ts';
import { inviteStatuses } from '#contract/resources/kinds.ts';
import { conservations } from '#contract/resources/organization.ts';
import { preservationFailures } from '#contract/resources/preservation.ts';
import * as resources from '#contract/resources/resources.ts';
import {
  BigIntValue,
  DateTime,
  EvmAddress,
  HashAlgorithm,
  Hex,
  ObjectId,
  Sha256Hex,
} from '#contract/schema/scalars.ts';
import { definitionOf, elementOf, fieldsOf, unwrap, type Shape } from '#contract/schema/schema-definition.ts';
import { factsOf, registerNames } from '#contract/schema/schema-facts.ts';

// The contract reads more than this service sends: other services leave fields out, or send them in other shapes.
// What is described in public is what is sent here, as narrow as it is true; every answer of the service's tests
// is held to it by a validator that knows nothing of the contract.

type Schema = z.ZodMiniType;

/** Not negative. */
const Count = z.int().check(z.minimum(0));
/** Seconds since the epoch, of 32 bits. */
const Seconds = z.int32().check(z.minimum(0));
const Network = z.int32().check(z.minimum(1));
/** The witness hash as a whole number: text here, because most readers of JSON would round it. */
const TokenId = z.union([z.string().check(z.regex(/^\d{1,78}$/)), Count]);
/** Money, as text. */
const Decimal = z.string().check(z.regex(/^\d{1,30}(\.\d{1,12})?$/));

registerNames({ TokenId });

/** What is sent in these fields, where the contract would read something else too. */
const narrower: Readonly<Partial<Record<string, Shape>>> = {
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
  FailedAttempts: {
    waitsFor: z.enum(conservations),
    attempts: Count,
    reason: z.enum(preservationFailures),
  },
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
  PreservationFailing: { count: Count, needAttention: Count },
  PreservationWaiting: { count: Count, withoutQuota: Count, withoutLog: Count },
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

/** Fields that this service always sends, and other services do not. */
const requiredHere: Readonly<Partial<Record<string, readonly string[]>>> = {
  MedianRate: ['median', 'inverse'],
};

/**
 * Where a resource stands: what an operation answers, whole; within that, whole or by its id; and below that, by its
 * id, unless an argument asks for more of it (Rule WI-14). So no description leads back to itself.
 */
type Place = 'answered' | 'within' | 'below';

const isPart = (schema: Schema): boolean => factsOf(schema)?.kind === 'part';
const isResource = (schema: Schema): boolean => factsOf(schema)?.kind === 'resource';
const isPage = (schema: Schema): boolean => factsOf(schema)?.kind === 'page';

/** The schemas of answers as this service sends them, each made once. */
export class ServedAnswers {
  readonly #named = new Map<string, Schema>();
  readonly #name: (schema: Schema, name: string) => void;

  /** @param name receives every schema that has a name */
  constructor(name: (schema: Schema, name: string) => void) {
    this.#name = name;
  }

  /** Schema of an operation's answer. */
  of(output: Schema): Schema {
    const { shape, element } = definitionOf(output);
    if (isResource(output) || isPart(output)) return this.#object(output, 'answered');
    if (shape?.results && shape.info) return this.#results(itemOf(shape.results));
    if (shape?.items && shape.pageInfo) return this.#page(itemOf(shape.items), 'answered');
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
    const isComplete = isPart(schema) && schema !== resources.Content;
    return this.#once(`${isComplete ? '' : prefix(place)}${name}`, () => {
      const required =
        place === 'answered' || isComplete
          ? [...(factsOf(schema)?.required ?? []), ...(requiredHere[name] ?? [])]
          : ['id'];
      const shape = fieldsOf(schema) ?? {};
      const unknown = [...Object.keys(narrower[name] ?? {}), ...required].find((field) => !(field in shape));
      if (unknown !== undefined) throw new Error(`${name} has no ${unknown}.`);
      const fields = Object.entries(shape).map(([field, wrapped]) => {
        const served = narrower[name]?.[field] ?? this.#field(unwrap(wrapped), place);
        return [field, required.includes(field) ? served : orNothing(served)] as const;
      });
      return z.looseObject(Object.fromEntries(fields));
    });
  }

  #field(schema: Schema, place: Place): Schema {
    const { shape, element, options } = definitionOf(schema);
    if (isPage(schema)) return this.#page(itemOf(shape?.items), 'within');
    if (isPart(schema)) return this.#object(schema, place);
    if (isResource(schema)) return this.#edge(schema, place);
    if (element && isPart(element)) return z.array(this.#object(element, place));
    if (element && isResource(element)) return z.array(this.#edge(element, place));
    const resource = options?.find(isResource);
    return resource ? this.#edge(resource, place) : schema;
  }

  #edge(schema: Schema, place: Place): Schema {
    const reference = this.#reference(schema);
    return place === 'answered' ? z.union([this.#object(schema, 'within'), reference]) : reference;
  }

  #reference(schema: Schema): Schema {
    const name = nameOf(schema);
    const id = narrower[name]?.id ?? unwrap(fieldsOf(schema)?.id ?? ObjectId);
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

function nameOf(schema: Schema): string {
  const facts = factsOf(schema);
  if (facts === undefined) throw new Error('What is answered is no resource of the contract.');
  return facts.name;
}

/** A choice without a name takes nothing in as one more, instead of standing within a choice. */
function orNothing(schema: Schema): Schema {
  const { options } = definitionOf(schema);
  return options && !factsOf(schema) ? z.optional(z.union([...options, z.null()])) : z.nullish(schema);
}

/** What a list holds. */
function itemOf(list: Schema | undefined): Schema {
  const element = list && elementOf(list);
  if (!element) throw new Error('Expected a list.');
  return element;
}

/** Big numbers travel as text, because most readers of JSON would round them. */
export const isBigNumber = (schema: unknown): boolean => schema === BigIntValue;
export const isInstant = (schema: unknown): boolean => schema === DateTime;
