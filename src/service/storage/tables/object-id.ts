import { randomBytes, randomInt } from 'node:crypto';

const process = randomBytes(5).toString('hex');
let counter = randomInt(0x1000000);

/**
 * A new object identifier: 24 hexadecimal digits, of which eight are the second, ten this process's own and six
 * a counter. Ids made later in one process order later.
 */
export function newObjectId(at: Date): string {
  counter = (counter + 1) % 0x1000000;
  const second = Math.floor(at.getTime() / 1000) >>> 0;
  return second.toString(16).padStart(8, '0') + process + counter.toString(16).padStart(6, '0');
}
