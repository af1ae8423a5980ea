import PauseIcon from '@mui/icons-material/Pause';
import PlayIcon from '@mui/icons-material/PlayArrow';
import NextIcon from '@mui/icons-material/SkipNext';
import FirstIcon from '@mui/icons-material/SkipPrevious';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { Ticks, Track } from '../../drawings/stepper-bar.tsx';
import { speeds, type Replay, type Speed } from './use-replay.ts';
import css from './replay-bar.module.css';

/** More events than this are worth going through faster. */
const manyEvents = 24;

/**
 * First, play, next, a slider over all events, and where it stands in words.
 *
 * @param total of the events, in words
 */
export function ReplayBar({ replay, spoken, total }: { replay: Replay; spoken: string; total: string }) {
  const { number, count, playing, go, toggle } = replay;
  const format = useFormat();
  return (
    <div className={css.root} role="group" aria-label={m.tokens_replay()}>
      <div className={css.buttons}>
        <IconButton
          outlined
          label={m.tokens_replay_first()}
          icon={<FirstIcon />}
          disabled={number <= 1}
          onClick={() => go(1)}
        />
        <IconButton
          outlined
          label={playing ? m.tokens_replay_pause() : m.tokens_replay_play()}
          icon={playing ? <PauseIcon /> : <PlayIcon />}
          disabled={count <= 1}
          onClick={toggle}
        />
        <IconButton
          outlined
          label={m.tokens_replay_next()}
          icon={<NextIcon />}
          disabled={number >= count}
          onClick={() => go(number + 1)}
        />
      </div>
      <Track>
        <Ticks step={Math.max(0, number - 1)} last={Math.max(0, count - 1)} />
        <input
          type="range"
          min={Math.min(1, count)}
          max={count}
          value={number}
          disabled={count <= 1}
          aria-label={m.tokens_replay_slider()}
          aria-valuetext={spoken}
          onKeyDown={replay.onKeyDown}
          onChange={(event) => go(event.currentTarget.valueAsNumber)}
        />
      </Track>
      <div className={css.caption} aria-hidden="true">
        {m.tokens_after_event({ number: format.number(number), count: total })}
      </div>
      {count > manyEvents && (
        <SegmentedControl
          label={m.tokens_replay_speed()}
          value={String(replay.speed)}
          onChange={(value) =>
            replay.setSpeed(speeds.find((one) => String(one) === value) ?? (1 satisfies Speed))
          }
          options={speeds.map((one) => ({ value: String(one), label: `${one}×` }))}
        />
      )}
    </div>
  );
}
