import { useEffect, useState, type KeyboardEvent } from 'react';
import { useMediaQuery } from '#ui/hooks/use-media-query.ts';
import { eventKey, numberAt, type Custody } from '../custody.ts';

export const speeds = [1, 10, 100] as const;
export type Speed = (typeof speeds)[number];

export interface Replay {
  /** Number of the event that was last, 1 to `count`; 0 where there is none. */
  readonly number: number;
  readonly count: number;
  /** A time between events that the reader pointed at, epoch seconds. */
  readonly pointed: number | undefined;
  readonly playing: boolean;
  readonly speed: Speed;
  go: (number: number) => void;
  /** To a time, and so to the event that was last by then. */
  goTo: (at: number) => void;
  /** Plays from here, or from the first event when it stands at the last; again: pauses. */
  toggle: () => void;
  setSpeed: (speed: Speed) => void;
  /** ← → step, Home and End, space plays. For the controls that stand for an event. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Milliseconds between steps at speed 1; faster ones skip events rather than frames. */
const pace = 700;
const fastest = 70;

/**
 * Which event is shown. Where the reader requested less motion nothing moves by itself: playing then goes one
 * event on.
 *
 * @param start number of the event to begin with
 * @param pointed time to begin with, where it is another one than the event's
 * @param onEvent receives every event that is shown, played or gone to
 */
export function useReplay(
  custody: Custody,
  start: number,
  onEvent: (number: number) => void,
  pointed?: number,
): Replay {
  const count = custody.events.length;
  const [state, setState] = useState<State>(() => ({
    ...stateAt(custody, start),
    ...(pointed !== undefined && { pointed }),
    playing: false,
  }));
  const [speed, setSpeed] = useState<Speed>(1);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  // A chain that was read anew may have more events: the one that is shown stays the same one.
  const known = state.id === undefined ? undefined : custody.numberById.get(state.id);
  const number = Math.min(Math.max(known ?? state.number, Math.min(1, count)), count);
  const playing = state.playing && number < count;

  useEffect(() => {
    if (!playing) return undefined;
    const every = Math.max(fastest, pace / speed);
    const timer = setTimeout(() => {
      const next = Math.min(count, number + Math.max(1, Math.round((every * speed) / pace)));
      setState({ ...stateAt(custody, next), playing: next < count });
      onEvent(next);
    }, every);
    return () => {
      clearTimeout(timer);
    };
  }, [playing, number, count, speed, custody, onEvent]);

  const show = (to: number, pointed?: number): void => {
    const next = Math.max(Math.min(1, count), Math.min(count, to));
    setState({ ...stateAt(custody, next), playing: false, ...(pointed !== undefined && { pointed }) });
    onEvent(next);
  };
  const toggle = (): void => {
    const atEnd = number >= count;
    if (still) show(atEnd ? 1 : number + 1);
    else if (playing) setState({ ...stateAt(custody, number), playing: false });
    else {
      const from = atEnd ? 1 : number;
      setState({ ...stateAt(custody, from), playing: count > 1 });
      onEvent(from);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = keyTarget(event.key, number, count);
    if (event.key === ' ') toggle();
    else if (to !== undefined) show(to);
    else return;
    event.preventDefault();
  };
  return {
    number,
    count,
    pointed: state.pointed,
    playing,
    speed,
    go: (to) => show(to),
    goTo: (at) => show(numberAt(custody, at), at),
    toggle,
    setSpeed,
    onKeyDown,
  };
}

interface State {
  readonly number: number;
  readonly id: string | undefined;
  readonly pointed?: number;
  readonly playing: boolean;
}

function stateAt({ events }: Custody, number: number): Pick<State, 'number' | 'id'> {
  const id = events[number - 1]?.id;
  return { number, id: id === undefined ? undefined : eventKey(id) };
}

function keyTarget(key: string, number: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return number + 1;
    case 'ArrowLeft':
    case 'ArrowUp':
      return number - 1;
    case 'PageDown':
      return number + 10;
    case 'PageUp':
      return number - 10;
    case 'Home':
      return 1;
    case 'End':
      return count;
    default:
      return undefined;
  }
}
