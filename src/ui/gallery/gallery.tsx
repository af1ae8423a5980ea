import { useState } from 'react';
import { styled } from '@mui/material/styles';
import { type } from '../ink.ts';
import { SegmentedControl } from '../segmented-control.tsx';
import { TabPanel, Tabs } from '../tabs.tsx';
import { usePreferences } from '../preferences.tsx';
import { GalleryForms } from './gallery-forms.tsx';
import { GalleryMarks } from './gallery-marks.tsx';
import { GalleryStates } from './gallery-states.tsx';
import { GalleryTable } from './gallery-table.tsx';

const Root = styled('main')({
  display: 'flex',
  flexDirection: 'column',
  gap: 20,
  padding: 'var(--page-padding)',
});
const Title = styled('h1')(type.title);
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' });

const tabs = [
  { id: 'marks', label: 'Marks' },
  { id: 'forms', label: 'Forms' },
  { id: 'states', label: 'States' },
  { id: 'table', label: 'Table' },
] as const;

export type GalleryTab = (typeof tabs)[number]['id'];

/** Every part on one page, for looking at it in both themes and languages. Never part of the first page. */
export function Gallery({ start = 'marks' }: { start?: GalleryTab | undefined }) {
  const [tab, setTab] = useState<GalleryTab>(start);
  const { theme, language, density, set } = usePreferences();
  return (
    <Root>
      <Title>Gallery</Title>
      <Head>
        <SegmentedControl
          label="Theme"
          value={theme}
          onChange={(value) => {
            set({ theme: value });
          }}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'system', label: 'System' },
          ]}
        />
        <SegmentedControl
          label="Language"
          value={language}
          onChange={(value) => {
            set({ language: value });
          }}
          options={[
            { value: 'en', label: 'English' },
            { value: 'es-MX', label: 'Español' },
          ]}
        />
        <SegmentedControl
          label="Density"
          value={density}
          onChange={(value) => {
            set({ density: value });
          }}
          options={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
        />
      </Head>
      <Tabs label="Parts" tabs={tabs} selected={tab} onSelect={setTab} panelId="gallery" />
      <TabPanel id="gallery" selected={tab}>
        {tab === 'marks' && <GalleryMarks />}
        {tab === 'forms' && <GalleryForms />}
        {tab === 'states' && <GalleryStates />}
        {tab === 'table' && <GalleryTable />}
      </TabPanel>
    </Root>
  );
}
