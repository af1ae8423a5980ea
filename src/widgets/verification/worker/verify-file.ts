/** A file of any kind: hashed to its end, recognised by its content, checked if it carries evidence. */
import { createSHA256, createSHA384, createSHA512 } from 'hash-wasm';
import { againstStamps, withAgainst, type AgainstStamps } from '#proofs/evidence/stamp-companions.ts';
import { toBase64, toHex } from '#proofs/encoding/bytes.ts';
import { caseSchemas } from '#proofs/case-file/case-file.ts';
import { verifyCase } from '#proofs/case-file/verify-case.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { ProofError } from '#proofs/errors.ts';
import type { Context, Evidence } from '#proofs/evidence/evidence.ts';
import { optionalMember } from '#proofs/encoding/fields.ts';
import { readTimeStampInput } from '#proofs/pki/timestamp/time-stamp.ts';
import { recognize } from '#proofs/evidence/recognize.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { aboutOf, bareHex, imprintOf, pinnableOf } from './about-evidence.ts';
import { proofContext } from '../context/proof-context.ts';
import type { Beside, DocumentDigests, FileResult, FileContent, Tasks } from './tasks.ts';
import { entriesOf } from './split-list.ts';

/** The largest file that is read as evidence; a larger one is a document, whatever it begins with. */
const maxEvidenceBytes = 64 << 20;
/** Of a file, looked at before the whole is read. */
const headBytes = 4096;
/** Progress of a large file is reported this often. */
const progressStepBytes = 32 << 20;

/** @param progress receives the bytes that were hashed so far, of a large file */
export async function verifyFile(
  { file, reader, beside = {}, brief = false }: Tasks['file']['input'],
  progress?: (bytes: number) => void,
): Promise<FileResult> {
  const digests = await digestsOf(file, progress);
  const content = await readContent(file, proofContext(reader), beside);
  return { size: file.size, digests, content: brief ? withoutSteps(content) : content };
}

/** One pass over the stream: memory stays flat whatever the size. */
export async function digestsOf(file: Blob, progress?: (bytes: number) => void): Promise<DocumentDigests> {
  const hashes = await Promise.all([createSHA256(), createSHA384(), createSHA512(), createSHA256()]);
  const [sha256, sha384, sha512, leaf] = hashes;
  // The leaf of a document in a tree of RFC 9162 begins with a zero octet.
  leaf.update(Uint8Array.of(0));
  const reader = file.stream().getReader();
  let [read, lastReported] = [0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const hash of hashes) hash.update(value);
    read += value.length;
    if (read - lastReported < progressStepBytes) continue;
    lastReported = read;
    progress?.(read);
  }
  return {
    documentDigest: sha256.digest('hex'),
    otherDigests: {
      'SHA-384': sha384.digest('hex'),
      'SHA-512': sha512.digest('hex'),
      'RFC 9162 leaf': leaf.digest('hex'),
    },
  };
}

async function readContent(file: Blob, context: Context, beside: Beside): Promise<FileContent> {
  if (file.size === 0) return { kind: 'unreadable', why: 'empty', message: '0 bytes' };
  if (file.size > maxEvidenceBytes) return { kind: 'document' };
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (isPlainDocument(head)) return { kind: 'document' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const entries = entriesOf(bytes);
  if (entries !== undefined) return { kind: 'list', entries };
  const certificates = await Promise.all((beside.certificates ?? []).map(textOfBlob));
  const stamps = await Promise.all((beside.stamps ?? []).map(textOfBlob));
  const against = await Promise.all((beside.against ?? []).map(againstOfBlob));
  const additional = withAgainst(
    { ...beside.document, ...(certificates.length > 0 && { certificates }) },
    {
      signers: against.flatMap(({ signers = [] }) => signers),
      responses: against.flatMap(({ responses = [] }) => responses),
    },
  );
  try {
    const found = recognize(bytes);
    if (found.kind === 'case') return verifyCaseFile(found.source, context, additional);
    const evidence = withBeside(found.evidence, additional, stamps);
    const report = checkEvidence(evidence, context);
    return {
      kind: found.kind,
      evidence,
      report,
      about: aboutOf(found.evidence),
      pinnable: pinnableOf(report, evidence, []),
    };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return unread(new TextDecoder('latin1').decode(bytes), error);
  }
}

function verifyCaseFile(source: string, context: Context, additional: Additional): FileContent {
  const verification = verifyCase(source, context, additional);
  const { title, report, issues: faults, changes, declared, read } = verification;
  const anchors = read.declared.anchors.map(({ certificate }) => toBase64(certificate.der));
  const evidence: Evidence = {
    ...read.evidence,
    ...joined(read.evidence, additional),
  };
  return {
    kind: 'case',
    title,
    report,
    faults,
    changes,
    declared,
    evidence,
    about: aboutOf(read.evidence),
    pinnable: pinnableOf(report, evidence, anchors),
  };
}

/** What was handed over beside a file and belongs to it. */
type Additional = Pick<
  Evidence,
  'documentDigest' | 'otherDigests' | 'certificates' | 'signers' | 'responses'
>;

/** Evidence together with what was handed over beside it and belongs to it. */
function withBeside(evidence: Evidence, additional: Additional, stamps: readonly string[]): Evidence {
  const { certificates = [] } = additional;
  const [about, ...others] = certificates;
  const isAnswer = evidence.ocspResponse !== undefined && evidence.certificate === undefined;
  return {
    ...withStamps(evidence, stamps),
    ...(isAnswer && about !== undefined && { certificate: about }),
    ...joined(evidence, { ...additional, certificates: isAnswer ? others : certificates }),
  };
}

/** What is at hand of each kind, the evidence's own first; what may speak against it goes before that. */
function joined(evidence: Evidence, { certificates, signers, responses, ...document }: Additional): Evidence {
  const both = <T>(first: readonly T[] = [], then: readonly T[] = []): readonly T[] | undefined =>
    first.length + then.length === 0 ? undefined : [...first, ...then];
  return {
    ...document,
    ...optionalMember('certificates', both(evidence.certificates, certificates)),
    ...optionalMember('signers', both(evidence.signers, signers)),
    ...optionalMember('responses', both(responses, evidence.responses)),
  };
}

/** The interface gives no tokens: one that is over the hash, or over the root, takes its place. */
function withStamps(evidence: Evidence, stamps: readonly string[]): Evidence {
  const { witness } = evidence;
  if (witness === undefined) return evidence;
  const over = (digest: string | undefined): string | undefined =>
    digest && stamps.find((stamp) => isOver(stamp, bareHex(digest)));
  const { nom151, merkleized } = witness;
  const own = nom151?.token === undefined ? over(witness.hash) : undefined;
  const ofRoot = merkleized?.token === undefined ? over(merkleized?.merkleRoot) : undefined;
  return {
    ...evidence,
    witness: {
      ...witness,
      ...(own !== undefined && { nom151: { ...nom151, token: own } }),
      ...(ofRoot !== undefined && { merkleized: { ...merkleized, token: ofRoot } }),
    },
  };
}

function isOver(stamp: string, digest: string): boolean {
  try {
    return imprintOf(readTimeStampInput(stamp))?.digest === digest;
  } catch (error) {
    if (error instanceof ProofError) return false;
    throw error;
  }
}

/** Of a file that was recognised before; what cannot be read says nothing. */
async function againstOfBlob(blob: Blob): Promise<AgainstStamps> {
  try {
    return againstStamps(recognize(new Uint8Array(await blob.slice(0, maxEvidenceBytes).arrayBuffer())));
  } catch (error) {
    if (error instanceof ProofError) return {};
    throw error;
  }
}

/** PEM stays as it is; DER becomes base64, which is how evidence carries it. */
async function textOfBlob(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.slice(0, maxEvidenceBytes).arrayBuffer());
  const isDer = bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80;
  return isDer ? toBase64(bytes) : new TextDecoder('latin1').decode(bytes);
}

/** Formats that carry no evidence of ours and are large: reading them as text would be work for nothing. */
function isPlainDocument(head: Uint8Array): boolean {
  return ['25504446', '504b0304', '89504e47', 'ffd8ff'].some(
    (magic) => toHex(head.subarray(0, magic.length / 2)) === magic,
  );
}

/** Fields that stand in evidence and in little else. */
const evidenceFields =
  /"(?:merkleProof|merkleRoot|witnessExternal|ocspResponse|certificatePem|timestampedAt|signatureRequest)"\s*:/;

/** Most files are documents: only what by its form is evidence is called evidence that cannot be read. */
function unread(text: string, { message }: ProofError): FileContent {
  const version = /"testigo\.case\/([\w.-]{1,20})"/.exec(text)?.[1];
  if (version !== undefined && !caseSchemas.includes(`testigo.case/${version}`))
    return { kind: 'unreadable', why: 'version', message };
  if (/^\s*-----BEGIN (?:X509 |TRUSTED )?(?:CERTIFICATE|PKCS7|CMS)/.test(text))
    return { kind: 'unreadable', why: 'content', message };
  if (!/^\W*?[[{]/.test(text)) return { kind: 'document' };
  if (version === undefined && !evidenceFields.test(text)) return { kind: 'document', isJson: true };
  return { kind: 'unreadable', why: isWholeJson(text) ? 'content' : 'cut', message };
}

function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\u00EF\u00BB\u00BF/, ''));
    return true;
  } catch {
    return false;
  }
}

/** The steps of a proof are most of a report; a row of a table shows none. */
function withoutSteps(content: FileContent): FileContent {
  if (!('report' in content)) return content;
  const bare = { ...content, evidence: {}, report: bareReport(content.report) };
  return bare.kind === 'case' ? { ...bare, declared: bareReport(bare.declared) } : bare;
}

function bareReport(report: Report): Report {
  return {
    ...report,
    sections: report.sections.map((section) => ({
      ...section,
      checks: section.checks.map(({ steps: _, ...check }) => ({ ...check, evidence: [] })),
    })),
  };
}
