import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import { contractAddresses, sandboxNetwork } from '../../chain/contracts.ts';
import type { AuthoritiesBundle } from './sandbox-authorities.ts';

/** Whoever signs the checkpoints of the third party's log. */
export interface LogSigner {
  /** Names the log, and its key: the first line of each checkpoint. */
  readonly origin: string;
  /** What a client of the log is set up with: a verifier key of c2sp.org/signed-note. */
  readonly verifierKey: string;
  /** A checkpoint of c2sp.org/tlog-checkpoint: a signed note of size and root (64 hexadecimal digits). */
  signCheckpoint(size: number, root: string): string;
}

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyBytes = 32;
/** The signature type of Ed25519 in signed notes. */
const ed25519Type = 1;

/** The key follows from that of the chain's payer, so that a sandbox of any age has one. */
export function openLogSigner({ relayerKey }: Pick<AuthoritiesBundle, 'relayerKey'>): LogSigner {
  const seed = hkdfSync('sha256', Buffer.from(relayerKey, 'hex'), '', 'testigo-log-checkpoints/1', 32);
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, new Uint8Array(seed)]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const publicKey = Buffer.concat([Uint8Array.of(ed25519Type), spki.subarray(-publicKeyBytes)]);
  const origin = `testigo-sandbox/${sandboxNetwork}/${contractAddresses(relayerKey).checkpoints}`;
  const id = createHash('sha256').update(`${origin}\n`).update(publicKey).digest().subarray(0, 4);
  return {
    origin,
    verifierKey: `${origin}+${id.toString('hex')}+${publicKey.toString('base64')}`,
    signCheckpoint(size, root) {
      const text = `${origin}\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n`;
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)]);
      return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
    },
  };
}
