/** Builds a case file: what it says is exactly what its own evidence gives, under the context that it names. */
import { toBase64, toHex } from '../encoding/bytes.ts';
import { checkEvidence } from '../check-evidence.ts';
import { tooLarge } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import { hash } from '../encoding/hash.ts';
import { instantText } from '../encoding/instant.ts';
import { canonicalJson, type Json, type JsonObject } from '../encoding/json.ts';
import { canonicalPolicyObject } from '../policy/policy.ts';
import { leafHash } from '../merkle/rfc6962.ts';
import type { Report } from '../verdict/report.ts';
import {
  caseSchema,
  conclusionsOf,
  digestOfJson,
  plainJson,
  type CasePiece,
  type EvidenceKind,
} from './case-file.ts';

export interface CaseInput {
  /** For people; nothing hangs on it. */
  readonly title: string;
  readonly evidence: Evidence;
  /** The document itself, where the case may carry it; without it the case is about its hash. */
  readonly document?: Uint8Array;
  readonly context: Context;
}

/** Bytes of a document that a case file carries at most: 8 MiB. */
export const maxDocumentBytes = 8 << 20;

/** @returns the text of the file, and the report that it carries the conclusions of */
export function buildCase({ title, evidence, document, context }: CaseInput): {
  readonly text: string;
  readonly report: Report;
} {
  if (document !== undefined && document.length > maxDocumentBytes) {
    throw tooLarge('document', `at most ${maxDocumentBytes} bytes in a case file`);
  }
  const completeEvidence = withDocument(evidence, document);
  const report = checkEvidence(completeEvidence, context);
  const body: JsonObject = {
    schema: caseSchema,
    title,
    evidence: pieces(completeEvidence, document, context).map(plainJson),
    context: contextJson(context),
    report: conclusionsOf(report),
  };
  return { text: canonicalJson({ ...body, sha256: digestOfJson(body) }), report };
}

/** Digests that a reader of the file could not recompute do not belong to the case. */
export function withDocument(evidence: Evidence, document: Uint8Array | undefined): Evidence {
  const { documentDigest: _digest, otherDigests: _others, ...rest } = evidence;
  if (document === undefined) return rest;
  return {
    ...rest,
    documentDigest: toHex(hash('SHA-256', document)),
    otherDigests: {
      'SHA-384': toHex(hash('SHA-384', document)),
      'SHA-512': toHex(hash('SHA-512', document)),
      'RFC 9162 leaf': toHex(leafHash(document)),
    },
  };
}

function pieces(evidence: Evidence, document: Uint8Array | undefined, context: Context): CasePiece[] {
  const pieceList: CasePiece[] = [];
  const add = (kind: EvidenceKind, origin: string, content: object | undefined): void => {
    if (content === undefined) return;
    const json = plainJson(content);
    pieceList.push({ kind, origin, sha256: digestOfJson(json), content: json });
  };
  const text = (input: string | Uint8Array | undefined): object | undefined =>
    input === undefined ? undefined : { text: textOf(input) };
  add('document', 'file', document && { base64: toBase64(document) });
  add('witness', 'service', evidence.witness);
  add('signature', 'service', evidence.signature);
  for (const invite of evidence.invites ?? []) add('invite', 'service', invite);
  add('unloaded', 'service', evidence.unloaded && { items: evidence.unloaded });
  add('events', 'service', evidence.events);
  add('certificate', 'file', text(evidence.certificate));
  add('ocsp-response', 'file', text(evidence.ocspResponse));
  add('stamp', 'file', text(evidence.stamp));
  add('certificates', 'file', evidence.certificates && { items: evidence.certificates });
  add('signers', 'service', evidence.signers && { items: evidence.signers });
  add('responses', 'file', evidence.responses && { items: evidence.responses.map(textOf) });
  add('rpc', 'rpc', context.exchanges && { items: context.exchanges });
  add('declared-rpc', 'case', evidence.declaredExchanges && { items: evidence.declaredExchanges });
  return pieceList;
}

function textOf(input: string | Uint8Array): string {
  return typeof input === 'string' ? input : toBase64(input);
}

function contextJson(context: Context): JsonObject {
  const optional: Record<string, Json> = {};
  if (context.recipe !== undefined) optional.recipe = context.recipe;
  if (context.treeSize !== undefined) optional.treeSize = context.treeSize.toString();
  if (context.endorsers !== undefined) optional.endorsers = context.endorsers.map(plainJson);
  if (context.range !== undefined) optional.range = plainJson(context.range);
  if (context.revocationLists !== undefined) {
    optional.revocationLists = context.revocationLists.map(textOf);
  }
  return {
    policy: canonicalPolicyObject(context.policy),
    anchors: context.anchors.map(({ title, certificate, use }) => ({
      title,
      use,
      sha256: certificate.fingerprint,
      pem: pemOf(certificate.der),
    })),
    trustVersion: context.trustVersion,
    validationTime: instantText(context.now),
    build: context.build,
    ...optional,
  };
}

function pemOf(der: Uint8Array): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}
