import type { AnchorSettings } from '../../settings/authorities.ts';
import type { StoredTransaction } from '../../storage/tables/anchor-store.ts';
import { memberOf, openRpc, readHash, readQuantity, RpcRefusal } from './rpc-client.ts';
import type { RpcClient } from './rpc-client.ts';
import { AuthorityFailure } from './send.ts';

/** Wei for one unit of gas. */
export interface Fees {
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
}

/** State of the transactions of a root. */
interface FoundTransactions {
  /** Whether one is in a block. */
  readonly mined: boolean;
  /** Absent: in no block, or in one that may still change. */
  readonly txHash?: string;
  /** Reverted for good, newest first. */
  readonly reverted: readonly StoredTransaction[];
}

const gwei = 1_000_000_000n;

/** The node of the chain on which roots are anchored, as the sender of the anchors asks it. */
export class AnchorNode {
  readonly #settings: AnchorSettings;
  readonly #rpc: RpcClient;
  readonly #sender: string;
  /** Where transactions go. */
  readonly to: string;

  constructor(settings: AnchorSettings, sender: string) {
    this.#settings = settings;
    this.#rpc = openRpc(settings.rpc);
    this.#sender = sender;
    this.to = settings.to ?? sender;
  }

  /** @throws AuthorityFailure where the node is of another chain */
  async requireNetwork(): Promise<void> {
    const { network } = this.#settings;
    const found = readQuantity(await this.#rpc.request('eth_chainId'), 'eth_chainId');
    if (found !== BigInt(network))
      throw new AuthorityFailure(
        `The node of TESTIGO_ANCHOR_RPC is of chain ${found}; TESTIGO_ANCHOR_NETWORK is ${network}.`,
      );
  }

  /** Transactions of the sender up to a block. */
  async countAt(block: string): Promise<number> {
    const answer = await this.#rpc.request('eth_getTransactionCount', this.#sender, block);
    return Number(readQuantity(answer, 'eth_getTransactionCount'));
  }

  /**
   * What the node suggests; the fee of a block may double meanwhile.
   *
   * @throws AuthorityFailure above the most that is paid
   */
  async suggestedFees(): Promise<Fees> {
    const price = readQuantity(await this.#rpc.request('eth_gasPrice'), 'eth_gasPrice');
    const tip = await this.#rpc.request('eth_maxPriorityFeePerGas').then(
      (answer) => readQuantity(answer, 'eth_maxPriorityFeePerGas'),
      (error: unknown) => {
        // Not every node has it.
        if (error instanceof RpcRefusal) return price / 10n;
        throw error;
      },
    );
    this.requireAffordable(price);
    const mostFee = this.#mostFee();
    const maxFee = price * 2n > mostFee ? mostFee : price * 2n;
    return { maxFee, priorityFee: tip > maxFee ? maxFee : tip };
  }

  /** @throws AuthorityFailure above the most that is paid */
  requireAffordable(fee: bigint): void {
    if (fee <= this.#mostFee()) return;
    throw new AuthorityFailure(
      `The chain takes ${fee / gwei + 1n} gwei for a unit of gas; TESTIGO_ANCHOR_MAX_FEE is ${this.#settings.maxFee}.`,
    );
  }

  /** @throws RpcRefusal where the contract would revert */
  async estimateGas(data: string): Promise<bigint> {
    const call = { from: this.#sender, to: this.to, data };
    return readQuantity(await this.#rpc.request('eth_estimateGas', call), 'eth_estimateGas');
  }

  /** Sends a signed transaction, which may have been sent before: receipts say what became of it. */
  async send(raw: string): Promise<void> {
    try {
      await this.#rpc.request('eth_sendRawTransaction', raw);
    } catch (error) {
      if (
        error instanceof RpcRefusal &&
        /already known|known transaction|nonce too low|already imported/i.test(error.message)
      )
        return;
      throw error;
    }
  }

  /** Whether the node has the transaction, in a block or waiting for one. */
  async hasTransaction(hash: string): Promise<boolean> {
    return (await this.#rpc.request('eth_getTransactionByHash', hash)) !== null;
  }

  async findFinal(transactions: readonly StoredTransaction[]): Promise<FoundTransactions> {
    const { confirmations } = this.#settings;
    const reverted: StoredTransaction[] = [];
    for (const transaction of transactions) {
      const { hash } = transaction;
      const receipt = await this.#rpc.request('eth_getTransactionReceipt', hash);
      if (receipt === null) continue;
      const number = Number(readQuantity(memberOf(receipt, 'blockNumber'), 'blockNumber'));
      if ((await this.#height()) < number + confirmations - 1) return { mined: true, reverted };
      const block = await this.#rpc.request('eth_getBlockByNumber', `0x${number.toString(16)}`, false);
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
  }

  /** Whether another transaction of the sender has the place of this nonce, so deep that this stays so. */
  async isTaken(nonce: number): Promise<boolean> {
    if ((await this.countAt('latest')) <= nonce) return false;
    const deep = (await this.#height()) - this.#settings.confirmations + 1;
    return deep >= 0 && (await this.countAt(`0x${deep.toString(16)}`)) > nonce;
  }

  #mostFee(): bigint {
    return BigInt(this.#settings.maxFee) * gwei;
  }

  async #height(): Promise<number> {
    return Number(readQuantity(await this.#rpc.request('eth_blockNumber'), 'eth_blockNumber'));
  }
}
