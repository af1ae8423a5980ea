import type { StoreNames } from 'idb';
import type { Stored } from '../store/database.ts';
import { sendPlan } from './send-plan.ts';

/**
 * One record of every store but the drafts, of a scope: jobs that failed and have one item each.
 *
 * @param id of the jobs and of the file
 * @param at RFC 3339, when everything was written
 */
export function recordsOf(
  scope: string,
  id: string,
  at: string,
): { readonly [N in Exclude<StoreNames<Stored>, 'drafts'>]: Stored[N]['value'] } {
  const failure = {
    step: 'create',
    kind: 'server',
    messages: [{ message: 'Down', path: ['name', 0], code: 'X' }],
    request: { method: 'POST', path: '/signature-request', status: 500, at },
  } as const;
  const { step: _step, ...stopped } = failure;
  const job = { id, scope, startedAt: at, updatedAt: at };
  const item = { operation: id, n: 0, scope };
  return {
    files: { id, scope, name: 'carta.txt', type: 'text/plain', size: 1, bytes: 'x', keptAt: at },
    operations: {
      ...job,
      status: 'failed',
      plan: { ...sendPlan, signers: [{ id: 's', name: 'Ana' }], corrects: { id: 'r', name: 'Carta' } },
      progress: { key: 'k', creating: true, attempts: 1, invited: { s: 'i' } },
      step: 'create',
      failure,
    },
    requests: { key: `${scope} 1`, scope, request: { id, name: 'Carta', draft: false }, updatedAt: at },
    certifications: {
      ...job,
      status: 'stopped',
      total: 1,
      counts: { waiting: 0, asking: 0, certified: 0, already: 0, pending: 0, failed: 1 },
      failure: stopped,
    },
    certifyItems: { ...item, witness: 'w', state: 'failed', attempts: 1, failure: stopped },
    writes: { id, scope, at, operation: 'createInvite', object: 'o', status: 200 },
    bulks: {
      ...job,
      title: 'Cartas',
      columns: ['Nombre'],
      status: 'stopped',
      total: 3,
      counts: { waiting: 2, running: 0, done: 0, failed: 1, refused: 0 },
      bytes: { total: 3, sent: 0 },
      failure,
    },
    bulkItems: {
      ...item,
      state: 'failed',
      plan: sendPlan,
      fileId: id,
      progress: { invited: {} },
      step: 'upload',
      failure,
      rows: [{ n: 1, cells: ['Ana'] }],
    },
    bulkDrafts: { id, scope, updatedAt: at, version: 1, files: [], data: {} },
    corrections: {
      key: `${scope} 1`,
      scope,
      rejected: { id: '1', name: 'Carta' },
      replacement: { id: '2', name: 'Carta' },
      sent: true,
      at,
    },
    reminders: { key: `${scope} 1 2`, scope, request: '1', person: '2', means: 'mail', at },
    savedViews: { id, scope, name: 'Rechazadas', address: 'tab=rejected', createdAt: at },
    unlinkedSigners: { key: `${scope} 1 2`, scope, request: '1', person: '2', name: 'Ana', at },
  };
}
