/**
 * Whether an OCSP response shows that a certificate stood at the best signature time (RFC 6960 §3.2, §4.2.2).
 * Six questions, each answered apart: can it be read, is it for this certificate, does its signature hold, may
 * that key answer, what does it say, and when. What it says counts only where the first five hold.
 */
import type { Check, CheckId, EvidenceRef } from '../../check.ts';
import { ProofError } from '../../errors.ts';
import { instantText, type Instant } from '../../encoding/instant.ts';
import { check, indeterminate, passed, unreadableFinding, type Finding } from '../../verdict/finding.ts';
import { readOcspInput, type BasicResponse, type OcspResponse } from './ocsp-response.ts';
import {
  checkCertificateId,
  checkResponder,
  checkResponseSignature,
  checkStatus,
  checkResponseTime,
  responderText,
  type OcspInput,
  type ResponderStanding,
} from './ocsp-rules.ts';
import { signatureMemo } from '../path/trust.ts';

export type { OcspInput } from './ocsp-rules.ts';

/** The facts of the response for screens. They prove nothing beyond the checks beside them. */
export interface OcspFacts {
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly producedAt: string;
  readonly thisUpdate: string;
  readonly nextUpdate: string | undefined;
  readonly revokedAt: string | undefined;
  readonly revocationReason: number | undefined;
  readonly responder: string;
  readonly responderFingerprint: string | undefined;
  readonly responderStanding: ResponderStanding | undefined;
  readonly signatureAlgorithm: string | undefined;
}

export interface OcspResult {
  readonly checks: readonly Check[];
  readonly facts: OcspFacts | undefined;
}

type Question = 'parse' | 'cert' | 'signature' | 'responder' | 'status' | 'time';
const questions: readonly Question[] = ['parse', 'cert', 'signature', 'responder', 'status', 'time'];

/** The six checks `ocsp.*`, always all of them. */
export function checkOcsp(input: OcspInput): OcspResult {
  const { findings, facts, evidence } = verifyOcspResponse(input);
  return {
    checks: questions.map((question) => {
      const id: CheckId = `ocsp.${question}`;
      return check(input.policy, id, { ...findings[question], evidence });
    }),
    facts,
  };
}

interface OcspOutcome {
  readonly findings: Readonly<Record<Question, Finding>>;
  readonly facts: OcspFacts | undefined;
  readonly evidence: readonly EvidenceRef[];
}

function verifyOcspResponse(input: OcspInput): OcspOutcome {
  if (input.response === undefined) {
    const absent = indeterminate('X_EVIDENCE_ABSENT', { code: 'get_ocsp' });
    return { findings: all(absent), facts: undefined, evidence: [] };
  }
  let response: OcspResponse;
  try {
    response = readOcspInput(input.response);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { findings: all(unreadableFinding(error)), facts: undefined, evidence: [] };
  }
  const evidence: EvidenceRef[] = [
    {
      kind: 'ocsp-response',
      sha256: response.fingerprint,
      size: response.size,
      ...(input.origin === undefined ? {} : { origin: input.origin }),
      ...(response.basic === undefined ? {} : { time: instantText(response.basic.producedAt) }),
    },
  ];
  if (response.basic === undefined) {
    const none = indeterminate('TRY_LATER', { code: 'get_ocsp' }, { responseStatus: response.status });
    return { findings: all(none), facts: undefined, evidence };
  }
  return { ...checkBasicResponse(response.basic, input), evidence };
}

function checkBasicResponse(basic: BasicResponse, input: OcspInput): Omit<OcspOutcome, 'evidence'> {
  const memo = signatureMemo(32);
  const [critical] = basic.unprocessedCritical;
  const parse =
    critical === undefined
      ? passed()
      : indeterminate(
          'X_UNSUPPORTED',
          { code: 'check_elsewhere' },
          { what: `critical extension ${critical}` },
        );
  const { finding: cert, single } = checkCertificateId(basic, input, memo);
  const { finding: signature, signer, algorithm } = checkResponseSignature(basic, input, memo);
  const { finding: responder, standing } = checkResponder(basic, signer, input, memo);
  const ground = [parse, cert, signature, responder].find(({ status }) => status !== 'PASSED');
  const notGrounded = indeterminate(
    ground?.reason?.code ?? 'GENERIC',
    { code: 'get_ocsp' },
    {
      rule: 'what a response says counts once it is shown to be an authorized answer about this certificate',
    },
  );
  const findings = {
    parse,
    cert,
    signature,
    responder,
    status: single === undefined || ground !== undefined ? notGrounded : checkStatus(single, input),
    time:
      single === undefined || ground !== undefined ? notGrounded : checkResponseTime(basic, single, input),
  };
  // The answer about this certificate, else the first one, shown as what it is.
  const [facts] = (single === undefined ? basic.responses : [single]).map((shown): OcspFacts => ({
    status: shown.status,
    producedAt: instantText(basic.producedAt),
    thisUpdate: instantText(shown.thisUpdate),
    nextUpdate: textOf(shown.nextUpdate),
    revokedAt: textOf(shown.revokedAt),
    revocationReason: shown.revocationReason,
    responder: responderText(basic),
    responderFingerprint: signer?.fingerprint,
    responderStanding: standing,
    signatureAlgorithm: algorithm,
  }));
  return { findings, facts };
}

function textOf(instant: Instant | undefined): string | undefined {
  return instant === undefined ? undefined : instantText(instant);
}

function all(finding: Finding): Record<Question, Finding> {
  return {
    parse: finding,
    cert: finding,
    signature: finding,
    responder: finding,
    status: finding,
    time: finding,
  };
}
