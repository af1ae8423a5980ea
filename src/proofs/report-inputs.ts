/** What a report names of its inputs, so that a verdict that changed names the one that changed. */
import { toHex, utf8Of } from './encoding/bytes.ts';
import type { Context, Evidence } from './evidence/evidence.ts';
import { sha256 } from './encoding/hash.ts';
import { instantText } from './encoding/instant.ts';
import { canonicalJson } from './encoding/json.ts';
import { policyHash } from './policy/policy.ts';
import { mountainRangeRecipe } from './merkle/mountain-range.ts';
import { recipeIds } from './merkle/recipes.ts';
import type { ReportInputs } from './verdict/report.ts';

export function inputsOf(evidence: Evidence, context: Context): ReportInputs {
  const { policy, anchors } = context;
  return {
    policy: { id: policy.id, version: policy.version, hash: policyHash(policy), scope: policy.scope },
    trust: {
      version: context.trustVersion,
      anchors: anchors
        .map(({ title, certificate, use }) => ({ title, sha256: certificate.fingerprint, use }))
        .sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1)),
    },
    recipe: context.recipe ?? 'any',
    recipes: [...recipeIds, mountainRangeRecipe],
    treeSize: context.treeSize?.toString() ?? 'unknown',
    revocationLists: (context.revocationLists ?? []).map(digestOfInput).sort(),
    validationTime: instantText(context.now),
    build: context.build,
    evidence: evidenceDigests(evidence),
    chain: chainDigest(context),
  };
}

/** Of the answers of nodes and the contracts that they are of. */
function chainDigest({
  endorsers,
  range,
  exchanges,
}: Pick<Context, 'endorsers' | 'range' | 'exchanges'>): string {
  return digestOf({
    endorsers: endorsers?.map((one) => ({ ...one })),
    range: range === undefined ? undefined : { ...range },
    exchanges: exchanges?.map((one) => ({ ...one })),
  });
}

/** Whether a report rests on no answer of a node: its digest is of nothing. */
export const isWithoutNodes = ({ chain }: Pick<ReportInputs, 'chain'>): boolean => chain === chainDigest({});

/** A digest for each part of the evidence, so that two runs can be compared part by part. */
function evidenceDigests(evidence: Evidence): Record<string, string> {
  const digests: Record<string, string> = {};
  const add = (key: string, part: Canonical | Uint8Array | undefined): void => {
    if (part !== undefined) digests[key] = part instanceof Uint8Array ? toHex(sha256(part)) : digestOf(part);
  };
  if (evidence.documentDigest !== undefined) digests.document = evidence.documentDigest;
  add('witness', plain(evidence.witness));
  add('signature', plain(evidence.signature));
  for (const [at, invite] of (evidence.invites ?? []).entries()) add(`invites[${at}]`, plain(invite));
  add('unloaded', evidence.unloaded);
  add('events', plain(evidence.events));
  add('certificate', evidence.certificate);
  add('ocspResponse', evidence.ocspResponse);
  add('stamp', evidence.stamp);
  add('certificates', evidence.certificates);
  add('signers', plain(evidence.signers));
  add('responses', evidence.responses?.map(digestOfInput));
  add('declaredExchanges', plain(evidence.declaredExchanges));
  return digests;
}

type Canonical = Parameters<typeof canonicalJson>[0];

/** Facts are interfaces of plain values, which TypeScript does not see as indexable; they are what JSON can carry. */
function plain(facts: object | undefined): Canonical | undefined {
  return facts as Canonical | undefined; // see above
}

function digestOfInput(input: Uint8Array | string): string {
  return toHex(sha256(typeof input === 'string' ? utf8Of(input) : input));
}

function digestOf(part: Canonical): string {
  return toHex(sha256(utf8Of(canonicalJson(part))));
}
