import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { useMutation, useQuery } from '@tanstack/react-query';
import { isDay, isoOf } from '#clock/instants.ts';
import { isAbsent } from '#client/session/capabilities.ts';
import { sandbox } from '#client/families/sandbox.ts';
import type { SandboxClockMove } from '#client/sandbox.ts';
import { useHost } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { DateInput } from '#ui/inputs/date/date-input.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { addDays, dayOf, startOfDay } from '#widgets/days.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { PartAbsent } from './part-absent.tsx';
import css from './clock-card.module.css';

const hour = 3_600;
const day = 24 * hour;

const writtenFrom = (tomorrow: string) =>
  z.object({ day: z.string().check(z.refine((day) => isDay(day) && day >= tomorrow)) });

/** The clock of the sandbox: what it shows, and forward. It never goes back, so each move is to be confirmed. */
export function ClockCard() {
  const { fetch: fetcher, origin } = useHost();
  const query = useQuery({ ...sandbox(fetcher, origin).clock(), refetchInterval: 15_000 });
  // A sandbox of an older build has none.
  if (isAbsent(query.error) && !query.data) return <PartAbsent title={m.sandbox_clock()} />;
  return (
    <Card title={m.sandbox_clock()}>
      <Stack>
        <QueryView
          query={query}
          what={m.sandbox_what_clock()}
          loading={<Clock reported={undefined} reportedAt={0} ahead={0} />}
        >
          {({ now, offset }) => (
            <Clock reported={Date.parse(now)} reportedAt={query.dataUpdatedAt} ahead={offset} />
          )}
        </QueryView>
      </Stack>
    </Card>
  );
}

/**
 * @param reported what the clock showed when it was read; undefined until then: nothing can be moved
 * @param reportedAt when that was, by this device, whose own clock may be wrong
 * @param ahead seconds that it is ahead of the clock of the server
 */
function Clock({
  reported,
  reportedAt,
  ahead,
}: {
  reported: number | undefined;
  reportedAt: number;
  ahead: number;
}) {
  const { fetch: fetcher, origin } = useHost();
  const { zone } = usePreferences();
  const format = useFormat();
  const snack = useSnack();
  // What ticks may be a moment older than the answer.
  const here = useNow(1000);
  const now = reported === undefined ? here : new Date(reported + Math.max(0, here.getTime() - reportedAt));
  const tomorrow = addDays(dayOf(now, zone), 1);
  const [move, setMove] = useState<SandboxClockMove>();
  const { control, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(writtenFrom(tomorrow)),
    defaultValues: { day: '' },
  });
  const written = (at: Date): string => `${format.dayTime(at, true)} ${format.zone(at)}`;
  const advance = useMutation({
    ...sandbox(fetcher, origin).advanceClock(),
    onSuccess: ({ now: shown }) => {
      setMove(undefined);
      reset();
      snack({ text: m.sandbox_clock_moved({ time: written(new Date(shown)) }) });
    },
  });
  const propose = (next: SandboxClockMove): void => {
    advance.reset();
    setMove(next);
  };
  const target = move && ('at' in move ? new Date(move.at) : new Date(now.getTime() + move.advance * 1000));
  return (
    <Stack style={{ gap: 12 }}>
      {reported === undefined ? (
        <LoadingRows count={1} kind="queue" rowHeight={42} lines={2} ends={false} />
      ) : (
        <Shown time={written(now)} ahead={ahead} />
      )}
      <p className={css.note}>{m.sandbox_clock_text()}</p>
      {target ? (
        <ConfirmInPlace
          destructive={false}
          title={m.sandbox_clock_confirm({ time: written(target) })}
          text={m.sandbox_clock_confirm_text()}
          confirm={m.sandbox_clock_advance()}
          working={advance.isPending}
          onConfirm={() => advance.mutate(move)}
          onKeep={() => setMove(undefined)}
        />
      ) : (
        <Row
          className={css.moves}
          style={{ alignItems: 'flex-start', gap: '12px 8px' }}
          inert={reported === undefined}
          aria-hidden={reported === undefined || undefined}
        >
          <Button onClick={() => propose({ advance: hour })}>{m.sandbox_clock_hour()}</Button>
          <Button onClick={() => propose({ advance: day })}>{m.sandbox_clock_day()}</Button>
          <Button onClick={() => propose({ advance: 30 * day })}>{m.sandbox_clock_month()}</Button>
          <form
            className={css.day}
            noValidate
            onSubmit={(event) =>
              void handleSubmit((written) => propose({ at: isoOf(startOfDay(written.day, zone)) }))(event)
            }
          >
            <Controller
              control={control}
              name="day"
              render={({ field }) => (
                <DateInput
                  {...field}
                  label={m.sandbox_clock_date()}
                  min={tomorrow}
                  error={formState.errors.day && m.sandbox_clock_date_bad()}
                />
              )}
            />
            <Button type="submit">{m.sandbox_clock_to_date()}</Button>
          </form>
        </Row>
      )}
      {advance.error ? (
        <p className={css.failed} role="alert">
          <FailureText error={advance.error} />
        </p>
      ) : null}
    </Stack>
  );
}

function Shown({ time, ahead }: { time: string; ahead: number }) {
  return (
    <div>
      <p className={css.time}>{time}</p>
      <p className={css.note}>
        {ahead < 1 ? m.sandbox_clock_same() : m.sandbox_clock_ahead({ time: spanOf(ahead) })}
      </p>
    </div>
  );
}

/** `2 d 3 h`, `45 min`: the two largest units. */
function spanOf(seconds: number): string {
  const parts = [
    [Math.floor(seconds / day), 'd'],
    [Math.floor((seconds % day) / hour), 'h'],
    [Math.floor((seconds % hour) / 60), 'min'],
    [Math.floor(seconds % 60), 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
