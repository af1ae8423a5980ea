import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { parseInteger } from '#clock/instants.ts';
import { currentMillis } from '#clock/clock.ts';
import { wasBlocked } from '#client/http/policy-watch.ts';
import { useHost } from '#client/session/session-context.tsx';
import { ProofError } from '#proofs/errors.ts';
import { chainOf, nodesOf, type RpcNode } from '#proofs/chain/rpc.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { askNodes, type RpcNodeAddress } from '#widgets/verification/nodes/query-nodes.ts';
import { nodeFaultOf } from '#widgets/verification/nodes/node-issue.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import { networkWords } from '#widgets/report/texts/rule-words.ts';
import { nodeErrorWords, nodeFaultWords } from '#widgets/verification/nodes/node-texts.ts';
import { m } from '#i18n/messages.ts';
import { firstNetwork, NetworkField, networkFields, networkOf } from './network-field.tsx';
import { Fields, TrustedRows } from './part.tsx';
import css from './nodes-card.module.css';

const hostOf = ({ url }: RpcNodeAddress): string => new URL(url).host;

/** Nodes that the reader names for each network. Addresses may hold keys: hosts alone are shown. */
export function NodesCard() {
  const { nodes } = useTrustSettings();
  return (
    <Card title={m.settings_nodes()}>
      <div className={css.body}>
        <p>{m.settings_nodes_text()}</p>
        <p>{m.settings_nodes_addresses()}</p>
        {nodes.length === 0 ? (
          <p>{m.settings_nodes_none()}</p>
        ) : (
          <TrustedRows aria-label={m.settings_nodes()}>
            {nodes.map((node, at) => (
              <Node
                key={`${at} ${node.network} ${hostOf(node)}`}
                node={node}
                onRemove={() => trustSettings.change({ nodes: nodes.filter((one) => one !== node) })}
              />
            ))}
          </TrustedRows>
        )}
        <AddNode />
      </div>
    </Card>
  );
}

/** What a node says it is: the right network, another one, or why there was no answer. */
type Answer =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly network: string }
  | { readonly kind: 'silent'; readonly reason: string }
  | { readonly kind: 'unreadable' };

function Node({ node, onRemove }: { node: RpcNodeAddress; onRemove: () => void }) {
  const { fetch } = useHost();
  const test = useMutation({ mutationFn: () => askChain(node, fetch), gcTime: 0 });
  const host = hostOf(node);
  const answer = test.data;
  return (
    <li>
      <span className="name">{networkWords(node.network)}</span>
      <span className="line">{host}</span>
      <span className="line" role="status" data-tone={answer && answer.kind !== 'right' ? 'warn' : undefined}>
        {test.isPending ? m.inspector_nodes_querying() : answer ? answerWords(answer, node) : ''}
      </span>
      <span className="actions">
        <Button
          variant="text"
          loading={test.isPending}
          aria-label={m.settings_node_test_what({ host })}
          onClick={() => test.mutate()}
        >
          {m.settings_node_test()}
        </Button>
        <IconButton
          small
          label={m.inspector_nodes_forget({ host })}
          icon={<DeleteIcon />}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

async function askChain(node: RpcNodeAddress, fetcher: typeof fetch): Promise<Answer> {
  const { network } = node;
  const exchanges = await askNodes([node], [{ network, method: 'eth_chainId', params: [] }], {
    fetch: fetcher,
    now: currentMillis,
  });
  const error = exchanges[0]?.error;
  if (error !== undefined) {
    const { origin } = new URL(node.url);
    const blocked = error === 'unreachable' && (await wasBlocked(origin));
    return { kind: 'silent', reason: blocked ? m.errors_blocked({ origin }) : nodeErrorWords(error) };
  }
  const [requested] = nodesOf(exchanges, network);
  const chain = requested && numberOf(requested);
  if (chain === undefined) return { kind: 'unreadable' };
  return chain === parseInteger(network) ? { kind: 'right' } : { kind: 'wrong', network: String(chain) };
}

/** @returns undefined for an answer that is no number */
function numberOf(node: RpcNode): bigint | undefined {
  try {
    return chainOf(node);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

function answerWords(answer: Answer, { network }: RpcNodeAddress): string {
  switch (answer.kind) {
    case 'right':
      return m.settings_node_right({ network: networkWords(network) });
    case 'wrong':
      return m.settings_node_wrong({ network: networkWords(answer.network) });
    case 'silent':
      return m.settings_node_silent({ reason: answer.reason });
    case 'unreadable':
      return m.settings_node_unreadable();
  }
}

const writtenBeside = (nodes: readonly RpcNodeAddress[]) =>
  z.object({ ...networkFields, address: z.string() }).check(({ value, issues }) => {
    const network = networkOf(value);
    const fault = nodeFaultOf(nodes, network, value.address);
    if (network === undefined)
      issues.push({
        code: 'custom',
        input: value,
        path: ['otherNetwork'],
        message: m.settings_bad_network(),
      });
    if (fault)
      issues.push({ code: 'custom', input: value, path: ['address'], message: nodeFaultWords(fault) });
  });

function AddNode() {
  const { nodes } = useTrustSettings();
  const { register, control, handleSubmit, resetField, formState } = useForm({
    resolver: zodResolver(writtenBeside(nodes)),
    defaultValues: { ...firstNetwork, address: '' },
  });
  const { errors } = formState;
  return (
    <Fields
      noValidate
      onSubmit={(event) =>
        void handleSubmit((written) => {
          const network = networkOf(written);
          if (network === undefined) return;
          trustSettings.change({
            nodes: [...nodes, { network, url: new URL(written.address.trim()).href }],
          });
          resetField('address');
        })(event)
      }
    >
      <NetworkField
        network={register('network')}
        otherNetwork={register('otherNetwork')}
        chosen={useWatch({ control, name: 'network' })}
        error={errors.otherNetwork?.message}
      />
      <TextInput
        code
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        label={m.inspector_nodes_address()}
        help={m.inspector_nodes_help()}
        error={errors.address?.message}
        {...register('address')}
      />
      <div className="wide">
        <Button type="submit">{m.settings_node_add()}</Button>
      </div>
    </Fields>
  );
}
