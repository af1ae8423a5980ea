import { currentTime } from '#clock/clock.ts';
import type { AnchorSettings } from '../../settings.ts';
import {
  findAnchor,
  finishAnchor,
  moveAnchor,
  reserveAnchor,
  storeTransaction,
  transactionsOf,
} from '../../storage/tables/anchor-store.ts';
import type { StoredAnchor, StoredTransaction } from '../../storage/tables/anchor-store.ts';
import type { Database } from '../../storage/database/database.ts';
import { openSigner } from './anchor-signer.ts';
import { memberOf, openRpc, readHash, readQuantity, RpcRefusal } from './rpc-client.ts';
import { AuthorityFailure } from './send.ts';

/** Roots on a chain outside. */
export interface Anchoring {
  /** Whose transactions they are. */
  readonly sender: string;
  /**
   * Sees to it that a root (64 hexadecimal digits) gets into the chain: what was begun for it is continued, never begun
   * again.
   *
   * @returns undefined while its transaction is not deep enough in the chain; the same call later says more
   * @throws AuthorityFailure
   */
  anchor(root: string): Promise<{ readonly txHash: string; readonly network: number } | undefined>;
}

interface Fees {
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
}

const gwei = 1_000_000_000n;

/**
 * Milliseconds from a transaction that was reverted to the next one of its root: each costs its fee, so the wait grows
 * fourfold, and what is reverted for ever costs four fees a day.
 */
const firstRetry = 60_000;
const longestRetry = 6 * 3_600_000;

/**
 * Sends one transaction for each root: to a contract, or to the sender itself, with the 32 bytes of the root as data.
 *
 * It is signed and stored before it is sent, with a nonce that belongs to the root; so after a crash the same transaction is
 * sent again, and of a transaction and what replaces it only one can be in a block.
 *
 * @throws SettingsError for a key that cannot be used
 */
export async function openAnchoring(
  settings: AnchorSettings,
  database: Database,
  now: () => Date = currentTime,
): Promise<Anchoring> {
  const { network, confirmations } = settings;
  const rpc = openRpc(settings.rpc);
  const signer = await openSigner(settings.signer);
  const to = settings.to ?? signer.address;
  const mostFee = BigInt(settings.maxFee) * gwei;

  const requireNetwork = async (): Promise<void> => {
    const found = readQuantity(await rpc.request('eth_chainId'), 'eth_chainId');
    if (found !== BigInt(network))
      throw new AuthorityFailure(
        `The node of TESTIGO_ANCHOR_RPC is of chain ${found}; TESTIGO_ANCHOR_NETWORK is ${network}.`,
      );
  };

  const countAt = async (block: string): Promise<number> =>
    Number(
      readQuantity(
        await rpc.request('eth_getTransactionCount', signer.address, block),
        'eth_getTransactionCount',
      ),
    );

  const height = async (): Promise<number> =>
    Number(readQuantity(await rpc.request('eth_blockNumber'), 'eth_blockNumber'));

  /** What the node suggests; the fee of a block may double meanwhile. */
  const suggestedFees = async (): Promise<Fees> => {
    const price = readQuantity(await rpc.request('eth_gasPrice'), 'eth_gasPrice');
    const tip = await rpc.request('eth_maxPriorityFeePerGas').then(
      (answer) => readQuantity(answer, 'eth_maxPriorityFeePerGas'),
      (error: unknown) => {
        // Not every node has it.
        if (error instanceof RpcRefusal) return price / 10n;
        throw error;
      },
    );
    if (price > mostFee) throw tooDear(price);
    const maxFee = price * 2n > mostFee ? mostFee : price * 2n;
    return { maxFee, priorityFee: tip > maxFee ? maxFee : tip };
  };

  const tooDear = (fee: bigint): AuthorityFailure =>
    new AuthorityFailure(
      `The chain takes ${fee / gwei + 1n} gwei for a unit of gas; TESTIGO_ANCHOR_MAX_FEE is ${settings.maxFee}.`,
    );

  /** @throws RpcRefusal where the contract would revert */
  const estimateGas = async (data: string): Promise<bigint> =>
    readQuantity(await rpc.request('eth_estimateGas', { from: signer.address, to, data }), 'eth_estimateGas');

  /** Signs, stores, sends: in this order, so that nothing is in the chain that is not stored. */
  const begin = async ({ root, nonce }: StoredAnchor, { maxFee, priorityFee }: Fees): Promise<void> => {
    const data = `0x${root}`;
    const gas = ((await estimateGas(data)) * 6n) / 5n;
    const signed = await signer.sign({ chainId: network, nonce, to, data, gas, maxFee, priorityFee });
    await storeTransaction(database, root, { ...signed, nonce, maxFee, priorityFee, createdAt: now() });
    await send(signed.raw);
  };

  const send = async (raw: string): Promise<void> => {
    try {
      await rpc.request('eth_sendRawTransaction', raw);
    } catch (error) {
      // Sent before: receipts say what became of it.
      if (
        error instanceof RpcRefusal &&
        /already known|known transaction|nonce too low|already imported/i.test(error.message)
      )
        return;
      throw error;
    }
  };

  /** `txHash` is absent: in no block, or in one that may still change. `reverted` are so for good, newest first. */
  const findFinal = async (
    transactions: readonly StoredTransaction[],
  ): Promise<{
    readonly mined: boolean;
    readonly txHash?: string;
    readonly reverted: readonly StoredTransaction[];
  }> => {
    const reverted: StoredTransaction[] = [];
    for (const transaction of transactions) {
      const { hash } = transaction;
      const receipt = await rpc.request('eth_getTransactionReceipt', hash);
      if (receipt === null) continue;
      const number = Number(readQuantity(memberOf(receipt, 'blockNumber'), 'blockNumber'));
      if ((await height()) < number + confirmations - 1) return { mined: true, reverted };
      const block = await rpc.request('eth_getBlockByNumber', `0x${number.toString(16)}`, false);
      // Nodes answer null for a block that they do not have, such as one that was replaced.
      const blockHash = readHash(memberOf(receipt, 'blockHash'), 'blockHash');
      if (block === null || readHash(memberOf(block, 'hash'), 'the block') !== blockHash)
        return { mined: true, reverted };
      if (readHash(memberOf(receipt, 'transactionHash'), 'transactionHash') !== hash.toLowerCase())
        throw new AuthorityFailure(`The node answers the receipt of another transaction for ${hash}.`);
      // An unreadable status is not a revert, which would send and pay another transaction.
      const isDone = readQuantity(memberOf(receipt, 'status'), 'status') === 1n;
      if (isDone) return { mined: true, txHash: hash, reverted };
      reverted.push(transaction);
    }
    return { mined: false, reverted };
  };

  /**
   * Another transaction in another place, after a while or once the operator says so.
   *
   * @param reverted newest first
   * @throws AuthorityFailure that says when, and where the contract would revert that one too, which then is not sent
   */
  const sendAnew = async (
    anchor: StoredAnchor,
    last: StoredTransaction,
    reverted: readonly StoredTransaction[],
  ): Promise<void> => {
    const wait = Math.min(firstRetry * 4 ** (reverted.length - 1), longestRetry);
    const due = new Date(last.createdAt.getTime() + wait);
    const isWanted = anchor.retryAt !== undefined && anchor.retryAt > last.createdAt;
    if (now() < due && !isWanted)
      throw new AuthorityFailure(
        `The transaction ${last.hash}, which should anchor ${anchor.root}, was reverted; ` +
          `another one is sent after ${due.toISOString()}, or at once by the command "retry now".`,
      );
    // A place that is taken and stays empty would hold up every later root.
    await estimateGas(`0x${anchor.root}`);
    const fees = await suggestedFees();
    await begin(await moveAnchor(database, anchor, await countAt('pending')), fees);
  };

  /** Whether another transaction of the sender has the place of this root, so deep that this stays so. */
  const isTaken = async (nonce: number): Promise<boolean> => {
    if ((await countAt('latest')) <= nonce) return false;
    const deep = (await height()) - confirmations + 1;
    return deep >= 0 && (await countAt(`0x${deep.toString(16)}`)) > nonce;
  };

  const follow = async (anchor: StoredAnchor, [newest]: readonly StoredTransaction[]): Promise<void> => {
    if (newest?.nonce !== anchor.nonce) {
      await begin(anchor, await suggestedFees());
      return;
    }
    if (await isTaken(anchor.nonce)) {
      await begin(await moveAnchor(database, anchor, await countAt('pending')), await suggestedFees());
      return;
    }
    const waited = now().getTime() - newest.createdAt.getTime();
    if (waited < settings.replaceAfter * 1000) {
      if ((await rpc.request('eth_getTransactionByHash', newest.hash)) === null) await send(newest.raw);
      return;
    }
    const fees = raised(newest, await suggestedFees());
    if (fees.maxFee > mostFee) throw tooDear(fees.maxFee);
    await begin(anchor, fees);
  };

  const advance: Anchoring['anchor'] = async (root) => {
    const known = await findAnchor(database, root);
    if (known?.txHash !== undefined) return { txHash: known.txHash, network: known.network };
    await requireNetwork();
    const anchor =
      known ??
      (await reserveAnchor(
        database,
        { root, network, sender: signer.address, next: await countAt('pending') },
        now(),
      ));
    if (anchor.network !== network || anchor.sender !== signer.address)
      throw new AuthorityFailure(
        `The root ${root} waits in a transaction of ${anchor.sender} on chain ${anchor.network}: configure that one until it is done.`,
      );
    const transactions = await transactionsOf(database, root);
    const { mined, txHash, reverted } = await findFinal(transactions);
    if (txHash !== undefined) {
      await finishAnchor(database, root, txHash, now());
      return { txHash, network };
    }
    if (mined) return undefined;
    const last = reverted.find(({ nonce }) => nonce === anchor.nonce);
    if (last) await sendAnew(anchor, last, reverted);
    else await follow(anchor, transactions);
    return undefined;
  };

  return {
    sender: signer.address,
    anchor: (root) =>
      advance(root).catch((error: unknown) => {
        if (error instanceof RpcRefusal) throw new AuthorityFailure(error.message, { cause: error });
        throw error;
      }),
  };
}

/** Nodes take a replacement whose fees are both a tenth higher; an eighth is what they are used to. */
function raised(before: Fees, suggested: Fees): Fees {
  const more = (fee: bigint): bigint => fee + fee / 8n + 1n;
  const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
  return {
    maxFee: most(more(before.maxFee), suggested.maxFee),
    priorityFee: most(more(before.priorityFee), suggested.priorityFee),
  };
}
