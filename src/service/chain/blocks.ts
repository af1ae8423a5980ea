// What the chain keeps and tells of itself, as plain data. Hashes and addresses are `0x` and lower-case hex.

export interface ChainLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  /** Place among the logs of its block. */
  readonly logIndex: number;
}

export interface ChainTransaction {
  readonly hash: string;
  readonly from: string;
  /** Absent: it made a contract. */
  readonly to: string | undefined;
  readonly nonce: number;
  readonly input: string;
  readonly gas: number;
  readonly gasUsed: number;
  /** Whether its execution succeeded. */
  readonly succeeded: boolean;
  /** What came back from one that was refused, while its block is new: the reason, `0x` and hex. */
  readonly refused?: string;
  /** The contract that it made. */
  readonly contract: string | undefined;
  readonly logs: readonly ChainLog[];
}

export interface BlockHeader {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Epoch seconds. */
  readonly timestamp: number;
  readonly stateRoot: string;
  /** The whole block in its own encoding. */
  readonly rlp: string;
}

export interface ChainBlock extends BlockHeader {
  readonly transactions: readonly ChainTransaction[];
}

/** A part of the state by its name: nodes of tries and code of contracts. Nothing of it ever changes. */
export type StateNode = readonly [key: string, value: string];

/** The storage of a chain. */
export interface ChainStore {
  /** The newest block; undefined while nothing is stored. */
  head(): Promise<BlockHeader | undefined>;
  nodes(): Promise<readonly StateNode[]>;
  /** Prevents others from appending until the database transaction of this store ends. */
  lock(): Promise<void>;
  /** A block with the nodes that are new in its state. */
  append(block: ChainBlock, nodes: readonly StateNode[]): Promise<void>;
}
