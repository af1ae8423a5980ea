/** The checks of one certificate that need no other: form, declared fields, identity, key, validity, usage. */
import type { Check, CheckId, EvidenceRef, Reason, Step } from '../../check.ts';
import { ProofError } from '../../errors.ts';
import { instantText } from '../../encoding/instant.ts';
import {
  check,
  computedText,
  failed,
  indeterminate,
  notApplicable,
  passed,
  unreadableFinding,
  type Finding,
} from '../../verdict/finding.ts';
import type { Policy } from '../../policy/policy.ts';
import {
  certificateFacts,
  readCertificateInput,
  type Certificate,
  type CertificateFacts,
} from './certificate.ts';
import {
  compareFields,
  compareIdentity,
  type DeclaredCertificate,
  type DeclaredSubject,
  type FieldComparison,
} from './compare-fields.ts';
import { oid, purposeName } from '../der/oids.ts';
import { exponentOf, keyText } from './public-key.ts';
import type { Moment } from '../path/trust.ts';
import { dateIssues } from '../path/validate-path.ts';

export interface CertificateInput {
  /** DER, PEM, base64 or hex; undefined: none at hand. */
  readonly certificate: Uint8Array | string | undefined;
  readonly moment: Moment;
  readonly policy: Policy;
  /** The fields of the certificate and of its subject that the interface reports, if any. */
  readonly declared?: DeclaredCertificate | undefined;
  readonly subject?: DeclaredSubject | undefined;
  readonly origin?: string;
}

export interface CertificateResult {
  readonly checks: readonly Check[];
  /** For `checkPath`, `checkOcsp` and the key of a signature; undefined where it could not be read. */
  readonly certificate: Certificate | undefined;
  readonly facts: CertificateFacts | undefined;
}

type Question = 'parse' | 'fields' | 'identity' | 'key' | 'validity' | 'usage';
const questions: readonly Question[] = ['parse', 'fields', 'identity', 'key', 'validity', 'usage'];

/** Six checks `certificate.*`, always all of them; the path is the seventh (`checkPath`). */
export function checkCertificate(input: CertificateInput): CertificateResult {
  const { policy } = input;
  const checksOf = (
    findings: Readonly<Record<Question, Finding>>,
    evidence: readonly EvidenceRef[],
  ): Check[] =>
    questions.map((question) => {
      const id: CheckId = `certificate.${question}`;
      return check(policy, id, { ...findings[question], evidence });
    });
  const nothing = { certificate: undefined, facts: undefined };
  if (input.certificate === undefined) {
    return {
      ...nothing,
      checks: checksOf(all(indeterminate('X_EVIDENCE_ABSENT', { code: 'get_certificate' })), []),
    };
  }
  let certificate: Certificate;
  try {
    certificate = readCertificateInput(input.certificate);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { ...nothing, checks: checksOf(all(unreadableFinding(error)), []) };
  }
  const evidence: EvidenceRef[] = [
    {
      kind: 'certificate',
      sha256: certificate.fingerprint,
      size: certificate.der.length,
      ...(input.origin === undefined ? {} : { origin: input.origin }),
    },
  ];
  const findings = {
    parse: passed(),
    fields: compared(input.declared === undefined ? [] : compareFields(certificate, input.declared)),
    identity: identified(input.subject === undefined ? [] : compareIdentity(certificate, input.subject)),
    key: checkKey(certificate, policy),
    validity: checkValidity(certificate, input.moment),
    usage: checkUsage(certificate),
  };
  return { checks: checksOf(findings, evidence), certificate, facts: certificateFacts(certificate) };
}

/** FAILED names the first field that differs and how many do; the steps show every comparison. */
function compared(fields: readonly FieldComparison[]): Finding {
  if (fields.length === 0) return notApplicable;
  const steps = stepsOf(fields);
  const different = fields.filter(({ equal }) => !equal);
  const [first] = different;
  return first === undefined ? passed({ steps }) : conflict(first, different, steps);
}

/** RFC and CURP name one person and no other; names, countries and addresses are written in more than one way. */
const identifiers: ReadonlySet<string> = new Set(['RFC', 'serialNumber']);

/**
 * FAILED where an identifier that is reported is not the one in the certificate; any other difference is a warning, as is
 * an identifier that the certificate does not carry.
 */
function identified(fields: readonly FieldComparison[]): Finding {
  if (fields.length === 0) return notApplicable;
  const steps = stepsOf(fields);
  const different = fields.filter(({ equal }) => !equal);
  const another = different.find(({ field, certificate }) => identifiers.has(field) && certificate !== '');
  if (another !== undefined) return conflict(another, different, steps);
  const warnings = different.map(({ field }): Reason => ({
    code: 'X_CERT_FIELD_CONFLICT',
    detail: { field },
  }));
  return passed({ steps, ...(warnings.length > 0 && { warnings }) });
}

function stepsOf(fields: readonly FieldComparison[]): Step[] {
  return fields.map(({ field, reported, certificate, equal }) => ({
    kind: equal ? 'equal' : 'different',
    values: { field, reported, certificate },
  }));
}

function conflict(
  first: FieldComparison,
  different: readonly FieldComparison[],
  steps: readonly Step[],
): Finding {
  return failed(
    'X_CERT_FIELD_CONFLICT',
    { field: first.field, fields: different.length },
    { steps, expected: first.reported, computed: computedText(first.certificate) },
  );
}

function checkKey(certificate: Certificate, { algorithms }: Policy): Finding {
  const { key } = certificate.publicKey;
  if (key.kind === 'unsupported') {
    return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what: key.algorithm });
  }
  const computed = computedText(keyText(key));
  if (key.kind === 'ec') return passed({ computed });
  if (key.bits < algorithms.minRsaBits || key.bits > algorithms.maxRsaBits) {
    const expected = `RSA ${algorithms.minRsaBits}–${algorithms.maxRsaBits}`;
    return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'check_policy' }, undefined, {
      expected,
      computed,
    });
  }
  const exponent = exponentOf(key);
  if (exponent < 3n || exponent % 2n === 0n || key.exponent.length > 32) {
    return failed(
      'CRYPTO_CONSTRAINTS_FAILURE',
      { rule: 'the exponent is odd, from 3, below 2^256' },
      { computed },
    );
  }
  const warnings: Reason[] = [{ code: 'X_UNUSUAL_EXPONENT', detail: { exponent: exponent.toString() } }];
  return passed({ computed, ...(exponent === 65537n ? {} : { warnings }) });
}

/** RFC 5280 §4.1.2.5, at the best signature time. */
function checkValidity(certificate: Certificate, moment: Moment): Finding {
  const compared = {
    expected: `${instantText(certificate.notBefore)} – ${instantText(certificate.notAfter)}`,
    computed: computedText(instantText(moment.at)),
  };
  const [found] = dateIssues(certificate, moment);
  if (found === undefined) return passed(compared);
  if (found.status === 'FAILED') return { status: 'FAILED', reason: found.reason, ...compared };
  return { status: 'INDETERMINATE', reason: found.reason, next: { code: 'prove_time' }, ...compared };
}

/** Purposes that allow a certificate to sign a document, if it restricts its purposes (RFC 5280 §4.2.1.12, RFC 9336). */
export const signingPurposes: readonly string[] = [
  oid.emailProtection,
  oid.clientAuth,
  oid.documentSigning,
  oid.anyExtendedKeyUsage,
];

/** RFC 5280 §4.2.1.3, §4.2.1.12: a key that may sign documents; not the key of an authority, a server or a responder. */
function checkUsage({ extensions }: Certificate): Finding {
  const { keyUsage, basicConstraints, extendedKeyUsage } = extensions;
  const computed = computedText(keyUsage === undefined ? '' : [...keyUsage].join(', '));
  if (basicConstraints?.ca === true) {
    return failed(
      'SIG_CONSTRAINTS_FAILURE',
      { rule: 'the certificate is not one of an authority' },
      { computed },
    );
  }
  if (keyUsage !== undefined && !keyUsage.has('digitalSignature') && !keyUsage.has('contentCommitment')) {
    return failed('SIG_CONSTRAINTS_FAILURE', { rule: 'keyUsage allows signatures' }, { computed });
  }
  const purposes = extendedKeyUsage?.purposes ?? [oid.anyExtendedKeyUsage];
  if (!purposes.some((purpose) => signingPurposes.includes(purpose))) {
    return failed(
      'CHAIN_CONSTRAINTS_FAILURE',
      { rule: 'extendedKeyUsage allows signatures of documents' },
      { computed: computedText(purposes.map(purposeName).join(', ')) },
    );
  }
  return passed({ computed });
}

function all(finding: Finding): Record<Question, Finding> {
  return {
    parse: finding,
    fields: finding,
    identity: finding,
    key: finding,
    validity: finding,
    usage: finding,
  };
}
