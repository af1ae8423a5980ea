import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { embeddedConnection } from '#client/session/connection.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { readNodeAddress, type RpcNodeAddress } from '../verification/nodes/query-nodes.ts';

/** The node of the sandbox that serves this very page: known here, and queried only once the user names it. */
export function useSandboxNode(): RpcNodeAddress | undefined {
  const { fetch, origin } = useHost();
  const { connection, phase } = useSession();
  const isHere = phase === 'open' && connection?.baseUrl === embeddedConnection(origin).baseUrl;
  const { data } = useQuery({ ...sandbox(fetch, origin).anchors(), enabled: isHere });
  const rpc = isHere ? data?.rpc : undefined;
  return useMemo(() => {
    if (!rpc) return undefined;
    const read = readNodeAddress(origin + rpc.path);
    return 'url' in read ? { network: rpc.network, url: read.url } : undefined;
  }, [rpc, origin]);
}
