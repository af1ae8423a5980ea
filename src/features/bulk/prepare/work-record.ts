import { z } from 'zod/mini';
import type { ReadonlyDeep } from '#contract/schema/readonly-deep.ts';
import { encodings } from '#widgets/table-reading/table.ts';

// What the database stores of a bulk that is being prepared.

const BulkDocument = z.object({
  id: z.string(),
  /** With the folders it was chosen with: `Contratos/2026/Arrendamiento.pdf`. */
  filePath: z.string(),
  name: z.string(),
  size: z.number(),
  state: z.enum(['reading', 'ready', 'refused']),
  /** Why it is refused, in a code of its own. */
  refusal: z.exactOptional(z.string()),
  kind: z.exactOptional(z.enum(['raw', 'pdf', 'json'])),
  md5: z.exactOptional(z.string()),
  sha256: z.exactOptional(z.string()),
  /** Id of the witness of these bytes; null: the service has none. Absent: it was not queried, or did not say. */
  witness: z.exactOptional(z.nullable(z.string())),
  /** Id of an earlier one with the same bytes. */
  sameAs: z.exactOptional(z.string()),
});
/** A chosen document, as far as it is known. Its bytes are stored under its id. */
export type BulkDocument = ReadonlyDeep<z.infer<typeof BulkDocument>>;

const Separator = z.enum([',', ';', '\t', '|']);
const Encoding = z.enum(encodings);

const ReadTable = z.object({
  rows: z.array(z.object({ n: z.number(), cells: z.array(z.string()) })),
  columns: z.number(),
  as: z.union([
    z.object({ kind: z.literal('text'), encoding: Encoding, marked: z.boolean(), separator: Separator }),
    z.object({ kind: z.literal('workbook'), sheet: z.string(), sheets: z.array(z.string()) }),
  ]),
  badQuotes: z.array(z.number()),
});

const BulkWork = z.object({
  title: z.string(),
  documents: z.array(BulkDocument),
  /** Where the table came from; its bytes are stored, so that it can be read in another way. */
  source: z.optional(z.object({ name: z.string(), fileId: z.string(), pasted: z.boolean() })),
  choices: z.object({
    encoding: z.optional(Encoding),
    separator: z.optional(Separator),
    sheet: z.optional(z.string()),
  }),
  table: z.optional(ReadTable),
  /** The first row names the columns. */
  header: z.boolean(),
  /** By column of the user's own. */
  roles: z.array(z.enum(['ignore', 'document', 'name', 'signer', 'nom151'])),
  /** Cells that were corrected here, by `n:column`. */
  edits: z.record(z.string(), z.string()),
  pairing: z.enum(['together', 'copies']),
  nom151: z.boolean(),
  keepAsDraft: z.boolean(),
  partial: z.enum(['hold', 'without']),
  /** Numbers of rows that are left out. */
  out: z.array(z.number()),
  /** How many rows of each kind the user has accepted: others that come later are not among them. */
  accepted: z.object({
    warning: z.exactOptional(z.number()),
    unchecked: z.exactOptional(z.number()),
    refused: z.exactOptional(z.number()),
  }),
});
/** A bulk that is being prepared: everything that the user gave and chose. */
export type BulkWork = ReadonlyDeep<z.infer<typeof BulkWork>>;

/** Of the shape of {@link BulkWork} in the store. */
export const workVersion = 1;

/**
 * What was being prepared, as it was stored.
 *
 * @returns undefined for what a newer build wrote, and for what cannot be read
 */
export function readWork({ version, data }: { version: number; data: unknown }): BulkWork | undefined {
  return version === workVersion ? BulkWork.safeParse(data).data : undefined;
}
