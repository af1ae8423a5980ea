import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSend, leaveOut } from '../send/send-job.ts';
import type { SendJob, SendPlan } from '../send/send-record.ts';
import { AttemptConflict } from '../engine/job.ts';
import { sends } from '../send/sends.ts';
import { database } from './database.ts';
import { newDraft, readDraft, type Draft } from '../drafts/draft-shape.ts';
import { corrections, reminders, unlinkedSigners } from './follow-ups.ts';
import { storedData } from './stored-data.ts';

const later = new Date(Date.now() + 3_600_000).toISOString();
const plan: SendPlan = {
  name: 'Contrato corregido',
  organizationId: 'o',
  kind: 'pdf',
  filePath: 'x/contrato.pdf',
  md5: 'm',
  size: 1,
  nom151: false,
  keepAsDraft: false,
  signers: [],
  corrects: { id: 'old', name: 'Contrato' },
};
const send = (part: Partial<SendJob> = {}): SendJob => ({
  ...beginSend('s', 'here', plan),
  startedAt: later,
  ...part,
});
const done = { status: 'done', progress: { requestId: 'new', invited: {} } } as const;
const corrected = (scope: string) => new QueryClient().query(corrections(scope).list());
const reminded = (scope: string) => new QueryClient().query(reminders(scope).list());

beforeEach(() => storedData().erase());

describe('a correction', () => {
  it('is recorded with the end of its send, and not before', async () => {
    await sends('here').write(send());
    await sends('here').write(send({ progress: done.progress }));
    expect(await corrected('here')).toEqual([]);
    await sends('here').write(send(done));
    expect(await corrected('here')).toMatchObject([
      {
        rejected: { id: 'old', name: 'Contrato' },
        replacement: { id: 'new', name: 'Contrato corregido' },
        sent: true,
      },
    ]);
    expect(await corrected('there')).toEqual([]);
  });

  it('says so when it was left as a draft on the service', async () => {
    await sends('here').write(send({ ...done, plan: { ...plan, keepAsDraft: true } }));
    expect(await corrected('here')).toMatchObject([{ sent: false }]);
  });

  it('is recorded of no send that corrects nothing', async () => {
    const { corrects: _none, ...bare } = plan;
    await sends('here').write(send({ ...done, plan: bare }));
    expect(await corrected('here')).toEqual([]);
  });

  it('is not brought back by a send that was under way when all was erased', async () => {
    const write = sends('here').write(send({ ...done, startedAt: new Date(0).toISOString() }));
    await expect(write).rejects.toBeInstanceOf(AttemptConflict);
    expect(await corrected('here')).toEqual([]);
  });
});

describe('a draft that corrects a request', () => {
  it('keeps which, by whom and when it was rejected, and what could not be taken over', () => {
    const corrects: Draft['corrects'] = {
      id: 'old',
      name: 'Contrato',
      rejectedAt: later,
      by: ['Ana Pech'],
      notCopied: ['document-missing'],
    };
    expect(readDraft({ ...newDraft('here'), corrects })?.corrects).toEqual(corrects);
  });

  it('loses of it what cannot be read, and nothing else', () => {
    const damaged = { id: 'old', name: 7, rejectedAt: 3, by: [1, 'Ana'], notCopied: 'all' };
    expect(readDraft({ ...newDraft('here'), name: 'Contrato', corrects: damaged })).toMatchObject({
      name: 'Contrato',
      corrects: { id: 'old', name: '', by: ['Ana'], notCopied: [] },
    });
    expect(readDraft({ ...newDraft('here'), corrects: 'x' })?.corrects).toBeUndefined();
  });
});

describe('a reminder', () => {
  it('is recorded for each request and person once, with the last date and nothing of its text', async () => {
    await reminders('here').note('r', 'ana', 'copied');
    await reminders('here').note('r', 'luis', 'mail');
    await reminders('here').note('r', 'ana', 'shared');
    await reminders('there').note('r', 'ana', 'copied');
    const found = await reminded('here');
    expect(found.map(({ person, means }) => [person, means]).sort()).toEqual([
      ['ana', 'shared'],
      ['luis', 'mail'],
    ]);
    const [record] = await (await database()).getAll('reminders');
    expect(Object.keys(record ?? {}).sort()).toEqual(['at', 'key', 'means', 'person', 'request', 'scope']);
  });

  it('is erased with what else is stored of its organization', async () => {
    await reminders('here').note('r', 'ana', 'copied');
    await sends('here').write(send(done));
    await storedData('here').erase();
    expect([...(await reminded('here')), ...(await corrected('here'))]).toEqual([]);
  });
});

describe('a signer without a link', () => {
  const unlinked = [{ id: 'ana', name: 'Ana Pech' }];
  const listed = (scope: string) => new QueryClient().query(unlinkedSigners(scope).list());

  it('is recorded with the end of the send, by id and name and nothing else', async () => {
    await sends('here').write(send({ plan: { ...plan, unlinked } }));
    expect(await listed('here')).toEqual([]);
    await sends('here').write(send({ ...done, plan: { ...plan, unlinked } }));
    expect(await listed('here')).toMatchObject([{ request: 'new', person: 'ana', name: 'Ana Pech' }]);
    expect(await listed('there')).toEqual([]);
    const [record] = await (await database()).getAll('unlinkedSigners');
    expect(Object.keys(record ?? {}).sort()).toEqual(['at', 'key', 'name', 'person', 'request', 'scope']);
    await unlinkedSigners('here').remove('new', 'ana');
    expect(await listed('here')).toEqual([]);
  });

  it('is also who was left out of a send because the service refused the invite', () => {
    const luis = { id: 'luis', name: 'Luis Canché' };
    const job = send({ plan: { ...plan, signers: [...unlinked, luis] } });
    expect(leaveOut(job, ['ana', 'luis'], ['ana']).plan).toMatchObject({ signers: [], unlinked });
    expect(leaveOut(job, ['luis']).plan).not.toHaveProperty('unlinked');
  });
});
