import { useMemo } from 'react';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { m } from '#i18n/messages.ts';
import { useWidth } from '../../drawings/use-width.ts';
import { HolderName, holderWord, type End } from '../../holders/holder-name.tsx';
import { useHolder } from '../../holders/use-holders.ts';
import { useShownChain } from '../custody-context.tsx';
import { countUntil, isNobody, type CustodyWay } from '../custody.ts';
import { graphOf, type GraphEdge, type GraphNode } from './graph.ts';
import type { Replay } from '../replay/use-replay.ts';
import css from './graph-view.module.css';

/** Who passed it to whom, and how often so far; below it the same as a table, with everybody in it. */
export function GraphView({ replay }: { replay: Replay }) {
  const { custody } = useShownChain();
  const { ref, width } = useWidth<HTMLDivElement>(640);
  const phone = usePhone();
  const { nodes, edges, more } = useMemo(
    () => graphOf(custody, replay.number, phone ? 8 : 16),
    [custody, replay.number, phone],
  );
  const inner = Math.max(240, width - 36);
  const height = phone ? 300 : 380;
  const place = ({ x, y }: GraphNode) => ({
    x: inner / 2 + x * Math.min(inner / 2 - (phone ? 70 : 150), 260),
    y: height / 2 + y * (height / 2 - 34),
  });
  const places = new Map(nodes.map((node) => [node.holder.address, place(node)]));
  const here = custody.events[replay.number - 1];
  const way = custody.wayOf[replay.number - 1];
  return (
    <>
      <div className={css.root} ref={ref}>
        <svg width={inner} height={height} role="img" aria-label={m.tokens_graph_label()}>
          {edges.map((edge) => (
            <Way
              key={`${edge.way.from} ${edge.way.to}`}
              edge={edge}
              places={places}
              isHere={edge.way === way}
            />
          ))}
          {nodes.map((node) => (
            <Node
              key={node.holder.address}
              node={node}
              at={place(node)}
              isHere={node.holder.address === here?.to}
              // To the event by which they last got it; before that, by which they first will.
              onClick={() => {
                const { received } = node.holder;
                const got = received[countUntil(received, replay.number) - 1] ?? received[0];
                if (got !== undefined) replay.go(got);
              }}
            />
          ))}
        </svg>
        {more > 0 && <p>{m.tokens_graph_more({ count: more })}</p>}
      </div>
      <WaysTable replay={replay} />
    </>
  );
}

interface At {
  readonly x: number;
  readonly y: number;
}

function Way({
  edge,
  places,
  isHere,
}: {
  edge: GraphEdge;
  places: ReadonlyMap<string, At>;
  isHere: boolean;
}) {
  const from = places.get(edge.way.from);
  const to = places.get(edge.way.to);
  if (!from || !to) return null;
  const state = { 'data-gone': edge.times > 0 || undefined, 'data-here': isHere || undefined };
  const stroke = Math.min(5, 1.5 + Math.log2(Math.max(1, edge.times)) * 0.6);
  if (from === to)
    return (
      <path
        className={css.way}
        {...state}
        strokeWidth={stroke}
        d={`M${from.x - 8} ${from.y - 8}c-22 -34 38 -34 16 0`}
      />
    );
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  // Bent to its own side, so that there and back are two lines.
  const bend = { x: (from.x + to.x) / 2 - (dy / length) * 26, y: (from.y + to.y) / 2 + (dx / length) * 26 };
  const end = { x: to.x - bend.x, y: to.y - bend.y };
  const reach = Math.hypot(end.x, end.y) || 1;
  const [ux, uy] = [end.x / reach, end.y / reach];
  const tip = { x: to.x - ux * 13, y: to.y - uy * 13 };
  const base = { x: tip.x - ux * 7, y: tip.y - uy * 7 };
  return (
    <>
      <path
        className={css.way}
        {...state}
        strokeWidth={stroke}
        d={`M${from.x} ${from.y}Q${bend.x} ${bend.y} ${base.x} ${base.y}`}
      />
      <path
        className="head"
        {...state}
        d={`M${tip.x} ${tip.y}L${base.x - uy * 4} ${base.y + ux * 4}L${base.x + uy * 4} ${base.y - ux * 4}Z`}
      />
      {edge.times > 1 && (
        <text
          className={css.times}
          x={(from.x + to.x + 2 * bend.x) / 4}
          y={(from.y + to.y + 2 * bend.y) / 4 + 4}
        >
          {edge.times}
        </text>
      )}
    </>
  );
}

function Node({
  node,
  at,
  isHere,
  onClick,
}: {
  node: GraphNode;
  at: At;
  isHere: boolean;
  onClick: () => void;
}) {
  const { holderOf } = useShownChain();
  const { address } = node.holder;
  const word = holderWord(address, useHolder(holderOf(address)));
  const side = Math.abs(node.x) < 0.25 ? 0 : Math.sign(node.x);
  return (
    // The table has the same holders as rows to be chosen by keyboard.
    <g onClick={onClick}>
      <circle className={css.holder} data-here={isHere || undefined} cx={at.x} cy={at.y} r={9} />
      <text
        className={css.name}
        data-here={isHere || undefined}
        x={at.x + side * 16}
        y={side === 0 ? at.y + Math.sign(node.y) * 22 + 4 : at.y + 4}
        textAnchor={side === 0 ? 'middle' : side > 0 ? 'start' : 'end'}
      >
        {word.length > 22 ? `${word.slice(0, 21)}…` : word}
        <title>{word}</title>
      </text>
    </g>
  );
}

const rowHeight = 40;

function WaysTable({ replay }: { replay: Replay }) {
  const { custody } = useShownChain();
  const { language } = usePreferences();
  const way = custody.wayOf[replay.number - 1];
  // Cells show their row alone, so a row is made again when its count is another one.
  const rows = useMemo(
    () => custody.ways.map((one) => ({ way: one, times: countUntil(one.events, replay.number) })),
    [custody, replay.number],
  );
  const columns = useMemo(
    () => waysColumns(),
    // Heads are words: another language makes others.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
    [language],
  );
  return (
    <div className={css.ways} style={{ height: 34 + Math.min(7, rows.length) * (rowHeight + 1) }}>
      <DataTable
        label={m.tokens_ways_table()}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        rowHeight={rowHeight}
        pageKeys={false}
        current={way && keyOf({ way })}
        onCurrent={(_, { way: { events } }) => {
          const number = events[countUntil(events, replay.number) - 1] ?? events[0];
          if (number !== undefined) replay.go(number);
        }}
      />
    </div>
  );
}

const keyOf = ({ way }: { way: CustodyWay }): string => `${way.from} ${way.to}`;

function waysColumns(): Column<GraphEdge>[] {
  return [
    { id: 'from', head: m.tokens_column_from(), cell: ({ way }) => <End address={way.from} end="from" /> },
    { id: 'to', head: m.tokens_column_to(), cell: ({ way }) => <End address={way.to} end="to" /> },
    {
      id: 'times',
      head: m.tokens_column_times(),
      align: 'right',
      width: 110,
      cell: ({ times }) => <Count count={times} />,
    },
    {
      id: 'all',
      head: m.tokens_column_all(),
      align: 'right',
      width: 80,
      cell: ({ way }) => <Count count={way.events.length} />,
    },
  ];
}

function End({ address, end }: { address: string; end: End }) {
  const { holderOf } = useShownChain();
  return (
    <HolderName
      of={isNobody(address) ? address : holderOf(address)}
      end={end}
      address={false}
      links={false}
    />
  );
}

function Count({ count }: { count: number }) {
  const format = useFormat();
  return <>{format.number(count)}</>;
}
