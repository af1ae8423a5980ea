import { randomBytes } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, administer } from '../testing/template-database.ts';
import { openDatabase } from './database.ts';
import { joinInstances } from './instance-session.ts';
import { sql } from './sql.ts';

// On PostgreSQL alone. A machine that loses its power, or a line that is cut without a word, ends no connection.

const server = process.env.TESTIGO_TEST_DATABASE_URL ?? '';
const name = `testigo_silent_${randomBytes(6).toString('hex')}`;
beforeAll(() => administer(server, `create database ${name} template template0`));
afterAll(() => administer(server, `drop database if exists ${name} with (force)`));

const limit = 1_000;

/** A line to the server that can fall silent. */
async function openLine() {
  const target = addressOf(server, name);
  const { hostname, port: serverPort } = target;
  const sockets: Socket[] = [];
  const line = createServer((near) => {
    const far = connect({ host: hostname, port: Number(serverPort || 5432) });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.push(from);
      from.on('error', () => undefined);
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as AddressInfo; // TCP, so it has one
  target.host = `127.0.0.1:${port}`;
  return {
    url: target.href,
    open: () =>
      openDatabase({
        databaseUrl: target.href,
        postgresql: { statementTimeoutMs: limit, poolSize: 1 },
        migrations: [],
      }),
    /** What is connected now; later connections are answered. */
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      line.close();
    },
  };
}

it('what a transaction of a silent machine has locked is free again soon', async () => {
  const line = await openLine();
  const database = await line.open();
  const other = await openDatabase({ databaseUrl: addressOf(server, name).href, migrations: [] });
  await other.script('create table locked (id integer primary key); insert into locked values (1)');
  let begun = (): void => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const held = database.transaction(async (tx) => {
    await tx.rows(sql`select 1 from locked for update`);
    line.fallSilent();
    begun();
    await new Promise((resolve) => setTimeout(resolve, 6 * limit));
  });
  held.catch(() => undefined);
  try {
    await isBegun;
    await other.transaction(async (tx) => {
      await tx.script(`set local lock_timeout = ${4 * limit}`);
      await tx.rows(sql`update locked set id = 2`);
    });
  } finally {
    await expect(held).rejects.toMatchObject({ name: 'StorageUnavailable' });
    await other.close();
    line.close();
  }
});

it('a transaction whose statement is not answered ends with it, and its connection is free for others', async () => {
  const line = await openLine();
  const database = await line.open();
  const began = performance.now();
  const lost = database.transaction(async (tx) => {
    line.fallSilent();
    await tx.rows(sql`select 1`);
  });
  await expect(lost).rejects.toMatchObject({ name: 'StorageUnavailable' });
  // The limit of the server, and a second for its answer.
  expect(performance.now() - began).toBeLessThan(1.5 * (limit + 1_000));
  expect(await database.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  line.close();
});

it('an instance whose place falls silent takes it again, and its end waits for no answer', async () => {
  const line = await openLine();
  const lost: unknown[] = [];
  const session = await joinInstances(line.url, {
    sharesDocuments: true,
    answerTimeoutMs: limit,
    onLost: (error) => lost.push(error),
  });
  await session.finishStart();
  line.fallSilent();
  await expect(session.count()).rejects.toThrow();
  await expect.poll(() => session.isPresent(), { timeout: 5_000 }).toBe(true);
  expect(lost).toHaveLength(1);
  // The server has not noticed the first connection yet.
  expect(await session.count()).toBeGreaterThanOrEqual(1);
  line.fallSilent();
  const began = performance.now();
  await session.close();
  expect(performance.now() - began).toBeLessThan(3 * limit);
  line.close();
});
