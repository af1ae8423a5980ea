import { addresses } from '#contract/addresses.ts';
import type { DriftReport } from './drift.ts';

/**
 * What differed from the contract, to be sent to whoever runs the service: JSON text without any value of an
 * answer, any key, any argument.
 *
 * @param service address of the service; what comes after a `?` or before an `@` is never part of it
 */
export function driftExport(service: string, report: DriftReport, at: Date): string {
  return JSON.stringify(
    {
      format: 'testigo-drift/1',
      service,
      exportedAt: at.toISOString(),
      complete: !report.cut && report.skipped === 0,
      answersLookedAt: report.looked,
      answersNotLookedAt: report.skipped,
      differences: report.drifts.map(({ operation, field, kind, now, expected, found, answers, times }) => {
        const { method, path, tier } = addresses[operation];
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
