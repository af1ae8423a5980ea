/**
 * A third-party service: Stoplight Prism serves an OpenAPI document with answers at random, behind a small relay
 * that draws them. An answer depends on the seed, the method and the address alone, so a run can be repeated.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  request as callHttp,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createRequire } from 'node:module';
import { createServer as createSocket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One call of the page and what came of it. */
export interface Exchange {
  readonly method: string;
  /** Below the version segment, with its query. */
  readonly path: string;
  readonly status: number;
  readonly body: string;
  /** What of the call is not as the document says. */
  readonly violations: readonly string[];
}

export interface ThirdPartyService {
  readonly origin: string;
  /** Where the service of a seed begins. */
  address(seed: number): string;
  /** Calls of a seed since they were last taken. */
  take(seed: number): readonly Exchange[];
  /** Calls of a seed that are under way. */
  underWay(seed: number): number;
  stop(): Promise<void>;
}

/**
 * How answers are drawn. The first sends every field that the document knows, the second leaves out whatever may be
 * left out. Neither makes up fields of its own: Prism's generator fails on those inside of a list (json-schema-faker
 * 0.5.8 reads a field that is called `items` as the keyword).
 */
const manners = [
  { 'optionals-probability': 1, 'fixed-probabilities': true },
  { 'optionals-probability': 0.6, 'fixed-probabilities': false },
].map((manner) => ({ 'always-fake-optionals': false, 'max-items': 5, ...manner }));

/** @param document the OpenAPI document as the service under test hands it out */
export async function startThirdPartyService(document: object): Promise<ThirdPartyService> {
  const folder = await mkdtemp(join(tmpdir(), 'testigo-prism-'));
  const prisms = await Promise.all(
    manners.map((manner, index) => startPrism(join(folder, `${index}.json`), document, manner)),
  );
  const exchanges = new Map<number, Exchange[]>();
  const pending = new Map<number, number>();
  const count = (seed: number, by: number): void => {
    pending.set(seed, (pending.get(seed) ?? 0) + by);
  };

  const relay = createServer((request, response) => {
    void (async () => {
      const [, seedText = '', path = '/'] = /^\/(\d+)\/rest\/v1(\/.*)$/.exec(request.url ?? '') ?? [];
      const seed = Number(seedText);
      const prism = prisms[seed % prisms.length];
      if (seedText === '' || !prism) {
        response.writeHead(404).end();
        return;
      }
      count(seed, 1);
      try {
        const exchange = await pass(request, response, prism.port, path, seed);
        if (request.method !== 'OPTIONS') exchanges.set(seed, [...(exchanges.get(seed) ?? []), exchange]);
      } catch (error) {
        response.destroy();
        console.error(`${request.method} ${path}: ${String(error)}`);
      } finally {
        count(seed, -1);
      }
    })();
  });
  const port = await listen(relay);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    address: (seed) => `${origin}/${seed}/rest/v1`,
    take: (seed) => {
      const taken = exchanges.get(seed) ?? [];
      exchanges.delete(seed);
      return taken;
    },
    underWay: (seed) => pending.get(seed) ?? 0,
    stop: async () => {
      relay.closeAllConnections();
      relay.close();
      for (const { child } of prisms) child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a call on with the draw of its seed and address, and its answer back as it came. */
async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  path: string,
  seed: number,
): Promise<Exchange> {
  const method = request.method ?? 'GET';
  const draw = createHash('sha256').update(`${seed} ${method} ${path}`).digest('hex').slice(0, 16);
  const headers: OutgoingHttpHeaders = { ...request.headers, prefer: `dynamic=true, seed=${draw}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = callHttp({ host: '127.0.0.1', port, method, path, headers }, resolve);
    call.once('error', reject);
    request.pipe(call);
  });
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(Buffer.from(part as Uint8Array));
  const body = Buffer.concat(parts);
  const status = answer.statusCode ?? 0;
  response.writeHead(status, answer.headers).end(body);
  return { method, path, status, body: body.toString(), violations: violationsOf(answer) };
}

/** Violations of the document by a call, which Prism reports in a header; violations by its own answers are not read. */
function violationsOf({ headers }: IncomingMessage): string[] {
  const text = headers['sl-violations'];
  if (typeof text !== 'string') return [];
  if (!text.startsWith('[')) return [text.slice(0, 200)];
  const all = JSON.parse(text) as { location: string[]; severity: string; message: string }[];
  return all
    .filter(({ location, severity }) => location[0] === 'request' && severity === 'Error')
    .map(({ location, message }) => `${location.join('.')}: ${message}`);
}

interface Prism {
  readonly port: number;
  readonly child: ChildProcess;
}

/** @throws Error when it does not answer within a minute, with what it printed */
async function startPrism(file: string, document: object, manner: object): Promise<Prism> {
  await writeFile(file, JSON.stringify({ ...document, 'x-json-schema-faker': manner }));
  const port = await freePort();
  const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
  const options = ['--dynamic', '--host=127.0.0.1', `--port=${port}`, '--verboseLevel=error'];
  const child = spawn(
    process.execPath,
    [cli, 'mock', file, ...options, '--json-schema-faker-fillProperties=false'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      printed = (printed + part.toString()).slice(-4000);
    });
  const end = Date.now() + 60_000;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`).catch(() => undefined);
    if (answer) return { port, child };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  child.kill();
  throw new Error(`Prism was not ready in 60 s:\n${printed}`);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  // As above.
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}
