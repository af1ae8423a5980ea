import type { Page } from '@playwright/test';

/** An event of the browser's trace, as far as it is read here. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Tasks of the page in milliseconds of its own work. The clock on the wall would measure what else the machine does,
 * the page's own workers among it.
 */
export async function watchTasks(page: Page): Promise<() => Promise<number[]>> {
  const client = await page.context().newCDPSession(page);
  const threads: TraceEvent[] = [];
  const tasks: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => {
    // The protocol gives events as objects without a type; these are the fields that every one of them has.
    for (const event of value as unknown as TraceEvent[]) {
      if (event.name === 'thread_name') threads.push(event);
      else if (event.name === 'ThreadControllerImpl::RunTask' && (event.tdur ?? 0) > 10_000)
        tasks.push(event);
    }
  });
  await client.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] } });
  return async () => {
    const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
    await client.send('Tracing.end');
    await complete;
    const pages = threads.filter(({ args }) => args?.name === 'CrRendererMain');
    return tasks
      .filter(({ pid, tid }) => pages.some((one) => one.pid === pid && one.tid === tid))
      .map(({ tdur = 0 }) => Math.round(tdur / 1000));
  };
}
