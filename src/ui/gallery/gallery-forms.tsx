import { useState } from 'react';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import SendIcon from '@mui/icons-material/SendOutlined';
import VerifyIcon from '@mui/icons-material/FactCheckOutlined';
import { Button, LinkButton } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { ConfirmInPlace } from '../confirm-in-place.tsx';
import { Dialog } from '../dialog.tsx';
import { DropZone } from '../drop-zone.tsx';
import { DateInput } from '../date-input.tsx';
import { FilterBar, FilterChip, ToggleChip } from '../filter-chip.tsx';
import { IconButton } from '../icon-button.tsx';
import { Menu } from '../menu.tsx';
import { SearchInput } from '../search-input.tsx';
import { SegmentedControl } from '../segmented-control.tsx';
import { SelectInput } from '../select-input.tsx';
import { useSnack } from '../snackbar.tsx';
import { Stepper } from '../stepper.tsx';
import { Switch } from '../switch.tsx';
import { TextArea, TextInput } from '../text-input.tsx';
import { Columns, Specimen } from './gallery-layout.tsx';

export function GalleryForms() {
  const [dialog, setDialog] = useState(false);
  const [kind, setKind] = useState<'file' | 'text' | 'iou'>('file');
  const [search, setSearch] = useState('');
  const [on, setOn] = useState(true);
  const [status, setStatus] = useState<string | undefined>('Rechazada');
  const snack = useSnack();
  return (
    <Columns>
      <div>
        <Specimen title="Buttons: one primary per view">
          <Button variant="contained" icon={<SendIcon />}>
            Enviar
          </Button>
          <Button icon={<VerifyIcon />}>Verificar</Button>
          <Button variant="text">Copiar enlace</Button>
          <Button variant="destructive">Quitar vínculo</Button>
          <Button disabled>Sin vínculo</Button>
          <Button variant="contained" loading>
            Enviando
          </Button>
          <Button loading>Guardando</Button>
          <LinkButton to="/">Abrir</LinkButton>
        </Specimen>
        <Specimen title="Menu, dialog, snackbar">
          <Menu
            label="Acciones"
            placement="bottom-start"
            items={[
              { id: 'open', label: 'Abrir', onSelect: () => undefined },
              { id: 'copy', label: 'Copiar enlace', detail: 'Para los que no han firmado' },
              { id: 'off', label: 'Certificar', detail: 'Ya está certificada', disabled: true },
              { id: 'drop', label: 'Eliminar borrador', destructive: true, separated: true },
            ]}
          >
            {(trigger) => <IconButton outlined label="Más acciones" icon={<MoreIcon />} {...trigger} />}
          </Menu>
          <Button
            onClick={() => {
              setDialog(true);
            }}
          >
            Abrir diálogo
          </Button>
          <Button
            onClick={() => {
              snack({ text: 'Enviada a 2 firmantes', action: { label: 'Abrir', onSelect: () => undefined } });
            }}
          >
            Confirmar
          </Button>
          <Dialog
            open={dialog}
            onClose={() => {
              setDialog(false);
            }}
            title="Atajos de teclado"
            actions={
              <Button
                onClick={() => {
                  setDialog(false);
                }}
              >
                Cerrar
              </Button>
            }
          >
            <TextInput label="Nombre" />
          </Dialog>
        </Specimen>
        <Specimen title="Filters">
          <FilterBar>
            <SearchInput label="Nombre, RFC, id" value={search} onChange={setSearch} />
            <FilterChip
              label="Estado"
              value={status}
              count="9"
              onClear={() => {
                setStatus(undefined);
              }}
            >
              {(close) => (
                <Button
                  onClick={() => {
                    setStatus('Rechazada');
                    close();
                  }}
                >
                  Rechazada
                </Button>
              )}
            </FilterChip>
            <FilterChip label="Firmante" onClear={() => undefined}>
              {() => <TextInput label="Nombre" />}
            </FilterChip>
            <FilterChip label="Red" count="0" empty onClear={() => undefined}>
              {() => 'Ninguna'}
            </FilterChip>
            <ToggleChip label="Todo" count="23" on={on} onChange={setOn} />
          </FilterBar>
        </Specimen>
      </div>
      <div>
        <Specimen title="Fields">
          <TextInput label="Nombre" defaultValue="Contrato de obra, Torre Mayab" />
          <TextInput
            label="RFC"
            code
            defaultValue="OERF88041"
            error="Faltan 4 caracteres: un RFC de persona tiene 13."
          />
          <TextInput
            label="Correo"
            optional
            help="Para avisarle cuando firme."
            placeholder="nombre@empresa.mx"
          />
          <TextInput label="Clave" disabled defaultValue="No se puede cambiar" />
          <DateInput label="Vence" value="2026-11-25" onChange={() => undefined} />
          <SelectInput label="Moneda" options={[{ value: 'MXN', label: 'Peso mexicano (MXN)' }]} />
          <TextArea label="Texto" rows={3} defaultValue="Debo y pagaré" />
        </Specimen>
      </div>
      <div>
        <Specimen title="Choices">
          <Switch label="Conservar con NOM-151" help="Usa 1 de 716 constancias individuales" defaultChecked />
          <Switch label="Dejar en borrador" help="Se guarda en el servicio y no se envía" />
          <Switch label="Alterar un byte" danger defaultChecked />
          <Checkbox label="Recordar en esta pestaña" defaultChecked />
          <Checkbox label="Algunas" indeterminate />
          <Checkbox label="Ninguna" />
          <SegmentedControl
            label="Tipo"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'file', label: 'Archivo' },
              { value: 'text', label: 'Texto' },
              { value: 'iou', label: 'Pagaré (IOU)' },
            ]}
          />
        </Specimen>
        <Specimen title="Drop">
          <DropZone title="Suelta aquí el documento" text="PDF, texto o JSON." onFiles={() => undefined} />
          <DropZone small title="Suelta otro" primary={false} onFiles={() => undefined} />
        </Specimen>
        <Specimen title="What will happen">
          <Stepper
            label="Al enviar"
            steps={[
              { id: '1', title: 'Se sube el documento', detail: '182.4 MB', state: 'done' },
              {
                id: '2',
                title: 'Se crea la solicitud',
                detail: 'Grupo Ceibal, con NOM-151',
                state: 'running',
              },
              { id: '3', title: 'Se invita a 2 firmantes', detail: 'Les llega en su aplicación' },
            ]}
          />
        </Specimen>
        <Specimen title="Confirm in place">
          <ConfirmInPlace
            title="¿Quitar el vínculo con Elsa Herrera?"
            text="2 invitaciones pendientes quedarán sin poder reenviarse."
            confirm="Quitar vínculo"
            keep="Conservar"
            onConfirm={() => undefined}
            onKeep={() => undefined}
          />
        </Specimen>
      </div>
    </Columns>
  );
}
