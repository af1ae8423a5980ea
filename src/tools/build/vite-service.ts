import { getRequestListener } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import type { Plugin } from 'vite';
import type { DevelopmentService, openInDevelopment } from '#service/development.ts';

/** What the service answers; everything else is the development server's. */
const servicePaths = /^\/(?:rest|uploads|sandbox)\/|^\/(?:healthz|readyz)(?:\?|$)/;

/** Mounts the embedded service on the development server's origin, as it is in production. */
export function serviceInDevelopment(): Plugin {
  return {
    name: 'testigo-service',
    apply: 'serve',
    async configureServer(server) {
      if (process.env.VITEST) return;
      // Loaded through Vite, which reads TypeScript; what the module exports is what its type says.
      const module = (await server.ssrLoadModule('/src/service/development.ts')) as {
        openInDevelopment: typeof openInDevelopment;
      };
      const port = (): number => {
        const address = server.httpServer?.address();
        return (address as AddressInfo | null | undefined)?.port ?? 0; // TCP, never a pipe
      };
      const service: DevelopmentService = module.openInDevelopment(process.env, port);
      const listener = getRequestListener((request, wire) => service.fetch(request, wire), {
        overrideGlobalObjects: false,
      });
      server.middlewares.use((request, response, next) => {
        if (servicePaths.test(request.url ?? '')) void listener(request, response);
        else next();
      });
      const close = server.close.bind(server);
      server.close = async () => {
        await close();
        await service.close();
      };
    },
  };
}
