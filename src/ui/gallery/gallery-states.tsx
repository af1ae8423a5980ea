import { currentTime } from '#clock/clock.ts';
import { Card } from '../card.tsx';
import { ChangesPill } from '../changes-pill.tsx';
import { DropZone } from '../drop-zone.tsx';
import { EmptyState } from '../empty-state.tsx';
import { FailedState } from '../failed-state.tsx';
import { KeyRefused } from '../key-refused.tsx';
import { List, ListItem } from '../list.tsx';
import { LoadingRows } from '../loading-rows.tsx';
import { NothingMatches } from '../nothing-matches.tsx';
import { SegmentedProgress } from '../segmented-progress.tsx';
import { OfflineStrip, PartialStrip, StaleStrip, WarningStrip } from '../strips.tsx';
import { Tray } from '../tray.tsx';
import { Columns } from './gallery-layout.tsx';

const nothing = () => undefined;

function Rows() {
  return (
    <List>
      {[
        'Contrato de arrendamiento, Bodega 14, Ucú',
        'Pagaré 0417, Istmo del Sur',
        'Adenda 2, obra OP-2231',
      ].map((title) => (
        <ListItem
          key={title}
          title={title}
          onOpen={nothing}
          end={<SegmentedProgress segments={{ settled: 1, answered: 1, waiting: 1 }} />}
        />
      ))}
    </List>
  );
}

export function GalleryStates() {
  return (
    <Columns>
      <Card title="Solicitudes" flush>
        <LoadingRows />
      </Card>
      <Card title="Solicitudes" ruled note="0">
        <DropZone
          title="Suelta aquí el primer documento"
          text="PDF, texto o JSON. También puedes escribir un pagaré."
          onFiles={nothing}
        />
      </Card>
      <Card title="Solicitudes" flush note="0">
        <NothingMatches
          total={1284}
          culprit={{ label: 'Firmantes: 4 o más', excludes: 1197, onRemove: nothing }}
          onClearAll={nothing}
        />
      </Card>
      <Card title="Solicitudes" flush>
        <FailedState
          title="No se pudo leer la lista"
          text="El servicio tardó más de 15 s. Nada se perdió ni cambió."
          onRetry={nothing}
          details="GET /signature-requests  504  09:41:52"
        />
      </Card>
      <Card title="Solicitudes" flush note="1,284">
        <PartialStrip have={1100} total={1284} missing="Faltan 4 páginas." onLoad={nothing} />
        <Rows />
      </Card>
      <Card title="Solicitudes" flush note="sin red">
        <OfflineStrip savedAt={currentTime()} />
        <Rows />
      </Card>
      <Card title="Solicitudes" flush note="1,284">
        <StaleStrip updatedAt={currentTime()} onRetry={nothing} />
        <Rows />
      </Card>
      <Card title="Solicitudes" flush>
        <KeyRefused waiting="Tu borrador y 2 envíos esperan." onUse={nothing} onOther={nothing} />
      </Card>
      <Card title="Solicitudes" flush note="1,284" foot={<span>Los más urgentes</span>}>
        <ChangesPill count={3} onShow={nothing} />
        <Rows />
      </Card>
      <Card title="Directorio">
        <EmptyState title="Nadie todavía" text="Aquí estarán los que se vinculen." />
        <WarningStrip>Ricardo queda fuera hasta que se vincule. Se le podrá invitar después.</WarningStrip>
      </Card>
      <Tray
        onFold={nothing}
        onPauseAll={nothing}
        items={[
          {
            id: '1',
            title: 'Enviar 48 avisos de privacidad',
            state: 'running',
            line: '31 de 48 enviados, quedan 40 s',
            progress: 0.64,
            onPause: nothing,
            onCancel: nothing,
          },
          {
            id: '2',
            title: 'Contrato de obra, Torre Mayab',
            state: 'running',
            line: 'Subiendo 129 de 182 MB',
            progress: 0.7,
            onPause: nothing,
            onCancel: nothing,
          },
          {
            id: '3',
            title: 'Certificar NOM-151, 17 testigos',
            state: 'paused',
            line: '9 listos; en pausa por límite de ritmo',
            progress: 0.53,
            onResume: nothing,
            onCancel: nothing,
          },
          {
            id: '4',
            title: 'Convenio de confidencialidad',
            state: 'failed',
            line: '2 de 3 invitaciones creadas. Ricardo Beltrán no tiene vínculo.',
            action: { label: 'Reintentar', onSelect: nothing },
          },
          {
            id: '5',
            title: 'Auditar 2,418 archivos',
            state: 'done',
            line: '2,364 pasan, 9 fallan',
            action: { label: 'CSV', onSelect: nothing },
          },
        ]}
      />
    </Columns>
  );
}
