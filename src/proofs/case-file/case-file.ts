/**
 * The evidence bundle, `*.testigo.json`: one canonical JSON document with the evidence of a case, each piece with
 * its SHA-256 and origin, how it was checked and what came out. Anchors, policy, RPC answers and verdict inside are
 * declared by whoever made the file; nothing of them is trusted (`verify-case.ts`).
 *
 * ```
 * { schema: 'testigo.case/2', title,
 *   evidence: [{ kind, origin, sha256 (of the canonical JSON of content), content }],
 *   context: { policy, anchors: [{ title, use, sha256, pem }], trustVersion, validationTime, build,
 *              recipe?, treeSize?, endorsers?, range?, revocationLists? },
 *   report: { verdict, sections: [{ key, counts, verdict, provenTime?, checks: [{ id, status, … }] }], … },
 *   sha256 (of the canonical JSON of everything else) }
 * ```
 *
 * Version 1 is read too: its anchors had no `use`, so each counts for both purposes, as it did then. A verdict of either
 * version that no longer holds is reported with the rules that changed since (`rule-changes.ts`).
 */
import { toHex, utf8Of } from '../encoding/bytes.ts';
import { sha256 } from '../encoding/hash.ts';
import { canonicalJson, type Json, type JsonBounds, type JsonObject } from '../encoding/json.ts';
import type { Report } from '../verdict/report.ts';

export const caseSchema = 'testigo.case/2';

/** The schema before anchors had a purpose. */
export const earlierCaseSchema = 'testigo.case/1';

export const caseSchemas: readonly string[] = [caseSchema, earlierCaseSchema];

/** A case file carries a document of 8 MiB in base64, and the proofs of many signatures. */
export const caseBounds: JsonBounds = { length: 48 << 20, depth: 64, values: 2_000_000 };

export const evidenceKinds = [
  'document',
  'witness',
  'signature',
  'invite',
  'unloaded',
  'events',
  'certificate',
  'ocsp-response',
  'stamp',
  'certificates',
  'signers',
  'responses',
  'rpc',
  'declared-rpc',
] as const;

export type EvidenceKind = (typeof evidenceKinds)[number];

export interface CasePiece {
  readonly kind: EvidenceKind;
  /** Where it came from: `file`, `service`, `rpc`, `case`. */
  readonly origin: string;
  readonly sha256: string;
  readonly content: JsonObject;
}

export function digestOfJson(value: Json): string {
  return toHex(sha256(utf8Of(canonicalJson(value))));
}

/**
 * The conclusions of a report without its intermediate values, which follow from the evidence. They are stored in a case
 * file and compared when the case is checked again.
 */
export function conclusionsOf(report: Report): JsonObject {
  return {
    schema: report.schema,
    verdict: plainJson(report.verdict),
    wording: report.wording,
    sections: report.sections.map(({ key, counts, verdict, provenTime, checks }) => ({
      key,
      counts,
      verdict: plainJson(verdict),
      ...(provenTime !== undefined && { provenTime }),
      checks: checks.map(({ id, status, level, basis, reason, recipe }) => ({
        id,
        status,
        level,
        basis,
        ...(reason !== undefined && { reason: reason.code }),
        ...(recipe !== undefined && { recipe }),
      })),
    })),
  };
}

/** Interfaces of plain values are JSON, though TypeScript does not see them as indexable. */
export function plainJson(value: object): JsonObject {
  return value as JsonObject; // see above; canonicalJson leaves out members that are undefined
}
