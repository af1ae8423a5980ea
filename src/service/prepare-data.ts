import { writeFile } from 'node:fs/promises';
import { prepareEmptyDataDir } from './storage/database/database.ts';

// Run once at build time: a first start loads this instead of building a database (argument: the file to write).
const [file] = process.argv.slice(2);
if (file === undefined) throw new TypeError('prepare-data: expected the file to write');
await writeFile(file, Buffer.from(await (await prepareEmptyDataDir()).arrayBuffer()));
