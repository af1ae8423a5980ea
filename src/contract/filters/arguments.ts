import { z } from 'zod/mini';
import {
  EndorsableFilter,
  EndorseEventFilter,
  MedianRateFilter,
  RateBucketFilter,
  WalletFilter,
  maxListItems,
} from './filters.ts';
import { contentTypes } from '../resources/kinds.ts';
import { DateTime, Hex, Int32, ObjectId } from '../schema/scalars.ts';
import { registerNames } from '../schema/schema-facts.ts';

/**
 * One query argument. Objects and arrays travel as percent-encoded JSON text, one parameter each; a bare
 * value of a `match` means `eq` (Rule WI-1).
 */
export interface Argument<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly kind: 'match' | 'range' | 'flag' | 'object' | 'scalar' | 'integer' | 'where';
  readonly schema: S;
  readonly required?: boolean;
}

const matchSchema = <T extends z.ZodMiniType>(value: T) =>
  z.strictObject({
    exists: z.optional(z.boolean()),
    eq: z.optional(value),
    ne: z.optional(value),
    in: z.optional(z.array(value).check(z.maxLength(maxListItems))),
    nin: z.optional(z.array(value).check(z.maxLength(maxListItems))),
  });

/** `{exists, eq, ne, in[], nin[]}` over ids. */
export const IdMatch = matchSchema(ObjectId);
export type IdMatch = z.infer<typeof IdMatch>;

/** `{exists, eq, ne, in[], nin[]}` over hexadecimal text. */
export const HexMatch = matchSchema(Hex);
export type HexMatch = z.infer<typeof HexMatch>;

/** `{exists, eq, ne, in[], nin[]}` over plain text. */
export const TextMatch = matchSchema(z.string().check(z.maxLength(1024)));
export type TextMatch = z.infer<typeof TextMatch>;

/** `{exists, eq, ne, in[], nin[]}` over whole numbers. */
export const IntMatch = matchSchema(z.int());
export type IntMatch = z.infer<typeof IntMatch>;

/** `{exists, gte, lte}` over instants. */
export const DateRange = z.strictObject({
  exists: z.optional(z.boolean()),
  gte: z.optional(DateTime),
  lte: z.optional(DateTime),
});
export type DateRange = z.infer<typeof DateRange>;

export const sortFields = ['createdAt', 'updatedAt'] as const;
export const Sort = z.strictObject({ field: z.enum(sortFields), order: z.enum(['asc', 'desc']) });
export type Sort = z.infer<typeof Sort>;

export const maxPageSize = 100;
export const defaultPageSize = 10;
export const Pagination = z.strictObject({
  page: z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
  size: z.optional(z.int().check(z.minimum(1), z.maximum(maxPageSize))),
});
export type Pagination = z.infer<typeof Pagination>;

/** `nom151` on `/witnesses`: absence and presence too. */
export const Nom151Match = z.strictObject({
  exists: z.optional(z.boolean()),
  provider: z.optional(TextMatch),
  createdAt: z.optional(DateRange),
});
export type Nom151Match = z.infer<typeof Nom151Match>;

export const MerkleizedMatch = z.strictObject({
  exists: z.optional(z.boolean()),
  nom151Provider: z.optional(TextMatch),
  algorithm: z.optional(TextMatch),
  createdAt: z.optional(DateRange),
});
export type MerkleizedMatch = z.infer<typeof MerkleizedMatch>;

/** Every given key must occur, case- and accent-insensitive (Rule WI-7). */
function searchSchema<K extends string>(keys: readonly K[]): z.ZodMiniType<Partial<Record<K, string>>> {
  const needle = z.optional(z.string().check(z.maxLength(256)));
  const schema: z.ZodMiniType = z.strictObject(Object.fromEntries(keys.map((key) => [key, needle])));
  // The keys are a parameter, so the shape cannot be inferred: it is exactly these keys.
  return schema as z.ZodMiniType<Partial<Record<K, string>>>;
}

export const subjectSearchKeys = ['commonName', 'emailAddress', 'RFC'] as const;
export const issuerSearchKeys = [
  'commonName',
  'organization',
  'organizationalUnitName',
  'emailAddress',
  'streetAddress',
  'stateOrProvinceName',
  'localityName',
] as const;

export const OrganizationLinkSearch = z.strictObject({
  organization: z.optional(z.strictObject({ name: z.optional(z.string().check(z.maxLength(256))) })),
});

/** Defaults and bounds of nested and top-level cursor lists (Rule WI-8). */
export const defaultListLimit = 50;
export const maxListLimit = 1000;
/** Most items of lists inside each other: of the product of their limits (Rule WI-20). */
export const maxNestedItems = 10_000;
/** Most items of all nested lists that a call names (Rule WI-20): of the three of a wallet as many as each may have. */
export const maxAnswerItems = 3 * maxNestedItems;
/** Most nested lists of a call, however few items they have: each is several parts of one statement (Rule WI-20). */
export const maxNestedLists = 64;
export const ListLimit = z.int().check(z.minimum(0), z.maximum(maxListLimit));

const argument = <S extends z.ZodMiniType>(kind: Argument['kind'], schema: S): Argument<S> => ({
  kind,
  schema,
});

export const idMatch = argument('match', IdMatch);
export const hexMatch = argument('match', HexMatch);
export const textMatch = argument('match', TextMatch);
export const intMatch = argument('match', IntMatch);
export const dateRange = argument('range', DateRange);
export const flag = argument('flag', z.boolean());
export const sort = argument('object', Sort);
export const pagination = argument('object', Pagination);
export const nom151Match = argument('object', Nom151Match);
export const merkleizedMatch = argument('object', MerkleizedMatch);
export const search = <K extends string>(
  keys: readonly K[],
): Argument<z.ZodMiniType<Partial<Record<K, string>>>> => argument('object', searchSchema(keys));
export const linkSearch = argument('object', OrganizationLinkSearch);
export const contentType = argument('match', matchSchema(z.enum(contentTypes)));
export const accessScope = argument('scalar', z.enum(['Organization', 'Subject']));
export const text = argument('scalar', z.string().check(z.maxLength(1024)));
export const integer = argument('integer', Int32);
export const oneOf = <V extends string>(values: readonly V[]): Argument<z.ZodMiniType<V>> =>
  argument('scalar', z.enum(values));
export const required = <S extends z.ZodMiniType>(
  inner: Argument<S>,
): Argument<S> & { readonly required: true } => ({
  ...inner,
  required: true,
});

export const objectId = argument('scalar', ObjectId);
export const hexText = argument('scalar', Hex);
/** An address in a filter: a live deployment takes it bare, without `0x` (Rule WI-12). */
const EvmAddressArgument = z
  .string()
  .check(z.regex(/^(0x)?[0-9a-f]{40}$/i, 'expected 40 hexadecimal digits, with or without 0x'));
export const evmAddress = argument('scalar', EvmAddressArgument);

/** The arguments every paged list shares (Rules WI-4, WI-5, WI-6). */
export const pagedArguments = { createdAt: dateRange, updatedAt: dateRange, sort, pagination } as const;

/** The arguments of a top-level cursor list (Rule WI-8). */
export const cursorArguments = <W extends z.ZodMiniType>(where: W) => ({
  where: argument('where', where),
  orderBy: text,
  orderDirection: oneOf(['asc', 'desc']),
  before: text,
  after: text,
  limit: argument('integer', ListLimit),
});

export const endorsableList = cursorArguments(EndorsableFilter);
export const endorseEventList = cursorArguments(EndorseEventFilter);
export const walletList = cursorArguments(WalletFilter);
export const rateBucketList = cursorArguments(RateBucketFilter);
export const medianRateList = cursorArguments(MedianRateFilter);

registerNames({ IdMatch, HexMatch, TextMatch, IntMatch, DateRange, Sort, Pagination, ListLimit });
