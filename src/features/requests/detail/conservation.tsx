import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { hydrated, isStub } from '#client/queries/hydration.ts';
import { strategies, strategyDates } from '#client/queries/reading.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { ConservationMark } from '#ui/verdicts/conservation-marks.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { Instant } from '#ui/data/instant.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { stateOf } from '../state.ts';
import { conservationWord } from '../list/filter/filter-labels.ts';
import css from './conservation.module.css';

const order = [
  ['nom151', 'N'],
  ['merkleized', 'M'],
  ['external', 'E'],
] as const;

/** The three ways of keeping it, with their dates: all of it the service's word, as the heading says (`ConservationBasis`). */
export function Conservation({
  request,
  form = 'minute',
}: {
  request: SignatureRequest;
  /** `list` where there is little space. */
  form?: 'minute' | 'list' | undefined;
}) {
  const { witness } = request;
  if (isStub(witness)) return <UnknownWitness id={witness.id} />;
  if (stateOf(request) === 'unknown') return <Unknown>{m.requests_not_sent()}</Unknown>;
  const reported = witness ? strategies(witness) : undefined;
  const dates = witness ? strategyDates(witness) : {};
  return (
    <ul className={css.rows}>
      {order.map(([name, letter]) => {
        const at = dates[name];
        const queued =
          !at && (reported?.[name] !== undefined || (name === 'nom151' && request.nom151 === true));
        return (
          <li key={name}>
            <ConservationMark
              letter={letter}
              mark={{ state: at ? 'service' : queued ? 'queued' : 'absent' }}
            />
            <span className={css.name}>{conservationWord(name)}</span>
            <span className={css.when}>
              {at ? (
                <Instant at={at} form={form} />
              ) : queued ? (
                m.common_mark_queued()
              ) : (
                m.requests_conservation_absent()
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** What the dates rest on, for the heading above them; nothing where there is none. */
export function ConservationBasis({ request: { witness } }: { request: SignatureRequest }) {
  if (!witness || Object.keys(strategyDates(witness)).length === 0) return null;
  return <ExplainedBasis basis="SERVER" />;
}

/** A witness of which only the id came: it is being read, or why it is not known. */
function UnknownWitness({ id }: { id: string }) {
  const query = useQuery(hydrated(useClient(), 'listWitnesses', id));
  return (
    <QueryView
      query={query}
      loading={<Unknown>{m.requests_witness_on_its_way()}</Unknown>}
      failed={() => <Unknown>{m.requests_witness_unread()}</Unknown>}
    >
      {() => <Unknown>{m.requests_witness_unsent()}</Unknown>}
    </QueryView>
  );
}

function Unknown({ children }: { children: ReactNode }) {
  return <p style={{ color: ink.text2 }}>{children}</p>;
}
