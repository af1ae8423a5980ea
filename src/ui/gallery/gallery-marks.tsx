import ApprovalIcon from '@mui/icons-material/ApprovalOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import DrawIcon from '@mui/icons-material/DrawOutlined';
import EditNoteIcon from '@mui/icons-material/EditNoteOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { currentTime } from '#clock/clock.ts';
import { Age } from '../age.tsx';
import { BarChart } from '../bar-chart.tsx';
import { BasisMark } from '../basis-mark.tsx';
import { CheckRow } from '../check-row.tsx';
import { ConservationMarks, type MarkState } from '../conservation-marks.tsx';
import { FigureCard } from '../figure-card.tsx';
import { HashText } from '../hash-text.tsx';
import { Instant } from '../instant.tsx';
import { LiveMark } from '../live-mark.tsx';
import { Money } from '../money.tsx';
import { PersonLine } from '../person-line.tsx';
import { QrCode } from '../qr-code.tsx';
import { SegmentedProgress, type Segments } from '../segmented-progress.tsx';
import { StatusChip } from '../status-chip.tsx';
import { Timeline, TimelineItem } from '../timeline.tsx';
import { VerdictBanner } from '../verdict-banner.tsx';
import { VerdictChip, WarningsChip } from '../verdict-chip.tsx';
import { VerdictShape, type VerdictState } from '../verdict-shape.tsx';
import { Columns, Specimen } from './gallery-layout.tsx';

const hash = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
const verdicts: VerdictState[] = [
  'PASSED',
  'FAILED',
  'INDETERMINATE',
  'NOT_RUN',
  'NOT_APPLICABLE',
  'RUNNING',
];
const marks: MarkState[] = ['absent', 'queued', 'service', 'PASSED', 'FAILED', 'INDETERMINATE'];
const progress: Segments[] = [
  { settled: 2, waiting: 1 },
  { answered: 3 },
  { answered: 1, refused: 1, waiting: 1 },
  { waiting: 3 },
  { draft: 2 },
  { settled: 24, answered: 7, waiting: 17 },
];

export function GalleryMarks() {
  return (
    <Columns>
      <div>
        <Specimen title="Status, said by the service">
          <StatusChip tone="waiting" icon={<ScheduleIcon />}>
            Pendiente
          </StatusChip>
          <StatusChip tone="answered" icon={<DrawIcon />}>
            Firmado
          </StatusChip>
          <StatusChip tone="settled" icon={<ApprovalIcon />}>
            Atestiguado
          </StatusChip>
          <StatusChip tone="refused" icon={<BlockIcon />}>
            Rechazado
          </StatusChip>
          <StatusChip tone="draft" icon={<EditNoteIcon />}>
            Borrador
          </StatusChip>
        </Specimen>
        <Specimen title="Verdict, computed here">
          {verdicts.map((state) => (
            <VerdictChip key={state} state={state} />
          ))}
          <WarningsChip count={2} />
        </Specimen>
        <Specimen title="Filled counts, outlined only warns">
          {(['FAILED', 'INDETERMINATE'] as const).flatMap((state) =>
            [false, true].map((warns) => (
              <span key={`${state}${warns}`} style={{ fontSize: 20, display: 'flex' }}>
                <VerdictShape state={state} warns={warns} />
              </span>
            )),
          )}
        </Specimen>
        <Specimen title="Basis">
          <BasisMark basis="RECOMPUTED" />
          <BasisMark basis="CHAIN" />
          <BasisMark basis="PINNED" />
          <BasisMark basis="SERVER" />
        </Specimen>
        <Specimen title="Segmented progress">
          {progress.map((segments, index) => (
            <SegmentedProgress key={index} segments={segments} />
          ))}
        </Specimen>
        <Specimen title="Conservation marks">
          {marks.map((state) => (
            <ConservationMarks key={state} nom151={{ state }} merkle={{ state }} external={{ state }} />
          ))}
        </Specimen>
        <Specimen title="Hash and id">
          <HashText label="SHA-256" value={hash} />
          <HashText label="Solicitud" value="66f1c2a9d0b4e1f4e7" size="id" />
          <HashText label="SHA-256" value={hash} whole />
          <HashText
            label="SHA-256"
            value={hash}
            comparedTo={hash.replace('b726', 'b736')}
            whole
            copy={false}
          />
        </Specimen>
        <Specimen title="Instant, age, live, money">
          <Instant at="2026-11-18T23:41:07Z" />
          <Instant at="2026-11-18T23:41:07Z" form="minute" />
          <Instant at={currentTime()} form="list" />
          <Instant at={currentTime()} form="relative" />
          <Age since="2026-11-10T00:00:00Z" late />
          <LiveMark updatedAt={currentTime()} />
          <LiveMark updatedAt={new Date('2026-11-18T23:41:07Z')} />
          <Money amount="480000" currency="MXN" />
        </Specimen>
      </div>
      <div>
        <Specimen title="Verdict banners">
          <VerdictBanner
            state="PASSED"
            sentence="Este documento existía a más tardar el 18 nov 2026."
            facts="Aprobado."
          />
          <VerdictBanner
            state="PASSED"
            warned
            sentence="Este documento existía a más tardar el 18 nov 2026."
            facts={<VerdictChip state="PASSED" warnings={2} />}
          />
          <VerdictBanner
            state="INDETERMINATE"
            sentence="Nadie preguntó todavía a la cadena."
            facts="Indeterminado."
          />
          <VerdictBanner
            state="FAILED"
            sentence="La ruta no llega a la raíz declarada."
            facts="Falló aquí."
          />
        </Specimen>
        <Specimen title="Checks">
          <div style={{ width: '100%' }}>
            <CheckRow state="PASSED" statement="La firma RSA corresponde al documento" basis="RECOMPUTED" />
            <CheckRow
              state="FAILED"
              statement="La ruta llega a la raíz"
              basis="RECOMPUTED"
              detail="merkle.root: 48dbc4…a5c1"
            />
            <CheckRow
              state="INDETERMINATE"
              statement="La cadena contiene el ancla"
              basis="CHAIN"
              detail="Elige un RPC"
            />
            <CheckRow state="FAILED" warns statement="El uso de la clave" basis="PINNED" />
            <CheckRow state="NOT_RUN" statement="La hora del servicio" basis="SERVER" />
          </div>
        </Specimen>
        <Specimen title="Series">
          <div style={{ width: '100%' }}>
            <BarChart
              label="Solicitudes por día"
              legend
              series={[
                { id: 'a', label: 'Finalizadas', look: 'filled' },
                { id: 'b', label: 'En espera', look: 'hollow' },
                { id: 'c', label: 'Rechazadas', look: 'refused' },
              ]}
              bars={[31, 44, 38, 12, 6, 40, 47, 51, 38, 44, 13, 5].map((count, index) => ({
                label: `${index + 1} nov`,
                values: [count, index % 4, index % 5 === 0 ? 2 : 0],
              }))}
            />
          </div>
        </Specimen>
      </div>
      <div>
        <Specimen title="Person">
          <PersonLine
            name="María Fernanda Ortega Ruiz"
            codes={['OERF880412Q45', 'OERF880412MYNRZR04']}
            facts="Firmó 11 nov, 12:04"
            end={
              <StatusChip tone="settled" icon={<ApprovalIcon />}>
                Atestiguado
              </StatusChip>
            }
          />
        </Specimen>
        <Specimen title="Figures">
          <FigureCard
            figure="716"
            label="NOM-151 individuales"
            used={{ value: 284, max: 1000 }}
            note="Alcanza 23 d a este ritmo"
          />
        </Specimen>
        <Specimen title="Timeline">
          <Timeline>
            <TimelineItem title="Se creó la solicitud" time="hoy 09:12" />
            <TimelineItem
              title="María Fernanda firmó"
              detail="Certificado vigente"
              tone="accent"
              icon={<DrawIcon />}
              time="hoy 09:38"
            />
            <TimelineItem title="Falta Luis Alberto" future />
          </Timeline>
        </Specimen>
        <Specimen title="QR">
          <QrCode value="https://example.invalid/link/1" label="Código QR del vínculo" />
        </Specimen>
      </div>
    </Columns>
  );
}
