import { useState } from 'react';
import { styled } from '@mui/material/styles';
import { Age } from '../age.tsx';
import { ConservationMarks } from '../conservation-marks.tsx';
import { DataTable, type Column, type Sort } from '../data-table.tsx';
import { HashText } from '../hash-text.tsx';
import { Inspector, InspectorSection, WithInspector } from '../inspector.tsx';
import { Facts } from '../facts.tsx';
import { ink } from '../ink.ts';
import { Instant } from '../instant.tsx';
import { SegmentedProgress } from '../segmented-progress.tsx';

interface Sample {
  id: string;
  name: string;
  at: Date;
}

const Box = styled('div')({
  height: 640,
  border: `1px solid ${ink.line}`,
  '& .pane': { display: 'flex', flexDirection: 'column' },
});
const Name = styled('div')({
  fontWeight: 500,
  '& small': { display: 'block', fontSize: 12, lineHeight: '16px', fontWeight: 400, color: ink.text2 },
});

const start = Date.UTC(2026, 10, 20, 15);
const rows: Sample[] = Array.from({ length: 2000 }, (_, index) => ({
  id: `66f1c2a9d0b4${index.toString(16).padStart(6, '0')}`,
  name: `Contrato de arrendamiento ${index + 1}`,
  at: new Date(start - index * 5_400_000),
}));

const columns: Column<Sample>[] = [
  {
    id: 'name',
    head: 'Documento',
    sortable: true,
    cell: (row) => (
      <Name>
        {row.name}
        <small>PDF, 8 páginas</small>
      </Name>
    ),
  },
  {
    id: 'progress',
    head: 'Avance',
    width: 130,
    cell: () => <SegmentedProgress segments={{ settled: 2, waiting: 1 }} />,
  },
  { id: 'age', head: 'Edad', align: 'right', width: 80, cell: (row) => <Age since={row.at} stuck /> },
  {
    id: 'marks',
    head: 'Conservación',
    width: 110,
    cell: () => (
      <ConservationMarks
        nom151={{ state: 'service' }}
        merkle={{ state: 'queued' }}
        external={{ state: 'PASSED' }}
      />
    ),
  },
  {
    id: 'changed',
    head: 'Cambió',
    align: 'right',
    width: 120,
    sortable: true,
    cell: (row) => <Instant at={row.at} form="list" />,
  },
];

export function GalleryTable() {
  const [current, setCurrent] = useState<string | undefined>(rows[1]?.id);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [sort, setSort] = useState<Sort>({ id: 'changed', direction: 'desc' });
  const shown = rows.find((row) => row.id === current);
  return (
    <Box>
      <WithInspector>
        <div className="pane">
          <DataTable
            label="Solicitudes"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowName={(row) => row.name}
            current={current}
            onCurrent={setCurrent}
            checked={checked}
            onChecked={setChecked}
            sort={sort}
            onSort={setSort}
            changed={new Set(rows.slice(2, 3).map((row) => row.id))}
          />
        </div>
        {shown && (
          <Inspector
            kind={<HashText label="Solicitud" value={shown.id} size="id" copy={false} />}
            title={shown.name}
            state="Espera a Luis Alberto Canché Poot desde hace 9 días."
            onClose={() => {
              setCurrent(undefined);
            }}
          >
            <InspectorSection>
              <h3>Documento</h3>
              <Facts facts={[{ label: 'Creada', value: <Instant at={shown.at} form="minute" /> }]} />
            </InspectorSection>
          </Inspector>
        )}
      </WithInspector>
    </Box>
  );
}
