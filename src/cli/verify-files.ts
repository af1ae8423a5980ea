/** Files in, one result a file out: recognised, checked, and with the number that the shell receives. */
import { verifyCase, type CaseVerification } from '#proofs/case-file/verify-case.ts';
import { checkEvidence, isAboutDocument } from '#proofs/check-evidence.ts';
import { againstStamps, withAgainst, type AgainstStamps } from '#proofs/evidence/stamp-companions.ts';
import { ProofError } from '#proofs/errors.ts';
import type { Context, Evidence } from '#proofs/evidence/evidence.ts';
import { recognize, type Recognized } from '#proofs/evidence/recognize.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { UsageError } from './arguments.ts';
import { readBytes } from './context.ts';

export type Exit = 0 | 1 | 2 | 64;

export type FileResult =
  | {
      readonly file: string;
      readonly kind: Recognized['kind'];
      readonly exit: Exit;
      readonly report: Report;
      readonly verification?: CaseVerification;
    }
  | { readonly file: string; readonly kind: 'unreadable'; readonly exit: 64; readonly message: string };

type Digests = Pick<Evidence, 'documentDigest' | 'otherDigests'>;

export function verifyFiles(files: readonly string[], digests: Digests, context: Context): FileResult[] {
  const read = files.map((file) => ({ file, content: tryRead(file) }));
  // Certificates given beside other files are at hand for their paths, and answer to what OCSP responses are for.
  const certificates = read.flatMap(({ content }) =>
    'evidence' in content && content.kind === 'certificate' && content.evidence.certificate !== undefined
      ? [content.evidence.certificate]
      : [],
  );
  const others = read.map(({ content }) => ('message' in content ? {} : againstStamps(content)));
  const against = {
    signers: others.flatMap(({ signers = [] }) => signers),
    responses: others.flatMap(({ responses = [] }) => responses),
  };
  return read.map(({ file, content }) =>
    verifyFile(file, content, { certificates, against, digests }, context),
  );
}

/** What every file is checked with beside its own content. */
interface Beside {
  readonly certificates: readonly (string | Uint8Array)[];
  readonly against: Required<AgainstStamps>;
  readonly digests: Digests;
}

type Read = Recognized | { readonly kind: 'unreadable'; readonly message: string };

function tryRead(file: string): Read {
  try {
    return recognize(readBytes(file));
  } catch (error) {
    return { kind: 'unreadable', message: messageOf(error) };
  }
}

function verifyFile(
  file: string,
  content: Read,
  { certificates, against, digests }: Beside,
  context: Context,
): FileResult {
  if (content.kind === 'unreadable') return { file, ...content, exit: 64 };
  try {
    if (content.kind === 'case') {
      const verification = verifyCase(content.source, context, { ...digests, ...against });
      const { report, issues: issues } = verification;
      return {
        file,
        kind: 'case',
        exit: issues.length > 0 ? 1 : exitOf(report),
        report,
        verification: verification,
      };
    }
    const document = isAboutDocument(content.evidence) ? digests : {};
    const own = { ...content.evidence, ...document };
    const evidence = withCertificates(withAgainst(own, against), certificates, context);
    const report = checkEvidence(evidence, context);
    return { file, kind: content.kind, exit: exitOf(report), report };
  } catch (error) {
    return { file, kind: 'unreadable', exit: 64, message: messageOf(error) };
  }
}

/** An OCSP response is checked with the certificate that it is about, if that one was given. */
function withCertificates(
  evidence: Evidence,
  certificates: readonly (string | Uint8Array)[],
  context: Context,
): Evidence {
  if (certificates.length === 0) return evidence;
  const texts = certificates.map((one) =>
    typeof one === 'string' ? one : Buffer.from(one).toString('base64'),
  );
  const joined = { ...evidence, certificates: [...(evidence.certificates ?? []), ...texts] };
  if (evidence.ocspResponse === undefined) return joined;
  const about = certificates.find((certificate) =>
    checkEvidence({ ...joined, certificate }, context)
      .sections.flatMap(({ checks }) => checks)
      .some(({ id, status }) => id === 'ocsp.cert' && status === 'PASSED'),
  );
  return about === undefined ? joined : { ...joined, certificate: about };
}

function exitOf({ verdict }: Report): Exit {
  if (verdict.conclusion === 'TOTAL_PASSED') return 0;
  return verdict.conclusion === 'TOTAL_FAILED' ? 1 : 2;
}

/** Several files: the worst of 1 > 64 > 2 > 0, so that a file that cannot be read is never passed over. */
export function worstExit(results: readonly FileResult[]): Exit {
  const exits = results.map(({ exit }) => exit);
  return ([1, 64, 2] as const).find((exit) => exits.includes(exit)) ?? 0;
}

/** Whether the digest of `--document` was held to anything in one of these files. */
export function isDocumentUsed(results: readonly FileResult[]): boolean {
  return results.some((result) => result.kind !== 'unreadable' && result.report.sections.some(holdsDocument));
}

function holdsDocument({ key, checks }: ReportSection): boolean {
  return checks.some(
    ({ id, status, reason }) =>
      status !== 'NOT_APPLICABLE' &&
      reason?.code !== 'X_EVIDENCE_ABSENT' &&
      // Of a witness the imprint is over its hash, which need not be of a document.
      (id === 'file.hash' || id === 'signature.document' || (key === 'stamp' && id === 'nom151.imprint')),
  );
}

/** The message of an error that is about the input; any other is a defect and goes on up. */
function messageOf(error: unknown): string {
  if (error instanceof ProofError || error instanceof UsageError) return error.message;
  throw error;
}
