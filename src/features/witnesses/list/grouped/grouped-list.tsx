import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { witnesses, type WitnessFilter } from '#client/families/requests/witnesses.ts';
import { witnessDate } from '#client/queries/reading.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Witness } from '#contract/resources/resources.ts';
import { RowLink } from '#ui/actions/link.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { useWitnessOf } from '#widgets/witness/use-witness-of.ts';
import { WitnessMarks } from '#widgets/witness/witness-marks.tsx';
import { m } from '#i18n/messages.ts';
import { useWholeWitnesses, witnessedWhat } from '../../use-whole-witnesses.ts';
import type { WitnessView } from '../filter/filter.ts';
import { Nothing } from '../list-body.tsx';
import { groupByRequest, type WitnessGroup } from './group-witnesses.ts';
import { Heads, layout, LoadingGroups, mostGrouped, type GroupSort } from './group-layout.tsx';

/** The list under its requests: all that match are read, as far as they can be drawn at once. */
export function GroupedList({
  filter,
  view,
  change,
}: {
  filter: WitnessFilter;
  view: WitnessView;
  change: (part: Partial<WitnessView>) => void;
}) {
  const query = useQuery(witnesses(useClient()).whole(filter, mostGrouped));
  return (
    <QueryView
      query={query}
      what={m.witnesses_list()}
      loading={<LoadingGroups sort={view} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<Nothing view={view} onChange={change} />}
    >
      {({ items, count = items.length }) => <Groups items={items} count={count} sort={view} />}
    </QueryView>
  );
}

function Groups({ items, count, sort }: { items: readonly Witness[]; count: number; sort: GroupSort }) {
  const format = useFormat();
  const whole = useWholeWitnesses(items);
  const groups = useMemo(() => groupByRequest(whole), [whole]);
  return (
    <div className={layout.root}>
      {count > items.length && (
        <WarningStrip framed={false}>
          {m.witnesses_group_part({ have: format.number(items.length), total: format.number(count) })}
        </WarningStrip>
      )}
      <Heads sort={sort} />
      <ul aria-label={m.witnesses_group_label()}>
        {groups.map((group) => (
          <Group key={group.id} group={group} date={sort.sort} />
        ))}
      </ul>
    </div>
  );
}

function Group({
  group: { id, witnesses: members },
  date,
}: {
  group: WitnessGroup;
  date: WitnessView['sort'];
}) {
  const format = useFormat();
  const [first] = members;
  const name = first ? witnessedWhat(first) : '';
  const count = members.length;
  return (
    <li className={layout.group}>
      <h2>
        {id ? <RowLink to={paths.request(id)}>{name}</RowLink> : name}
        <span>{m.witnesses_group_count({ count, shown: format.number(count) })}</span>
      </h2>
      <ul>
        {members.map((witness, at) => (
          <Member key={witness.id ?? at} witness={witness} date={date} />
        ))}
      </ul>
    </li>
  );
}

function Member({ witness, date }: { witness: Witness; date: WitnessView['sort'] }) {
  const of = useWitnessOf(witness);
  const at = witness[date];
  return (
    <li>
      <span className={layout.what}>
        <RowLink to={paths.witness(witness.id ?? '')}>{of ?? witnessedWhat(witness)}</RowLink>
        {!witnessDate(witness) && ` · ${m.witnesses_pending()}`}
      </span>
      <span>{witness.hash ? <HashText value={witness.hash} copy={false} unfolds={false} /> : '—'}</span>
      <WitnessMarks witness={witness} />
      <span className={layout.date}>{at ? <Instant at={at} form="list" /> : '—'}</span>
    </li>
  );
}
