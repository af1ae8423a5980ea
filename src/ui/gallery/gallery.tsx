import type { ReactNode } from 'react';
import ServiceIcon from '@mui/icons-material/CloudOutlined';
import { Button } from '../actions/button.tsx';
import { StatusChip } from '../data/status-chip.tsx';
import { StaleStrip } from '../feedback/strips.tsx';
import { Checkbox } from '../inputs/checkbox.tsx';
import { SegmentedControl } from '../inputs/segmented-control.tsx';
import { SelectInput } from '../inputs/select-input.tsx';
import { TextInput } from '../inputs/text-input.tsx';
import { Card } from '../layout/card.tsx';
import { PageFrame } from '../layout/page-frame.tsx';
import { usePreferences } from '../theme/preferences.tsx';
import { ink, type } from '../theme/tokens.ts';
import { VerdictChip } from '../verdicts/verdict-chip.tsx';
import css from './gallery.module.css';

const verdicts = ['PASSED', 'FAILED', 'INDETERMINATE', 'NOT_RUN', 'NOT_APPLICABLE', 'RUNNING'] as const;

/** The theme on one page, for looking at it while developing: colours, type, controls and verdicts. */
export function Gallery() {
  return (
    <PageFrame title="Theme">
      <div className={css.root}>
        <ThemeSwitches />
        <Samples title="Colours">
          {Object.entries(ink).map(([name, color]) => (
            <div key={name} className={css.swatch}>
              <span style={name === 'shadow' ? { boxShadow: color } : { background: color }} />
              {name}
            </div>
          ))}
        </Samples>
        <Samples title="Type">
          {Object.entries(type).map(([role, style]) => (
            <span key={role} style={style}>
              {role}
            </span>
          ))}
        </Samples>
        <Samples title="Buttons">
          <Button variant="contained">Contained</Button>
          <Button>Outlined</Button>
          <Button variant="text">Text</Button>
          <Button disabled>Disabled</Button>
          <Button loading>Loading</Button>
        </Samples>
        <Samples title="Inputs">
          <TextInput label="Text" defaultValue="Value" />
          <TextInput label="Wrong" defaultValue="Value" error="The field and the rule" />
          <SelectInput label="Select" options={[{ value: 'one', label: 'One' }]} defaultValue="one" />
          <Checkbox label="Checkbox" defaultChecked />
        </Samples>
        <Samples title="Verdicts and states">
          {verdicts.map((state) => (
            <VerdictChip key={state} state={state} />
          ))}
          {(['waiting', 'answered', 'settled', 'refused', 'draft'] as const).map((tone) => (
            <StatusChip key={tone} tone={tone} icon={<ServiceIcon aria-hidden="true" />}>
              {tone}
            </StatusChip>
          ))}
        </Samples>
        <StaleStrip updatedAt={0} onRetry={() => undefined} />
      </div>
    </PageFrame>
  );
}

function Samples({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className={css.samples}>{children}</div>
    </Card>
  );
}

function ThemeSwitches() {
  const { theme, density, language, set } = usePreferences();
  return (
    <div className={css.samples}>
      <SegmentedControl
        label="Theme"
        value={theme}
        options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: value }))}
        onChange={(value) => set({ theme: value })}
      />
      <SegmentedControl
        label="Density"
        value={density}
        options={(['comfortable', 'compact'] as const).map((value) => ({ value, label: value }))}
        onChange={(value) => set({ density: value })}
      />
      <SegmentedControl
        label="Language"
        value={language}
        options={(['es-MX', 'en'] as const).map((value) => ({ value, label: value }))}
        onChange={(value) => set({ language: value })}
      />
    </div>
  );
}
