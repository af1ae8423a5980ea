/** One case after the other: the product's answer beside OpenSSL's, and whether a difference is in the table. */
import { ProofError } from '#proofs/errors.ts';
import { readInstant } from '#proofs/encoding/instant.ts';
import type { Check } from '#proofs/check.ts';
import { readCertificate, type Certificate } from '#proofs/pki/certificate/certificate.ts';
import { readCrl } from '#proofs/pki/crl/crl.ts';
import { verifyPath } from '#proofs/pki/path/path.ts';
import type { Bytes } from '#proofs/pki/testing/der-writer.ts';
import { standard } from '#proofs/policy/policy.ts';
import { openssl } from '#service/authorities/testing/openssl.ts';
import { differences } from './differences.ts';

export type Kind = 'paths' | 'names' | 'stamps' | 'responses' | 'lists';

export interface Answer {
  readonly status: 'PASSED' | 'FAILED' | 'INDETERMINATE';
  readonly why: string;
}

/** Undecided: the product says INDETERMINATE of what OpenSSL accepts. */
const none = { 'both accept': 0, 'both refuse': 0, undecided: 0, 'named difference': 0, failed: 0 };
const counts = new Map<Kind, typeof none>();
const needed = new Map<string, number>();
const failures: string[] = [];

export function compare(
  kind: Kind,
  label: string,
  check: () => Answer,
  { accepted, text }: { readonly accepted: boolean; readonly text: string },
): void {
  const answer = answerOf(check);
  const count = counts.get(kind) ?? { ...none };
  counts.set(kind, count);
  if (accepted === (answer?.status === 'PASSED') && answer)
    count[accepted ? 'both accept' : 'both refuse'] += 1;
  else if (answer?.status === 'INDETERMINATE') count.undecided += 1;
  else {
    // The side that refuses says why.
    const why = answer?.status === 'FAILED' ? answer.why : complaint(text);
    const difference = differences.find(
      ({ product, cases, says }) =>
        product === answer?.status && cases.test(`${kind}: ${label}`) && says.test(why),
    );
    count[difference ? 'named difference' : 'failed'] += 1;
    if (difference) needed.set(difference.name, (needed.get(difference.name) ?? 0) + 1);
    else
      failures.push(
        `${kind}: ${label}: the product ${answer ? `says ${answer.status}` : 'throws'}, OpenSSL ${accepted ? 'accepts' : 'refuses'}: ${why.slice(0, 300)}`,
      );
  }
}

/** The lines in which OpenSSL names errors, without the numbers of its threads. */
function complaint(text: string): string {
  const lines = text.split('\n').filter((line) => /error|WARNING/.test(line) && !line.includes('failed'));
  return lines.map((line) => line.replace(/^[0-9A-F]+:error:[0-9A-F]+:/, '')).join(' | ');
}

/** What cannot be read is undecided; undefined, and a failure, where the product throws anything but that. */
function answerOf(check: () => Answer): Answer | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof ProofError) return { status: 'INDETERMINATE', why: error.message };
    failures.push(String(error instanceof Error ? error.stack : error));
    return undefined;
  }
}

/** The answer of a list of checks, all of which have to hold. */
export function answerOfChecks(checks: readonly Check[]): Answer {
  const open = checks.filter(({ status }) => status !== 'PASSED' && status !== 'NOT_APPLICABLE');
  const status = open.some((one) => one.status === 'FAILED') ? 'FAILED' : 'INDETERMINATE';
  return { status: open.length === 0 ? 'PASSED' : status, why: JSON.stringify(open) };
}

export function pem(bytes: Uint8Array, type = 'CERTIFICATE'): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n');
}

export const seconds = (instant: string): string => String(Date.parse(instant) / 1000);

export interface PathCase {
  readonly leaf: Bytes;
  readonly others: readonly Bytes[];
  readonly roots: readonly Bytes[];
  readonly at?: string;
  readonly lists?: readonly Bytes[];
}

export function comparePath(kind: Kind, label: string, one: PathCase): void {
  const { leaf, others, roots, at = '2026-01-01T00:00:00Z', lists } = one;
  const check = (): Answer => {
    const now = readInstant(at, 'time');
    const { status, reason } = verifyPath({
      certificate: readCertificate(leaf),
      others: readable(others),
      anchors: readable(roots).map((certificate) => ({ certificate, title: '', use: 'both' })),
      moment: { at: now, proven: true, now },
      algorithms: standard.algorithms,
      ...(lists && { crls: lists.map((list) => readCrl(list)), revocation: 'required' }),
    });
    return { status, why: JSON.stringify(reason ?? '') };
  };
  const all = (list: readonly Bytes[], type?: string): string =>
    list.map((bytes) => pem(bytes, type)).join('');
  const files = {
    leaf: pem(leaf),
    others: all(others),
    roots: all(roots),
    lists: all(lists ?? [], 'X509 CRL'),
  };
  const { code, text } = openssl(
    files,
    ...['verify', '-no-CApath', '-no-CAstore', '-CAfile', 'roots', '-attime', seconds(at)],
    ...(others.length > 0 ? ['-untrusted', 'others'] : []),
    ...(lists ? ['-CRLfile', 'lists', '-crl_check_all', '-extended_crl', '-use_deltas'] : []),
    'leaf',
  );
  compare(kind, label, check, { accepted: code === 0, text });
}

/** Certificates at hand that cannot be read are left out, as where the product collects them. */
function readable(list: readonly Bytes[]): Certificate[] {
  return list.flatMap((bytes) => {
    try {
      return [readCertificate(bytes)];
    } catch (error) {
      if (error instanceof ProofError) return [];
      throw error;
    }
  });
}

/** Prints the counts; false where something failed, or a kind has no case of which both say yes, or both no. */
export function report(): boolean {
  for (const [kind, count] of counts) {
    const agreed = count['both accept'] + count['both refuse'];
    const total = Object.values(count).reduce((sum, number) => sum + number, 0);
    const parts = Object.entries(count)
      .map(([outcome, number]) => `${outcome} ${String(number)}`)
      .join(', ');
    console.log(`${kind}: ${String(total)} compared, ${String(agreed)} agreed (${parts})`);
    if (count['both accept'] === 0 || count['both refuse'] === 0) failures.push(`${kind}: one answer only`);
  }
  for (const { name } of differences)
    console.log(`difference: ${name}, ${String(needed.get(name) ?? 0)} cases`);
  if (counts.size === 0) failures.push('nothing was compared');
  for (const failure of failures) console.error(`FAILED  ${failure}`);
  return failures.length === 0;
}
