/** Reads a case file strictly. What it declares is read as declared; what does not agree with itself is a fault. */
import { readBase64 } from '../encoding/bytes.ts';
import { unreadable, unsupported } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import {
  child,
  optionalMember,
  list,
  place,
  required,
  text,
  texts,
  wholeNumber,
  type Place,
} from '../encoding/fields.ts';
import { readInstant } from '../encoding/instant.ts';
import { readJson, type Json, type JsonObject } from '../encoding/json.ts';
import { anchorUses, isAnchorUse } from '../pki/path/anchor-use.ts';
import { readCertificateInput } from '../pki/certificate/certificate.ts';
import type { TrustAnchor } from '../pki/path/trust.ts';
import {
  readReportedCertificate,
  readEventFacts,
  readInviteFacts,
  readUnloaded,
  readWitnessFacts,
} from '../evidence/read-facts.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { readExchanges } from '../evidence/read-rpc.ts';
import { isRecipeId } from '../merkle/recipes.ts';
import type { RpcExchange } from '../chain/rpc.ts';
import { maxDocumentBytes, withDocument } from './build-case.ts';
import {
  caseBounds,
  caseSchema,
  caseSchemas,
  digestOfJson,
  evidenceKinds,
  type CasePiece,
  type EvidenceKind,
} from './case-file.ts';

/** The file says of itself what is not so. */
export interface CaseIssue {
  readonly kind: 'file-digest' | 'evidence-digest' | 'anchor-digest' | 'verdict';
  readonly where: string;
}

export interface ReadCase {
  readonly title: string;
  readonly evidence: Evidence;
  /** Answers that the maker's own nodes gave: to the reader, declared. */
  readonly exchanges: readonly RpcExchange[] | undefined;
  /** The context of the run that made the file, RPC answers included. */
  readonly declared: Context;
  /** Conclusions that the file claims. */
  readonly report: JsonObject;
  readonly issues: readonly CaseIssue[];
}

const maxPieces = 2000;
const maxAnchors = 256;
const maxLists = 64;

/** @throws ProofError when it is no case file of this schema; a wrong digest is a fault, not an error */
export function readCase(source: string): ReadCase {
  const file = place(readJson(source, 'case file', caseBounds), 'case');
  const schema = text(file, 'schema');
  if (schema === undefined || !caseSchemas.includes(schema)) {
    throw unsupported('case.schema', `a case file of schema ${caseSchemas.join(' or ')}`);
  }
  const isEarlier = schema !== caseSchema;
  const { sha256: declaredDigest, ...body } = file.object;
  const issues: CaseIssue[] = [];
  if (declaredDigest !== digestOfJson(body)) issues.push({ kind: 'file-digest', where: 'case' });
  const pieces = readPieces(file, issues);
  const exchanges = piecesOf(pieces, 'rpc').map((piece) => readExchanges(piece.content.items, 'rpc'))[0];
  return {
    title: required(text(file, 'title', 1000), 'case.title'),
    evidence: evidenceOf(pieces),
    exchanges,
    declared: readContext(required(child(file, 'context'), 'case.context'), isEarlier, exchanges, issues),
    report: required(child(file, 'report'), 'case.report').object,
    issues: issues,
  };
}

function readPieces(file: Place, issues: CaseIssue[]): CasePiece[] {
  const items = required(list(file, 'evidence', maxPieces), 'case.evidence');
  return items.map((item, index) => {
    const at = place(item, `case.evidence[${index}]`);
    const kind = required(text(at, 'kind'), `${at.name}.kind`);
    if (!isEvidenceKind(kind)) throw unsupported(`${at.name}.kind`, `evidence of a known kind, not ${kind}`);
    const { object: content } = required(child(at, 'content'), `${at.name}.content`);
    const sha256 = required(text(at, 'sha256'), `${at.name}.sha256`);
    if (sha256 !== digestOfJson(content))
      issues.push({ kind: 'evidence-digest', where: `${at.name} (${kind})` });
    return { kind, origin: required(text(at, 'origin', 100), `${at.name}.origin`), sha256, content };
  });
}

function isEvidenceKind(kind: string): kind is EvidenceKind {
  return (evidenceKinds as readonly string[]).includes(kind); // widened: includes() asks for the union itself
}

function piecesOf(pieces: readonly CasePiece[], kind: EvidenceKind): readonly CasePiece[] {
  return pieces.filter((piece) => piece.kind === kind);
}

function evidenceOf(pieces: readonly CasePiece[]): Evidence {
  const one = (kind: EvidenceKind): JsonObject | undefined => {
    const [first, second] = piecesOf(pieces, kind);
    if (second !== undefined) throw unreadable('case.evidence', `at most one piece of kind ${kind}`);
    return first?.content;
  };
  const textOf = (kind: EvidenceKind): string | undefined => {
    const content = one(kind);
    return content && required(text(place(content, kind), 'text'), `${kind}.text`);
  };
  const read = <T>(kind: EvidenceKind, reader: (content: Json) => T): T | undefined => {
    const content = one(kind);
    return content && reader(content);
  };
  const invites = piecesOf(pieces, 'invite').map((piece, at) =>
    readInviteFacts(piece.content, `invites[${at}]`),
  );
  const document = read('document', (content) =>
    readBase64(
      required(text(place(content, 'document'), 'base64', 2 * maxDocumentBytes), 'document.base64'),
      'document',
      maxDocumentBytes,
    ),
  );
  const evidence = {
    ...optionalMember(
      'witness',
      read('witness', (content) => readWitnessFacts(content)),
    ),
    ...optionalMember(
      'signature',
      read('signature', (content) =>
        optionalMember('signature', text(place(content, 'signature'), 'signature')),
      ),
    ),
    ...(invites.length > 0 && { invites }),
    ...optionalMember('unloaded', read('unloaded', readUnloaded)),
    ...optionalMember(
      'events',
      read('events', (content) => readEventFacts(content)),
    ),
    ...optionalMember('certificate', textOf('certificate')),
    ...optionalMember('ocspResponse', textOf('ocsp-response')),
    ...optionalMember('stamp', textOf('stamp')),
    ...optionalMember(
      'certificates',
      read('certificates', (content) => texts(place(content, 'certificates'), 'items', 256)),
    ),
    ...optionalMember(
      'signers',
      read('signers', (content) =>
        list(place(content, 'signers'), 'items', 1000)?.map((item, at) =>
          readReportedCertificate(place(item, `signers[${at}]`)),
        ),
      ),
    ),
    ...optionalMember(
      'responses',
      read('responses', (content) => texts(place(content, 'responses'), 'items', 256)),
    ),
    ...optionalMember(
      'declaredExchanges',
      read('declared-rpc', (content) => readExchanges(place(content, 'rpc').object.items, 'rpc')),
    ),
  };
  return withDocument(evidence, document);
}

function readContext(
  at: Place,
  isEarlier: boolean,
  exchanges: readonly RpcExchange[] | undefined,
  issues: CaseIssue[],
): Context {
  const recipe = text(at, 'recipe', 100);
  if (recipe !== undefined && !isRecipeId(recipe)) throw unsupported('case.context.recipe', 'a known recipe');
  const range = child(at, 'range');
  return {
    policy: readPolicy(required(child(at, 'policy'), 'case.context.policy').object),
    now: readInstant(required(text(at, 'validationTime'), 'case.context.validationTime'), 'validationTime'),
    anchors: readAnchors(at, isEarlier, issues),
    trustVersion: required(text(at, 'trustVersion', 200), 'case.context.trustVersion'),
    build: required(text(at, 'build', 200), 'case.context.build'),
    ...optionalMember('recipe', recipe),
    ...optionalMember('treeSize', wholeNumber(at, 'treeSize')),
    ...optionalMember(
      'endorsers',
      list(at, 'endorsers', 64)?.map((item) => readContract(place(item, 'endorser'))),
    ),
    ...(range !== undefined && { range: readContract(range) }),
    ...optionalMember('revocationLists', texts(at, 'revocationLists', maxLists)),
    ...optionalMember('exchanges', exchanges),
  };
}

function readContract(at: Place): {
  readonly network: number;
  readonly address: string;
  readonly role?: string;
} {
  return {
    network: Number(required(wholeNumber(at, 'network'), `${at.name}.network`)),
    address: required(text(at, 'address', 100), `${at.name}.address`),
    ...optionalMember('role', text(at, 'role', 100)),
  };
}

function readAnchors(at: Place, isEarlier: boolean, issues: CaseIssue[]): TrustAnchor[] {
  return required(list(at, 'anchors', maxAnchors), 'case.context.anchors').map((item, index) => {
    const anchor = place(item, `case.context.anchors[${index}]`);
    const certificate = readCertificateInput(required(text(anchor, 'pem', 1 << 17), `${anchor.name}.pem`));
    if (text(anchor, 'sha256') !== certificate.fingerprint) {
      issues.push({ kind: 'anchor-digest', where: anchor.name });
    }
    // Version 1 knew no purpose: each anchor counted for both.
    const use = isEarlier ? 'both' : required(text(anchor, 'use'), `${anchor.name}.use`);
    if (!isAnchorUse(use)) throw unsupported(`${anchor.name}.use`, anchorUses.join(', '));
    return { title: required(text(anchor, 'title', 500), `${anchor.name}.title`), certificate, use };
  });
}
