import { Controller, useFormContext } from 'react-hook-form';
import type { IouFields } from '#jobs/drafts/draft-shape.ts';
import { amountInWords } from '#contract/money/amount-in-words.ts';
import { Button } from '#ui/actions/button.tsx';
import { PersonLine } from '#ui/data/person-line.tsx';
import { DateInput } from '#ui/inputs/date/date-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { SubjectPicker } from '#widgets/people/subject-picker.tsx';
import { m } from '#i18n/messages.ts';
import { Problem } from '../document/document-section.tsx';
import type { RequestFields } from '../request-form.ts';
import { CurrencyField } from './currency-field.tsx';
import { normalAmount, type Parties, type Party } from './iou.ts';
import { IouRate } from './iou-rate.tsx';
import { PlaceFields } from './places/place-fields.tsx';
import css from './iou-terms.module.css';

type Iou = RequestFields['iou'];

/** The fields of a pagaré: amount, parties, place, dates and interest. */
export function IouTerms({
  iou,
  parties,
  onChange,
}: {
  iou: Iou;
  parties: Parties;
  onChange: (part: Partial<IouFields>) => void;
}) {
  const errors = useIouErrors();
  return (
    <div className={css.grid}>
      <AmountField iou={iou} />
      <CurrencyField value={iou.currency} onChange={(currency) => onChange({ currency })} />
      <PartyField
        label={m.compose_iou_debtor()}
        party={parties.debtor}
        problem={errors?.debtor?.message}
        onPick={(debtor) => onChange({ debtor })}
      />
      <PartyField
        label={m.compose_iou_creditor()}
        party={parties.creditor}
        problem={errors?.creditor?.message}
        onPick={(creditor) => onChange({ creditor })}
      />
      <PlaceFields iou={iou} onChange={onChange} />
      <DayFields signedOn={iou.signedOn} />
      <InterestFields />
    </div>
  );
}

const useIouErrors = () => useFormContext<RequestFields>().formState.errors.iou;

function AmountField({ iou }: { iou: Iou }) {
  const { register } = useFormContext<RequestFields>();
  const errors = useIouErrors();
  const amount = normalAmount(iou.amount);
  return (
    <div>
      <TextInput
        label={m.compose_iou_amount()}
        inputMode="decimal"
        error={errors?.amount?.message}
        {...register('iou.amount')}
      />
      {amount && (
        <p className={css.words}>
          {m.compose_iou_in_words()}: <span lang="es-MX">{amountInWords(amount, iou.currency)}</span>
        </p>
      )}
      {amount && <IouRate amount={amount} currency={iou.currency} />}
    </div>
  );
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
    <div className={css.party}>
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

function DayFields({ signedOn }: { signedOn: Iou['signedOn'] }) {
  const { control } = useFormContext<RequestFields>();
  const errors = useIouErrors();
  return (
    <>
      <Controller
        control={control}
        name="iou.signedOn"
        render={({ field }) => (
          <DateInput
            {...field}
            label={m.compose_iou_signed_on()}
            optional
            error={errors?.signedOn?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="iou.dueOn"
        render={({ field }) => (
          <DateInput
            {...field}
            label={m.compose_iou_due_on()}
            help={m.compose_iou_due_on_help()}
            optional
            min={signedOn || undefined}
            error={errors?.dueOn?.message}
          />
        )}
      />
    </>
  );
}

function InterestFields() {
  const { register } = useFormContext<RequestFields>();
  const errors = useIouErrors();
  return (
    <>
      <TextInput
        label={m.compose_iou_interest()}
        optional
        inputMode="decimal"
        end="%"
        error={errors?.interest?.message}
        {...register('iou.interest')}
      />
      <TextInput
        label={m.compose_iou_late_interest()}
        optional
        inputMode="decimal"
        end="%"
        error={errors?.lateInterest?.message}
        {...register('iou.lateInterest')}
      />
    </>
  );
}
