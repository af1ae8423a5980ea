import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { administer } from '#service/storage/testing/template-database.ts';
import { postgresqlPrograms } from '../bench/service/postgresql.ts';
import type { Ask, Composed } from './composed.ts';
import { readRunbookBlocks } from './runbook.ts';

/**
 * What stands for `docker compose`: programs of this machine in place of those of the containers, and `aws` in place of
 * MinIO's `mc`. A command that it does not know fails. What starts or ends containers is done by the caller.
 */
const standIns = `set -euo pipefail
sudo() { "$@"; }
at() { case "$1" in local/testigo) echo "s3://$TESTIGO_S3_BUCKET" ;; /backup/*) echo "$PWD$1" ;; *) return 1 ;; esac; }
docker() {
  case "$*" in
    'compose exec -T database pg_'*) shift 4; "$@" ;;
    'compose exec -T objects mc mirror '*)
      local from to; from=$(at "$7"); to=$(at "$8")
      aws --endpoint-url "$TESTIGO_S3_ENDPOINT" --region us-east-1 s3 sync --only-show-errors "$from" "$to" ;;
    'compose run --build --rm --no-deps -T worker node '*) shift 7; (cd "$PRODUCT" && "$@") ;;
    'compose up '*) ;;
    *) echo "unknown: docker $*" >&2; return 1 ;;
  esac
}
`;

/** Backs up by the commands of the runbook for containers, loses database, documents and settings, and restores. */
export async function expectRestore(composed: Composed, ask: Ask): Promise<void> {
  const { instances, server, store, bucket } = composed;
  const folder = await mkdtemp(join(tmpdir(), 'testigo-compose-backup-'));
  try {
    for (const name of ['secrets', 'backup', 'authorities', 'proxy']) await mkdir(join(folder, name));
    await writeFile(join(folder, '.env'), 'POSTGRES_PASSWORD=1\n');
    await writeFile(join(folder, 'authorities.env'), '');
    const secret = await readFile(instances[0]?.environment.TESTIGO_SECRET_FILE ?? '', 'utf8');
    await writeFile(join(folder, 'secrets/testigo'), secret);
    await chmod(join(folder, 'secrets/testigo'), 0o600);
    const before = await stored(ask);
    await follow(composed, folder, 'Back up');

    for (const instance of instances) await instance.stop();
    await administer(server.href, 'drop database testigo with (force)');
    await administer(server.href, 'create database testigo template template0');
    const { Contents = [] } = await store.send(new ListObjectsV2Command({ Bucket: bucket }));
    assert(Contents.length > 0);
    for (const { Key } of Contents) await store.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    for (const name of ['secrets', '.env']) await rm(join(folder, name), { recursive: true });

    const printed = await follow(composed, folder, 'Restore');
    assert.match(printed, /Everything holds\./);
    assert.equal(await readFile(join(folder, 'secrets/testigo'), 'utf8'), secret);
    for (const instance of instances) await instance.start();
    assert.deepEqual(await stored(ask), before);
    const { KeyCount } = await store.send(new ListObjectsV2Command({ Bucket: bucket }));
    assert.equal(KeyCount, Contents.length);
    console.log(
      `ok  restored by the commands of the runbook: the witnesses and ${KeyCount} documents are back`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const stored = async (ask: Ask): Promise<unknown> => (await ask('/witnesses?_limit=100')).json();

/** Runs the block of a section that is about containers; what it printed. */
async function follow({ instances, server }: Composed, folder: string, section: string): Promise<string> {
  const block = (await readRunbookBlocks(section)).find((text) => text.includes('docker compose'));
  assert(block, `The section ${section} has no block about containers.`);
  const { environment } = instances[2] ?? {};
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', standIns + block], {
    cwd: folder,
    env: {
      ...process.env,
      ...environment,
      PATH: `${postgresqlPrograms() ?? ''}:${process.env.PATH ?? ''}`,
      PGHOST: server.hostname,
      PGPORT: server.port,
      PRODUCT: resolve('.'),
      AWS_ACCESS_KEY_ID: environment?.TESTIGO_S3_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: environment?.TESTIGO_S3_SECRET_ACCESS_KEY,
      // A newer `aws` would send checksums that Ceph 16 does not know.
      AWS_REQUEST_CHECKSUM_CALCULATION: 'when_required',
    },
  });
  return stdout + stderr;
}
