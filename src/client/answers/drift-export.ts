import { addresses } from '#contract/operations/addresses.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import type { AnyOperationName } from '../http/send-call.ts';
import type { DriftReport } from './drift.ts';

/** Method, path and tier of an operation, including those of the rate series. */
export function addressOf(operation: AnyOperationName): { method: string; path: string; tier: string } {
  if (operation in addresses) return addresses[operation as OperationName]; // checked by the condition
  const [kind, series] = operation.split(':');
  const path = kind === 'list' ? `/${series}-rates` : `/${series}-rate/{id}`;
  return { method: 'GET', path, tier: 'published' };
}

/**
 * Exports the differences from the contract for the operator of the service: JSON text without any value of an answer,
 * any key, any argument.
 *
 * @param service address of the service; what comes after a `?` or before an `@` is never part of it
 */
export function driftExport(service: string, report: DriftReport, at: Date): string {
  return JSON.stringify(
    {
      format: 'testigo-drift/1',
      service,
      exportedAt: at.toISOString(),
      complete: !report.cut,
      answersLookedAt: report.looked,
      differences: report.drifts.map(({ operation, field, kind, now, expected, found, answers, times }) => {
        const { method, path, tier } = addressOf(operation);
        return {
          operation,
          request: `${method} ${path}`,
          tier,
          field,
          kind,
          ...(now === undefined ? {} : { now }),
          expected,
          found,
          answers,
          times,
        };
      }),
    },
    null,
    2,
  );
}
