/**
 * The authorities of a service in production as a process of its own, for browser tests, which see nothing of the
 * service's sources: it prints one line of JSON and serves until its standard input ends.
 */
import { join } from 'node:path';
import { currentTime } from '#clock/clock.ts';
import { exportPrivateKey } from '../authorities/keys.ts';
import { openDatabase } from '../storage/database/database.ts';
import { startOutsideServices } from './outside-services.ts';

const database = await openDatabase({});
const outside = await startOutsideServices(database, currentTime());
const { world, node } = outside;
const [member, signer] = [await world.signer(), await world.signer({ ownKey: true })];

// Outside, a chain goes on by itself. This one does whenever somebody looks at a transaction.
const { answer } = node.server;
node.server.answer = async (request) => {
  const answered = await answer(request);
  if (/"eth_(?:sendRawTransaction|getTransactionReceipt)"/.test(request.body.toString())) await node.mine();
  return answered;
};

process.stdin.resume();
process.stdin.once('end', () => {
  void outside.close().then(() => database.close());
});

process.stdout.write(
  `${JSON.stringify({
    environment: outside.environment,
    rpc: node.server.url,
    memberCertificate: member.file,
    signer: {
      name: signer.name.commonName,
      certificate: signer.file,
      privateKey: exportPrivateKey(signer.keys.privateKey),
    },
    issuerCertificate: join(world.issuers, 'issuing.pem'),
    stampRootCertificate: join(world.stampAnchors, 'root.cer'),
  })}\n`,
);
