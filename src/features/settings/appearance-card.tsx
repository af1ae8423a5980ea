import { Card } from '#ui/layout/card.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { m } from '#i18n/messages.ts';
import { Setting } from './setting.tsx';

export function AppearanceCard() {
  const { language, theme, density, set } = usePreferences();
  const phone = usePhone();
  return (
    <Card title={m.settings_appearance()}>
      <Setting name={m.shell_language()}>
        <SegmentedControl
          label={m.shell_language()}
          value={language}
          onChange={(chosen) => {
            set({ language: chosen });
          }}
          options={[
            { value: 'es-MX', label: <span lang="es-MX">{m.shell_language_es()}</span> },
            { value: 'en', label: <span lang="en">{m.shell_language_en()}</span> },
          ]}
        />
      </Setting>
      <Setting name={m.shell_theme()}>
        <SegmentedControl
          label={m.shell_theme()}
          value={theme}
          onChange={(chosen) => {
            set({ theme: chosen });
          }}
          options={[
            { value: 'system', label: m.shell_theme_system() },
            { value: 'light', label: m.shell_theme_light() },
            { value: 'dark', label: m.shell_theme_dark() },
          ]}
        />
      </Setting>
      {/* Fingers need the space: the phone has one density. */}
      {!phone && (
        <Setting name={m.shell_density()}>
          <SegmentedControl
            label={m.shell_density()}
            value={density}
            onChange={(chosen) => {
              set({ density: chosen });
            }}
            options={[
              { value: 'comfortable', label: m.shell_density_comfortable() },
              { value: 'compact', label: m.shell_density_compact() },
            ]}
          />
        </Setting>
      )}
    </Card>
  );
}
