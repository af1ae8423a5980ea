import { zodResolver } from '@hookform/resolvers/zod';
import type { RefObject } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useForkRef } from '@mui/material/utils';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { wasBlocked } from '#client/http/policy-watch.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { RpcExchange } from '#proofs/chain/rpc.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import type { RpcNodeAddress } from '../verification/nodes/query-nodes.ts';
import { nodeFaultOf } from '../verification/nodes/node-issue.ts';
import type { Trust } from '../verification/context/verification-context.ts';
import { trustSettings } from '../verification/context/trust-settings.ts';
import { useTrustSettings } from '../verification/context/use-trust.ts';
import { nodeErrorWords, nodeFaultWords } from '../verification/nodes/node-texts.ts';
import { m } from '#i18n/messages.ts';
import { networkName } from '../network-name.ts';
import { networksOf } from './networks-of.ts';
import css from './nodes-card.module.css';

/**
 * Nodes that the reader names. The address may hold a key: it stays in this tab, and its host alone is ever shown.
 */
export function NodesCard({
  evidence,
  trust,
  exchanges,
  isQuerying,
  field,
  offered,
}: {
  evidence: Evidence;
  trust: Trust;
  exchanges: readonly RpcExchange[];
  isQuerying: boolean;
  /** The field in which the address is typed, for whoever leads the reader to it. */
  field: RefObject<HTMLInputElement | null>;
  /** A node that is known here, to be named by the reader like any other; named already, it is not offered. */
  offered?: RpcNodeAddress | undefined;
}) {
  const { nodes } = useTrustSettings();
  const isNamed = nodes.some(({ network, url }) => network === offered?.network && url === offered.url);
  const networks = networksOf(evidence, trust);
  const blocked = useBlocked(nodes, exchanges);
  return (
    <Card title={m.inspector_nodes_title()}>
      <div className={css.root}>
        <p>{m.inspector_nodes_text()}</p>
        {offered && !isNamed && networks.includes(offered.network) && (
          <div className={css.offered}>
            <p>{m.inspector_nodes_sandbox_text({ host: hostOf(offered) })}</p>
            <Button variant="outlined" onClick={() => trustSettings.change({ nodes: [...nodes, offered] })}>
              {m.inspector_nodes_sandbox()}
            </Button>
          </div>
        )}
        {networks.length === 0 ? (
          <p>{m.inspector_nodes_nothing()}</p>
        ) : (
          <NodeForm {...{ nodes, networks, field }} />
        )}
        {nodes.length > 0 && (
          <ul aria-label={m.inspector_nodes_list()}>
            {nodes.map((node, at) => {
              const state = stateOf(node, exchanges, isQuerying, blocked.has(new URL(node.url).origin));
              return (
                <li key={at}>
                  <span>{networkName(node.network)}</span>
                  <span className={css.host}>{hostOf(node)}</span>
                  <span className={css.state} data-bad={state.bad || undefined} role="status">
                    {state.words}
                  </span>
                  <IconButton
                    small
                    icon={<DeleteIcon />}
                    label={m.inspector_nodes_forget({ host: hostOf(node) })}
                    onClick={() => trustSettings.change({ nodes: nodes.filter((one) => one !== node) })}
                  />
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </Card>
  );
}

const writtenBeside = (nodes: readonly RpcNodeAddress[]) =>
  z.object({ network: z.string(), address: z.string() }).check(({ value: { network, address }, issues }) => {
    const fault = nodeFaultOf(nodes, Number(network), address);
    if (fault)
      issues.push({ code: 'custom', input: address, path: ['address'], message: nodeFaultWords(fault) });
  });

function NodeForm({
  nodes,
  networks,
  field,
}: {
  nodes: readonly RpcNodeAddress[];
  networks: readonly number[];
  field: RefObject<HTMLInputElement | null>;
}) {
  const { register, handleSubmit, resetField, formState } = useForm({
    resolver: zodResolver(writtenBeside(nodes)),
    defaultValues: { network: String(networks[0]), address: '' },
  });
  const { ref, ...address } = register('address');
  return (
    <form
      noValidate
      onSubmit={(event) =>
        void handleSubmit((written) => {
          trustSettings.change({
            nodes: [
              ...nodes,
              { network: Number(written.network), url: new URL(written.address.trim()).href },
            ],
          });
          resetField('address');
        })(event)
      }
    >
      <SelectInput
        className={css.network}
        label={m.inspector_nodes_network()}
        options={networks.map((one) => ({ value: String(one), label: networkName(one) ?? String(one) }))}
        {...register('network')}
      />
      <TextInput
        ref={useForkRef(ref, field)}
        className={css.address}
        code
        type="url"
        inputMode="url"
        label={m.inspector_nodes_address()}
        help={m.inspector_nodes_help()}
        error={formState.errors.address?.message}
        {...address}
      />
      <Button type="submit" variant="outlined">
        {m.inspector_nodes_ask()}
      </Button>
    </form>
  );
}

const hostOf = ({ url }: RpcNodeAddress): string => new URL(url).host;

const answersOf = (node: RpcNodeAddress, exchanges: readonly RpcExchange[]): readonly RpcExchange[] =>
  exchanges.filter(({ rpc, network }) => rpc === hostOf(node) && network === node.network);

function stateOf(
  node: RpcNodeAddress,
  exchanges: readonly RpcExchange[],
  isQuerying: boolean,
  blocked: boolean,
): { words: string; bad: boolean } {
  const answers = answersOf(node, exchanges);
  const failed = answers.find(({ error }) => error !== undefined);
  if (answers.length === 0)
    return { words: isQuerying ? m.inspector_nodes_querying() : m.inspector_nodes_unqueried(), bad: false };
  if (!failed) return { words: m.inspector_nodes_answered({ count: answers.length }), bad: false };
  return {
    words: blocked ? m.errors_blocked({ origin: hostOf(node) }) : nodeErrorWords(failed.error ?? ''),
    bad: true,
  };
}

/** Origins that this page's own policy blocked: distinguished from a node that is down. */
function useBlocked(
  nodes: readonly RpcNodeAddress[],
  exchanges: readonly RpcExchange[],
): ReadonlySet<string> {
  const origins = nodes
    .filter((node) => answersOf(node, exchanges).some(({ error }) => error === 'unreachable'))
    .map(({ url }) => new URL(url).origin);
  const requested = useQueries({
    queries: [...new Set(origins)].map((origin) =>
      queryOptions({
        queryKey: ['blocked-by-policy', origin],
        queryFn: async () => ({ origin, blocked: await wasBlocked(origin) }),
        staleTime: 0,
        retry: false,
      }),
    ),
  });
  return new Set(requested.flatMap(({ data }) => (data?.blocked ? [data.origin] : [])));
}
