/** The proofs of existence of one witness: three blocks, their checks, and the earliest time that they prove. */
import { checkRootInfo } from '../chain/anchor-root-info.ts';
import { checkTransaction } from '../chain/anchor-transaction.ts';
import type { AnchorResult, ChainView } from '../chain/anchor.ts';
import { readHexOf } from '../encoding/bytes.ts';
import type { Check, CheckId } from '../check.ts';
import { otherAlgorithm } from '../signature/check-signature.ts';
import { checkExternalRoot, checkExternalShape, type TreeSize } from '../merkle/check-external.ts';
import {
  composeExistence,
  externalBlock,
  merkleizedBlock,
  nom151Block,
  type Existence,
  type ExistenceBlock,
  type TimedCheck,
} from '../verdict/compose.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import { optionalMember } from '../encoding/fields.ts';
import type { ExternalFacts, MerkleizedFacts, WitnessFacts } from '../evidence/facts.ts';
import { instantText, readInstant, type Instant } from '../encoding/instant.ts';
import {
  check,
  computedText,
  failed,
  indeterminate,
  runRule,
  notApplicable,
  passed,
  unreadableFinding,
  type Finding,
} from '../verdict/finding.ts';
import {
  checkStamp,
  checkStampAs,
  type Digests,
  type StampInput,
  type StampResult,
} from '../pki/timestamp/stamp.ts';
import { clockTolerance } from '../pki/path/trust.ts';
import { stampSurroundings } from './stamp-context.ts';
import { checkMerkleizedRoot, checkMerkleizedShape } from '../merkle/check-merkleized.ts';

export interface WitnessResult extends Existence {
  readonly blocks: readonly ExistenceBlock[];
  /** All checks of all blocks; those of absent strategies are NOT_APPLICABLE. */
  readonly checks: readonly Check[];
}

export function checkExistence(witness: WitnessFacts, evidence: Evidence, context: Context): WitnessResult {
  const present = [
    { name: 'nom151', block: nom151(witness, evidence, context) },
    { name: 'merkleized', block: merkleized(witness, evidence, context) },
    { name: 'external', block: external(witness, evidence, context) },
  ] as const;
  const blocks = present.map(({ block }) => block).filter((block) => block !== undefined);
  const checks = present.flatMap(({ name, block }) => block?.checks ?? absent(name, context));
  return { ...composeExistence(context.policy, blocks), blocks, checks };
}

const idsByBlock: Readonly<Record<ExistenceBlock['name'], readonly CheckId[]>> = {
  nom151: [
    'nom151.parse',
    'nom151.granted',
    'nom151.imprint',
    'nom151.signature',
    'nom151.signer',
    'nom151.path',
    'nom151.time',
  ],
  merkleized: ['merkleized.shape', 'merkleized.root', 'merkleized.stamp', 'merkleized.anchor'],
  external: ['external.shape', 'external.root', 'external.anchor', 'external.time'],
};

function absent(name: ExistenceBlock['name'], { policy }: Context): Check[] {
  return idsByBlock[name].map((id) => check(policy, id, notApplicable));
}

function nom151(witness: WitnessFacts, evidence: Evidence, context: Context): ExistenceBlock | undefined {
  if (witness.nom151 === undefined) return undefined;
  const other = otherAlgorithm(witness);
  const input =
    other === undefined
      ? stampInput(witness.nom151.token, witness.hash, evidence, context)
      : { finding: other };
  if ('finding' in input)
    return nom151Block(idsByBlock.nom151.map((id) => check(context.policy, id, input.finding)));
  const result = checkStamp(input);
  return nom151Block(result.checks, stampedTime(result));
}

/** Facts proven by a time-stamp that passed: its time, its authority, and that the proof rests on this token. */
function stampedTime({
  provenTime,
  stampedBy,
  tokenDigest,
}: Omit<StampResult, 'checks' | 'facts'>): Omit<TimedCheck, 'check'> {
  if (provenTime === undefined || stampedBy === undefined || tokenDigest === undefined) return {};
  return {
    time: provenTime,
    stampedBy,
    ground: { kind: 'token', digest: tokenDigest, signer: stampedBy.key },
  };
}

/** Membership, and a time-stamp over the root or the root on its chain. */
function merkleized(witness: WitnessFacts, evidence: Evidence, context: Context): ExistenceBlock | undefined {
  const { policy } = context;
  const facts = witness.merkleized;
  if (facts === undefined) return undefined;
  const { merkleRoot, merkleProof } = facts;
  if (merkleRoot === undefined || merkleProof === undefined) return pending(facts, context);
  const proof = {
    hash: witness.hash,
    ...optionalMember('documentLeaf', documentLeaf(witness.hash, evidence)),
    merkleProof,
    merkleRoot,
    ...(facts.leafIndex !== undefined && { leafIndex: facts.leafIndex }),
    ...(facts.treeSize !== undefined && { treeSize: facts.treeSize }),
  };
  const other = otherAlgorithm(witness);
  const membership = [
    checkMerkleizedShape(policy, proof),
    other === undefined
      ? checkMerkleizedRoot(policy, proof, context.recipe)
      : check(policy, 'merkleized.root', other),
  ];
  const stamp = rootStamp(facts, merkleRoot, evidence, context);
  return merkleizedBlock(membership, stamp, transactionAnchor(facts, merkleRoot, evidence, context));
}

/** The service keeps the fields empty until the tree is made. */
function pending(facts: MerkleizedFacts, { policy }: Context): ExistenceBlock {
  const wait = indeterminate(
    'X_ANCHOR_PENDING',
    { code: 'try_later' },
    {
      missing: facts.merkleRoot === undefined ? 'merkleRoot' : 'merkleProof',
    },
  );
  const membership = (['merkleized.shape', 'merkleized.root'] as const).map((id) => check(policy, id, wait));
  const anchor = { check: check(policy, 'merkleized.anchor', wait) };
  return merkleizedBlock(membership, { check: check(policy, 'merkleized.stamp', notApplicable) }, anchor);
}

function rootStamp(facts: MerkleizedFacts, root: string, evidence: Evidence, context: Context): TimedCheck {
  // A time-stamp that is reported and not here is undetermined: only one that nobody reports does not apply.
  if (facts.token === undefined && !facts.nom151Provider)
    return { check: check(context.policy, 'merkleized.stamp', notApplicable) };
  const { documentDigest: _digest, otherDigests: _others, ...atHand } = evidence;
  const input = stampInput(facts.token, root, atHand, context);
  if ('finding' in input) return { check: check(context.policy, 'merkleized.stamp', input.finding) };
  return timed(checkStampAs('merkleized.stamp', input));
}

function timed(result: ReturnType<typeof checkStampAs>): TimedCheck {
  // A time-stamp passes by its signer's path, which rests on a pinned anchor.
  const basis = result.check.status === 'PASSED' ? 'PINNED' : result.check.basis;
  return { check: { ...result.check, basis }, ...stampedTime(result) };
}

/** The leaf of the document at hand, where this witness is of that document (`rfc6962/1`). */
function documentLeaf(witnessed: string, evidence: Evidence): string | null | undefined {
  if (!isOfDocument(witnessed, evidence)) return undefined;
  return evidence.otherDigests?.['RFC 9162 leaf'] ?? null;
}

function isOfDocument(hash: string, { documentDigest }: Pick<Evidence, 'documentDigest'>): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/^0x/, '');
  return documentDigest !== undefined && plain(documentDigest) === plain(hash);
}

function transactionAnchor(
  facts: MerkleizedFacts,
  root: string,
  evidence: Evidence,
  context: Context,
): TimedCheck {
  const { txHash, network } = facts;
  return anchorCheck('merkleized.anchor', context, () => {
    if (txHash === undefined) return { finding: indeterminate('X_ANCHOR_PENDING', { code: 'try_later' }) };
    if (network === undefined) {
      const detail = { what: 'the network of the anchor' };
      return { finding: indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, detail) };
    }
    return checkTransaction(context.policy, { network, txHash, root }, chainView(network, evidence, context));
  });
}

/** The third party's range: membership, position where the size is known, the root on chain, and its time. */
function external(witness: WitnessFacts, evidence: Evidence, context: Context): ExistenceBlock | undefined {
  const { policy } = context;
  const facts = witness.external;
  if (facts === undefined) return undefined;
  const { leafIndex, leftHashes, rightHashes, targetRootHash } = facts;
  if (
    leafIndex === undefined ||
    leftHashes === undefined ||
    rightHashes === undefined ||
    targetRootHash === undefined
  ) {
    const wait = indeterminate('X_ANCHOR_PENDING', { code: 'try_later' });
    const checks = (['external.shape', 'external.root'] as const).map((id) => check(policy, id, wait));
    return externalBlock(checks, { check: check(policy, 'external.anchor', wait) });
  }
  const proof = {
    hash: witness.hash,
    leafIndex,
    ...optionalMember('treeSize', facts.treeSize),
    leftHashes,
    rightHashes,
    targetRootHash,
  };
  const { anchor, treeSize } = rangeAnchor(targetRootHash, evidence, context);
  const other = otherAlgorithm(witness);
  const checks = [
    checkExternalShape(policy, proof),
    other === undefined
      ? checkExternalRoot(policy, proof, sizeFor(treeSize, context))
      : check(policy, 'external.root', other),
    checkExternalTime(facts, anchor, context),
  ];
  return externalBlock(checks, anchor);
}

/** The size on the chain takes precedence over the one that the user gave. */
function sizeFor(onChain: bigint | undefined, { treeSize }: Context): TreeSize | undefined {
  if (onChain !== undefined) return { value: onChain, basis: 'CHAIN' };
  return treeSize === undefined ? undefined : { value: treeSize, basis: 'RECOMPUTED' };
}

function rangeAnchor(
  root: string,
  evidence: Evidence,
  context: Context,
): { readonly anchor: TimedCheck; readonly treeSize: bigint | undefined } {
  let treeSize: bigint | undefined;
  const anchor = anchorCheck('external.anchor', context, () => {
    const { range } = context;
    if (range === undefined) {
      return { finding: indeterminate('X_ANCHOR_NOT_CHECKED', { code: 'name_the_contract' }) };
    }
    const view = chainView(range.network, evidence, context);
    const result = checkRootInfo(
      context.policy,
      { network: range.network, contract: range.address, root },
      view,
    );
    treeSize = view.basis === 'CHAIN' ? result.treeSize : undefined;
    return result;
  });
  return { anchor, treeSize };
}

/** The service's time of the third party's proof agrees with the chain's. */
function checkExternalTime(facts: ExternalFacts, anchor: TimedCheck, { policy }: Context): Check {
  return runRule(policy, 'external.time', () => {
    if (facts.timestamp === undefined) return notApplicable;
    const reported = readInstant(facts.timestamp, 'witnessExternal.timestamp');
    if (anchor.time === undefined) return indeterminate('X_ANCHOR_NOT_CHECKED', { code: 'name_an_rpc' });
    const more = {
      basis: anchor.check.basis,
      expected: new Date(reported).toISOString(),
      computed: computedText(new Date(anchor.time).toISOString()),
    };
    const apart = Math.abs(anchor.time - reported) / 1000;
    return apart <= 120 ? passed(more) : failed('X_TIME_CONFLICT', { seconds: apart }, more);
  });
}

function anchorCheck(
  id: 'merkleized.anchor' | 'external.anchor',
  { policy, now }: Context,
  rule: () => AnchorResult,
): TimedCheck {
  let time: Instant | undefined;
  const result = runRule(policy, id, () => {
    const { finding, time: blockTime } = rule();
    // Checked for a moment before the block, the block is no evidence yet.
    if (blockTime !== undefined && blockTime > now + clockTolerance) {
      const detail = {
        block: instantText(blockTime),
        rule: 'the block is not later than the validation time',
      };
      return indeterminate('NO_POE', { code: 'check_clock' }, detail, optionalMember('basis', finding.basis));
    }
    time = blockTime;
    return finding;
  });
  return {
    check: result,
    ...(time !== undefined && result.status === 'PASSED' && { time, ground: { kind: 'anchor' } }),
  };
}

/** The reader's own answers about a network; without any, the declared ones, which are the service's word. */
export function chainView(network: number, evidence: Evidence, context: Context): ChainView {
  const exchanges = (context.exchanges ?? []).filter((one) => one.network === network);
  if (exchanges.length > 0) return { exchanges: exchanges, basis: 'CHAIN' };
  return { exchanges: evidence.declaredExchanges ?? [], basis: 'SERVER' };
}

/** The input of a check of a time-stamp over `digest`, or the finding why it cannot be checked. */
function stampInput(
  token: string | undefined,
  digest: string,
  evidence: Evidence,
  context: Context,
): StampInput | { readonly finding: Finding } {
  try {
    readHexOf(digest, 32, 'hash');
    // The other digests are of the document's bytes, so they serve only where this is the document's hash.
    const others = isOfDocument(digest, evidence) ? evidence.otherDigests : undefined;
    return { stamp: token, digests: digestsOf(digest, others), ...stampSurroundings(evidence, context) };
  } catch (error) {
    return { finding: unreadableFinding(error) };
  }
}

/** Digests by hash, from hex. */
export function digestsOf(sha256: string | undefined, others: Evidence['otherDigests']): Digests {
  const [sha384, sha512] = [others?.['SHA-384'], others?.['SHA-512']];
  return {
    ...(sha256 !== undefined && { 'SHA-256': readHexOf(sha256, 32, 'document') }),
    ...(sha384 !== undefined && { 'SHA-384': readHexOf(sha384, 48, 'document') }),
    ...(sha512 !== undefined && { 'SHA-512': readHexOf(sha512, 64, 'document') }),
  };
}
