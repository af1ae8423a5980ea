import { Hono } from 'hono';
import { performance } from 'node:perf_hooks';
import { ServiceError } from '../../service-error.ts';
import type { ListenAddress } from '../../settings/read-setting.ts';
import { answerError } from '../answer.ts';
import { answerFailure } from '../failures.ts';
import { guardHost } from '../guards/hosts.ts';
import { bindMonitoring } from './endpoints.ts';
import type { MonitoringDeps } from './endpoints.ts';
import type { Log, RequestFacts } from './log.ts';
import { recordRequests } from './record-requests.ts';

interface MonitoringAppDeps extends MonitoringDeps {
  readonly log: Log;
  readonly address: ListenAddress;
}

/**
 * `/metrics`, `/readyz` and `/livez` alone, to whoever reaches the address of `TESTIGO_METRICS`: it belongs to an inner
 * network, on which Prometheus is another machine (Rule ST-53).
 */
export function createMonitoringApp(deps: MonitoringAppDeps): Hono<{ Variables: RequestFacts }> {
  const { settings, log, metrics, isStopping, address } = deps;
  const app = new Hono<{ Variables: RequestFacts }>();
  app.use(recordRequests({ log, metrics, tick: () => performance.now(), closesConnections: isStopping }));
  app.use(async (context, next) => {
    guardHost(context.req.raw, { host: address.host, hosts: settings.hosts }, address.port);
    await next();
  });
  app.route(
    '/',
    bindMonitoring(deps, () => true),
  );
  app.notFound(() =>
    answerError(new ServiceError('not-found', 'There is nothing at this address.', { rule: 'ER-4' })),
  );
  app.onError((error, context) => answerFailure(error, context, log));
  return app;
}
