import { sql } from '../../storage/database/sql.ts';
import { nothingLooked } from './findings.ts';
import { inspect } from './inspect.ts';
import { commandOnStores } from '../stores.ts';
import type { Stores } from '../stores.ts';

/** Computes everything anew that can be, and prints one line for each thing that does not hold; 1 where one is. */
export const check = commandOnStores('check', checkStores);

export async function checkStores(stores: Stores, print: (line: string) => void): Promise<number> {
  const looked = nothingLooked();
  let found = 0;
  for await (const { text } of inspect(stores, looked)) {
    found += 1;
    print(text);
  }
  const [underWay] = await stores.database.rows<{ count: number; failing: number }>(sql`
    select count(*) as count, count(*) filter (where attempts > 0) as failing from (
      select attempts from preservation_batches union all select attempts from preservation_certificates
      union all select attempts from preservation_checkpoints) items`);
  print(
    `Looked at ${looked.leaves} leaves, ${looked.checkpoints} checkpoints, ${looked.witnesses} witnesses, ` +
      `${looked.batches} Merkle trees, ${looked.stamps} time-stamps, ${looked.contents} documents and ${looked.blocks} blocks; ` +
      `${underWay?.count ?? 0} items are being preserved, ${underWay?.failing ?? 0} of them failed the last time.`,
  );
  if (looked.leftOut > 0)
    print(`Left out: ${looked.leftOut} witnesses of the sandbox's test cases, which are wrong on purpose.`);
  print(found === 0 ? 'Everything holds.' : `${found} things do not hold.`);
  return found === 0 ? 0 : 1;
}
