import { currentTime } from '#clock/clock.ts';
import type { AnchorSettings } from '../../settings/authorities.ts';
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
import { AnchorNode } from './anchor-node.ts';
import type { Fees } from './anchor-node.ts';
import { openSigner } from './anchor-signer.ts';
import type { AnchorSigner } from './anchor-signer.ts';
import { RpcRefusal } from './rpc-client.ts';
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
  const anchors = new Anchors(settings, database, await openSigner(settings.signer), now);
  return {
    sender: anchors.sender,
    anchor: (root) =>
      anchors.advance(root).catch((error: unknown) => {
        if (error instanceof RpcRefusal) throw new AuthorityFailure(error.message, { cause: error });
        throw error;
      }),
  };
}

/** What a transaction may use and pay. */
interface Terms extends Fees {
  readonly gas: bigint;
}

class Anchors {
  readonly #settings: AnchorSettings;
  readonly #database: Database;
  readonly #signer: AnchorSigner;
  readonly #now: () => Date;
  readonly #node: AnchorNode;

  constructor(settings: AnchorSettings, database: Database, signer: AnchorSigner, now: () => Date) {
    this.#settings = settings;
    this.#database = database;
    this.#signer = signer;
    this.#now = now;
    this.#node = new AnchorNode(settings, signer.address);
  }

  get sender(): string {
    return this.#signer.address;
  }

  async advance(root: string): ReturnType<Anchoring['anchor']> {
    const database = this.#database;
    const { network } = this.#settings;
    const known = await findAnchor(database, root);
    if (known?.txHash !== undefined) return { txHash: known.txHash, network: known.network };
    await this.#node.requireNetwork();
    const terms = known ? undefined : await this.#readTerms(root);
    const anchor = known ?? (await this.#reserve(root));
    if (anchor.network !== network || anchor.sender !== this.sender)
      throw new AuthorityFailure(
        `The root ${root} waits in a transaction of ${anchor.sender} on chain ${anchor.network}: configure that one until it is done.`,
      );
    const transactions = await transactionsOf(database, root);
    const { mined, txHash, reverted } = await this.#node.findFinal(transactions);
    if (txHash !== undefined) {
      await finishAnchor(database, root, txHash, this.#now());
      return { txHash, network };
    }
    if (mined) return undefined;
    const last = reverted.find(({ nonce }) => nonce === anchor.nonce);
    if (last) await this.#sendAnew(anchor, last, reverted);
    else await this.#follow(anchor, transactions, terms);
    return undefined;
  }

  async #reserve(root: string): Promise<StoredAnchor> {
    const { network } = this.#settings;
    const next = await this.#node.countAt('pending');
    return reserveAnchor(this.#database, { root, network, sender: this.sender, next }, this.#now());
  }

  /**
   * What the node may refuse is read before a place is taken: one that is taken and stays empty would hold up every
   * later root.
   *
   * @throws RpcRefusal where the contract would revert; AuthorityFailure where the chain is too dear
   */
  async #readTerms(root: string): Promise<Terms> {
    const gas = await this.#node.estimateGas(`0x${root}`);
    return { gas: (gas * 6n) / 5n, ...(await this.#node.suggestedFees()) };
  }

  /** Signs, stores, sends: in this order, so that nothing is in the chain that is not stored. */
  async #begin({ root, nonce }: StoredAnchor, { gas, maxFee, priorityFee }: Terms): Promise<void> {
    const { to } = this.#node;
    const data = `0x${root}`;
    const chainId = this.#settings.network;
    const signed = await this.#signer.sign({ chainId, nonce, to, data, gas, maxFee, priorityFee });
    const createdAt = this.#now();
    await storeTransaction(this.#database, root, { ...signed, nonce, maxFee, priorityFee, createdAt });
    await this.#node.send(signed.raw);
  }

  /** Gives the root the next free place, and sends its transaction there. */
  async #beginElsewhere(anchor: StoredAnchor): Promise<void> {
    const terms = await this.#readTerms(anchor.root);
    const next = await this.#node.countAt('pending');
    await this.#begin(await moveAnchor(this.#database, anchor, next), terms);
  }

  /**
   * Another transaction in another place, after a while or once the operator says so.
   *
   * @param reverted newest first
   * @throws AuthorityFailure that says when, and where the contract would revert that one too, which then is not sent
   */
  async #sendAnew(
    anchor: StoredAnchor,
    last: StoredTransaction,
    reverted: readonly StoredTransaction[],
  ): Promise<void> {
    const wait = Math.min(firstRetry * 4 ** (reverted.length - 1), longestRetry);
    const due = new Date(last.createdAt.getTime() + wait);
    const isWanted = anchor.retryAt !== undefined && anchor.retryAt > last.createdAt;
    if (this.#now() < due && !isWanted)
      throw new AuthorityFailure(
        `The transaction ${last.hash}, which should anchor ${anchor.root}, was reverted; ` +
          `another one is sent after ${due.toISOString()}, or at once by the command "retry now".`,
      );
    await this.#beginElsewhere(anchor);
  }

  /** @param terms of a root whose place was taken just now */
  async #follow(
    anchor: StoredAnchor,
    [newest]: readonly StoredTransaction[],
    terms: Terms | undefined,
  ): Promise<void> {
    const node = this.#node;
    if (newest?.nonce !== anchor.nonce) {
      await this.#begin(anchor, terms ?? (await this.#readTerms(anchor.root)));
      return;
    }
    if (await node.isTaken(anchor.nonce)) {
      await this.#beginElsewhere(anchor);
      return;
    }
    const waited = this.#now().getTime() - newest.createdAt.getTime();
    if (waited < this.#settings.replaceAfter * 1000) {
      if (!(await node.hasTransaction(newest.hash))) await node.send(newest.raw);
      return;
    }
    const suggested = await this.#readTerms(anchor.root);
    const fees = raised(newest, suggested);
    node.requireAffordable(fees.maxFee);
    await this.#begin(anchor, { ...suggested, ...fees });
  }
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
