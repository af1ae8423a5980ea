import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentMillis, currentTime } from '#clock/clock.ts';
import { importKeyPair } from '../authorities/keys.ts';
import { answerStampRequest } from '../authorities/time-stamps/time-stamp-authority.ts';
import { startNode } from '../chain/testing/http-node.ts';
import type { HttpNode } from '../chain/testing/http-node.ts';
import type { Database } from '../storage/database/database.ts';
import { startServer } from './outside-server.ts';
import type { OutsideServer } from './outside-server.ts';
import { openOutsideWorld } from './outside-world.ts';
import type { OutsideWorld } from './outside-world.ts';

/** Of the chain outside, and the key of the account that pays there. */
export const chainId = 421_614;
export const payerKey = '66'.repeat(32);

/** The authorities of a service in production, each a server of its own, as they are for an operator. */
export interface OutsideServices {
  readonly world: OutsideWorld;
  readonly node: HttpNode;
  /** The first time-stamp authority, which is out of order, and the second. */
  readonly brokenStamps: OutsideServer;
  readonly stamps: OutsideServer;
  readonly responder: OutsideServer;
  /** Serial numbers of certificates that were revoked, in hexadecimal. */
  readonly revoked: Set<string>;
  /** The settings by which a service with the sandbox off finds them. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** @param nodeDatabase where the chain of the node is stored */
export async function startOutsideServices(nodeDatabase: Database, now: Date): Promise<OutsideServices> {
  const world = await openOutsideWorld(now);
  const authority = {
    certificate: world.authorities.stampingCertificate,
    privateKey: importKeyPair(world.bundle.stamping.privateKey).privateKey,
  };
  const revoked = new Set<string>();
  const node = await startNode(nodeDatabase, {
    chainId,
    payerKey,
    start: new Date(now.getTime() - 3_600_000),
  });
  const brokenStamps = await startServer(() => 503);
  const stamps = await startServer(({ body }) => answerStampRequest(authority, body, currentTime()));
  const responder = await startServer(({ body }) =>
    world.authorities.answerOcspRequest(
      body,
      (serial) =>
        Promise.resolve(
          revoked.has(serial)
            ? { status: 'revoked', at: new Date(currentMillis() - 1000) }
            : { status: 'good' },
        ),
      currentTime(),
    ),
  );
  const keyFile = join(world.folder, 'anchor-key');
  await writeFile(keyFile, payerKey, { mode: 0o600 });
  return {
    world,
    node,
    brokenStamps,
    stamps,
    responder,
    revoked,
    environment: {
      TESTIGO_SANDBOX: '0',
      TESTIGO_ISSUERS: world.issuers,
      TESTIGO_OCSP_URL: responder.url,
      TESTIGO_TSA_URLS: `${brokenStamps.url} ${stamps.url}`,
      TESTIGO_TSA_ANCHORS: world.stampAnchors,
      TESTIGO_TSA_NAME: 'Sellos del Sureste',
      TESTIGO_ANCHOR_RPC: node.server.url,
      TESTIGO_ANCHOR_NETWORK: String(chainId),
      TESTIGO_ANCHOR_KEY_FILE: keyFile,
      TESTIGO_ANCHOR_CONFIRMATIONS: '2',
    },
    async close() {
      await Promise.all([node, brokenStamps, stamps, responder].map((server) => server.close()));
      await world.close();
    },
  };
}
