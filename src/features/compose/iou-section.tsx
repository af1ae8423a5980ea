import CheckIcon from '@mui/icons-material/Check';
import RemoveIcon from '@mui/icons-material/Remove';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { styled } from '@mui/material/styles';
import { Button } from '#ui/button.tsx';
import { ink } from '#ui/ink.ts';
import { PersonLine } from '#ui/person-line.tsx';
import { SelectInput } from '#ui/select-input.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { useFormat } from '#ui/use-format.ts';
import { SubjectPicker } from '#widgets/subject-picker.tsx';
import { m } from '#words/words.ts';
import { amountInWords } from './amount-in-words.ts';
import { Problem } from './document-section.tsx';
import {
  checkIou,
  currencyDecimals,
  draftIouText,
  emptyIou,
  normalAmount,
  type IouCheckId,
  type Party,
} from './iou.ts';
import type { Problems } from './problems.ts';
import type { Parties } from './use-parties.ts';
import type { Composer } from './use-composer.ts';

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
  gap: '14px 16px',
  marginBottom: 14,
  '& .words': { margin: '6px 0 0', color: ink.text2, fontSize: 12, lineHeight: '16px' },
  '& .party > .label': { marginBottom: 4, color: ink.text2, fontSize: 12, lineHeight: '16px' },
});

const Checks = styled('div')({
  marginTop: 14,
  padding: '12px 14px',
  border: `1px solid ${ink.line}`,
  borderRadius: 8,
  '& > h3': { margin: '0 0 8px', fontSize: 13, lineHeight: '18px', fontWeight: 600 },
  '& > ul': { margin: 0, padding: 0, listStyle: 'none', fontSize: 13, lineHeight: '18px' },
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 24 },
  '& li > svg': { flex: 'none', fontSize: 16 },
  '& li > .what': { flex: 1 },
  '& li > .result, & > p': { color: ink.text2, fontSize: 12, lineHeight: '16px' },
  '& li[data-result="fails"]': { color: ink.indet, '& > .result': { color: ink.indet } },
  '& > p': { margin: '8px 0 0' },
});

/** The fields of a pagaré, its text, and whether the two agree. */
export function IouSection({
  composer,
  problems,
  parties,
}: {
  composer: Composer;
  problems: Problems;
  parties: Parties;
}) {
  const format = useFormat();
  const iou = composer.draft.iou ?? emptyIou;
  const { debtor, creditor } = parties;
  const amount = normalAmount(iou.amount);
  const set = composer.updateIou;
  return (
    <>
      <Grid>
        <div>
          <TextInput
            label={m.compose_iou_amount()}
            inputMode="decimal"
            value={iou.amount}
            error={problems.amount}
            onChange={(event) => set({ amount: event.target.value })}
          />
          {amount && (
            <p className="words">
              {m.compose_iou_in_words()}: <span lang="es-MX">{amountInWords(amount, iou.currency)}</span>
            </p>
          )}
        </div>
        <SelectInput
          label={m.compose_iou_currency()}
          value={iou.currency}
          options={Object.keys(currencyDecimals).map((code) => ({ value: code, label: code }))}
          onChange={(event) => set({ currency: event.target.value })}
        />
        <PartyField
          label={m.compose_iou_debtor()}
          party={debtor}
          problem={problems.debtor}
          onPick={(id) => set({ debtor: id })}
        />
        <PartyField
          label={m.compose_iou_creditor()}
          party={creditor}
          problem={problems.creditor}
          onPick={(id) => set({ creditor: id })}
        />
        <TextInput
          label={m.compose_iou_latitude()}
          help={m.compose_iou_place_help()}
          inputMode="decimal"
          value={iou.latitude}
          error={problems.latitude}
          onChange={(event) => set({ latitude: event.target.value })}
        />
        <TextInput
          label={m.compose_iou_longitude()}
          help={m.compose_iou_place_help()}
          inputMode="decimal"
          value={iou.longitude}
          error={problems.longitude}
          onChange={(event) => set({ longitude: event.target.value })}
        />
      </Grid>
      <TextArea
        label={m.compose_iou_text()}
        lang="es-MX"
        rows={10}
        value={iou.text}
        error={problems.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      {debtor && creditor && amount && (
        <Button
          variant="text"
          onClick={() => {
            const day = format.longDay(new Date());
            set({ text: draftIouText(iou, debtor, creditor, day) });
          }}
        >
          {m.compose_iou_draft_text()}
        </Button>
      )}
      <Checks>
        <h3>{m.compose_iou_check()}</h3>
        <ul>
          {checkIou(iou, parties).map(({ id, result }) => (
            <li key={id} data-result={result}>
              {result === 'holds' ? <CheckIcon /> : result === 'fails' ? <WarningIcon /> : <RemoveIcon />}
              <span className="what">{checkWords(id)}</span>
              <span className="result">
                {result === 'holds'
                  ? m.compose_iou_check_holds()
                  : result === 'fails'
                    ? m.compose_iou_check_fails()
                    : m.compose_iou_check_later()}
              </span>
            </li>
          ))}
        </ul>
        <p>{m.compose_iou_check_note()}</p>
      </Checks>
      {problems.agreement && <Problem>{problems.agreement}</Problem>}
    </>
  );
}

function checkWords(id: IouCheckId): string {
  switch (id) {
    case 'amount':
      return m.compose_iou_check_amount();
    case 'words':
      return m.compose_iou_check_words();
    case 'currency':
      return m.compose_iou_check_currency();
    case 'debtor':
      return m.compose_iou_check_debtor();
    case 'creditor':
      return m.compose_iou_check_creditor();
  }
}

function PartyField({
  label,
  party,
  problem,
  onPick,
}: {
  label: string;
  party: Party | undefined;
  problem: string | undefined;
  onPick: (id: string | undefined) => void;
}) {
  return (
    <div className="party">
      {party ? (
        <>
          <div className="label">{label}</div>
          <PersonLine
            name={party.name}
            codes={party.rfc ? [party.rfc] : []}
            end={
              <Button
                variant="text"
                onClick={() => onPick(undefined)}
                aria-label={`${m.compose_iou_change()}: ${label}`}
              >
                {m.compose_iou_change()}
              </Button>
            }
          />
        </>
      ) : (
        <SubjectPicker label={label} onPick={({ id }) => onPick(id ?? undefined)} />
      )}
      {problem && <Problem>{problem}</Problem>}
    </div>
  );
}
