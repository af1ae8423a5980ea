import { zodResolver } from '@hookform/resolvers/zod';
import PasteIcon from '@mui/icons-material/ContentPasteOutlined';
import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod/mini';
import { Button } from '#ui/actions/button.tsx';
import { Row, Stack } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/inputs/checkbox.tsx';
import { DropZone } from '#ui/inputs/drop-zone.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import RetryIcon from '@mui/icons-material/ReplayOutlined';
import type { Separator } from '#widgets/files/csv.ts';
import {
  encodings,
  separators,
  tableLimits,
  type Encoding,
  type ReadChoices,
  type ReadTable,
} from '#widgets/table-reading/table.ts';
import { m } from '#i18n/messages.ts';
import { encodingWord, faultWords, separatorWord } from './table-texts.ts';
import { StepCard } from '../prepare/step-card.tsx';
import type { TableReading } from './use-table.ts';
import type { TableView } from '../prepare/work.ts';
import type { BulkWork } from '../prepare/work-record.ts';
import css from './table-card.module.css';

const Pasted = z.object({
  text: z.string().check(z.regex(/\S/, { error: () => m.bulk_paste_needed() })),
});

/** Step 2: the table, from a file or pasted; how it was read, and in which other ways it can be. */
export function TableCard({
  work,
  view,
  reading,
  onFile,
  onPaste,
  onChoices,
  onHeader,
}: {
  work: BulkWork;
  view: TableView;
  reading: TableReading;
  onFile: (file: File) => void;
  onPaste: (text: string) => void;
  onChoices: (choices: ReadChoices) => void;
  onHeader: (header: boolean) => void;
}) {
  const format = useFormat();
  const [isPasting, setIsPasting] = useState(false);
  // The form outlives its fields, so that a text that is put aside is there when pasting is opened again.
  const form = useForm({ resolver: zodResolver(Pasted), defaultValues: { text: '' } });
  const { setFocus } = form;
  useEffect(() => {
    if (isPasting) setFocus('text');
  }, [isPasting, setFocus]);
  const { table, source } = work;
  const done = view.rows.filter(({ prior }) => prior?.state === 'done').length;
  return (
    <StepCard
      number={2}
      title={m.bulk_table()}
      done={view.rows.length > 0 && !reading.fault}
      note={
        table &&
        m.bulk_table_note({
          rows: view.rows.length,
          columns: view.columns.length,
          shownRows: format.number(view.rows.length),
          shownColumns: format.number(view.columns.length),
        })
      }
    >
      <Stack>
        {isPasting ? (
          <PasteForm
            form={form}
            onPaste={(text) => {
              onPaste(text);
              setIsPasting(false);
              form.reset();
            }}
            onCancel={() => setIsPasting(false)}
          />
        ) : (
          <DropZone
            title={table ? (visibleName(source?.name) ?? m.bulk_table_drop()) : m.bulk_table_drop()}
            titleOnPhone={table ? undefined : m.bulk_table_drop_phone()}
            text={m.bulk_table_drop_text({
              rows: format.number(tableLimits.rows),
              size: format.bytes(tableLimits.fileBytes),
            })}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            small={table !== undefined}
            primary={false}
            choose={table ? m.bulk_table_replace() : m.bulk_table_choose()}
            onFiles={([file]) => {
              if (file) onFile(file);
            }}
            actions={
              <Button icon={<PasteIcon />} onClick={() => setIsPasting(true)}>
                {m.bulk_paste()}
              </Button>
            }
          />
        )}
        {reading.fault && <WarningStrip>{faultWords(reading.fault, format)}</WarningStrip>}
        {reading.running && <p role="status">{m.bulk_table_reading()}</p>}
        {table && (
          <>
            <ReadingChoices
              table={table}
              choices={work.choices}
              header={work.header}
              onChoices={onChoices}
              onHeader={onHeader}
            />
            {table.badQuotes.length > 0 && <BadQuotes rows={table.badQuotes} />}
            {view.earlier && (
              <Strip framed icon={<RetryIcon aria-hidden="true" />}>
                {m.bulk_earlier({ count: view.rows.length - done })}{' '}
                {done > 0 ? m.bulk_earlier_done({ count: done }) : ''}
              </Strip>
            )}
          </>
        )}
      </Stack>
    </StepCard>
  );
}

function PasteForm({
  form: { register, handleSubmit, formState },
  onPaste,
  onCancel,
}: {
  form: UseFormReturn<{ text: string }>;
  onPaste: (text: string) => void;
  onCancel: () => void;
}) {
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(({ text }) => onPaste(text))(event)}>
      <Stack>
        <TextArea
          label={m.bulk_paste_label()}
          help={m.bulk_paste_help()}
          rows={6}
          code
          error={formState.errors.text?.message}
          {...register('text')}
        />
        <Row>
          <Button type="submit" variant="contained">
            {m.bulk_paste_use()}
          </Button>
          <Button onClick={onCancel}>{m.common_cancel()}</Button>
        </Row>
      </Stack>
    </form>
  );
}

/** In which other ways the table can be read. */
function ReadingChoices({
  table: { as },
  choices,
  header,
  onChoices,
  onHeader,
}: {
  table: ReadTable;
  choices: ReadChoices;
  /** The first row names the columns. */
  header: boolean;
  onChoices: (choices: ReadChoices) => void;
  onHeader: (header: boolean) => void;
}) {
  return (
    <div className={css.choices}>
      {as.kind === 'text' ? (
        <>
          <SelectInput
            bar
            label={m.bulk_encoding()}
            value={as.encoding}
            options={encodings.map((value) => ({ value, label: encodingWord(value) }))}
            onChange={(event) =>
              // The options are the encodings.
              onChoices({ ...choices, encoding: event.target.value as Encoding })
            }
          />
          <SelectInput
            bar
            label={m.bulk_separator()}
            value={as.separator}
            options={separators.map((value) => ({ value, label: separatorWord(value) }))}
            onChange={(event) =>
              // The options are the separators.
              onChoices({ ...choices, separator: event.target.value as Separator })
            }
          />
        </>
      ) : (
        <SelectInput
          bar
          label={m.bulk_sheet()}
          value={as.sheet}
          options={as.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          onChange={(event) => onChoices({ sheet: event.target.value })}
        />
      )}
      <Checkbox
        label={m.bulk_header()}
        checked={header}
        onChange={(event) => onHeader(event.target.checked)}
      />
    </div>
  );
}

/** Rows whose quotation marks do not pair. */
function BadQuotes({ rows }: { rows: readonly number[] }) {
  const format = useFormat();
  return (
    <WarningStrip>
      {m.bulk_bad_quotes({
        count: rows.length,
        rows: format.list(rows.slice(0, 8).map((n) => format.number(n))),
      })}
    </WarningStrip>
  );
}
