import { useMemo } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { defaultTimeZone, usePreferences } from '#ui/theme/preferences.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { zoneName } from '#ui/formats/zone-name.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { m } from '#i18n/messages.ts';
import { Setting } from './setting.tsx';
import css from './time-card.module.css';

/** In which zone the app shows instants, and where a day begins in its filters. */
export function TimeCard() {
  const { timeZone, utc, set } = usePreferences();
  const format = useFormat();
  const now = useNow(1000);
  const zones = useMemo(() => zonesWith(timeZone), [timeZone]);
  return (
    <Card title={m.settings_time()}>
      <Setting name={m.shell_time_zone()}>
        <SelectInput
          hideLabel
          label={m.shell_time_zone()}
          value={timeZone}
          options={zones.map((zone) => ({ value: zone, label: zoneName(zone) }))}
          onChange={(event) => {
            set({ timeZone: event.target.value });
          }}
        />
      </Setting>
      <Setting name="UTC">
        <Switch
          label={m.shell_utc_label()}
          help={m.settings_utc_help()}
          checked={utc}
          onChange={(event) => {
            set({ utc: event.target.checked });
          }}
        />
      </Setting>
      <p className={css.now}>
        {m.settings_now({ time: `${format.dayTime(now, true)} ${format.zone(now)}` })}
      </p>
    </Card>
  );
}

/** Mexico's zones first, because that is where most days of this app begin; then all that the browser knows. */
function zonesWith(chosen: string): string[] {
  const mexican = [
    defaultTimeZone,
    'America/Merida',
    'America/Cancun',
    'America/Monterrey',
    'America/Chihuahua',
    'America/Hermosillo',
    'America/Mazatlan',
    'America/Tijuana',
  ];
  return [...new Set([...mexican, chosen, ...Intl.supportedValuesOf('timeZone')])];
}
