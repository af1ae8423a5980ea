import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import type { SandboxFaultKind, SandboxFaultRule } from '#client/sandbox.ts';
import {
  everyOperation,
  sandboxFaultKinds,
  sandboxFaultLimits,
  corruptingFaultKinds,
  uploadOperation,
} from '#contract/sandbox/injected-faults.ts';
import { Button } from '#ui/actions/button.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import { faultWord, operationWord } from './fault-labels.ts';
import css from './fault-form.module.css';

const { delay, retryAfter, seed: mostSeed } = sandboxFaultLimits;

interface FaultFormProps {
  /** Names of operations, as the service gave them. */
  readonly operations: readonly string[];
  readonly seed: number;
  /** Whether there are rules that a seed can begin again. */
  readonly isSet: boolean;
  /** What is set is still being read: nothing can be added yet, and nothing runs that was started here. */
  readonly isComing?: boolean;
  readonly working: boolean;
  readonly onAdd: (rule: SandboxFaultRule, seed: number) => void;
  readonly onAgain: (seed: number) => void;
}

const Written = z
  .object({
    operation: z.string(),
    fault: z.enum(sandboxFaultKinds),
    rate: z.string().check(
      z.refine((text) => shareOf(text) > 0 && shareOf(text) <= 100, {
        error: () => m.sandbox_faults_rate_bad(),
      }),
    ),
    wait: z.string(),
    comeBack: z.string(),
    seed: z
      .string()
      .check(z.refine((text) => isWhole(text, 0, mostSeed), { error: () => m.sandbox_faults_seed_bad() })),
  })
  // A field that the fault does not have is not shown, and not checked.
  .check(({ value: { fault, wait, comeBack }, issues }) => {
    if (fault === 'delay' && !isWhole(wait, 0, delay))
      issues.push({ code: 'custom', input: wait, path: ['wait'], message: m.sandbox_faults_wait_bad() });
    if (saysWhen(fault) && !isWhole(comeBack, 1, retryAfter))
      issues.push({
        code: 'custom',
        input: comeBack,
        path: ['comeBack'],
        message: m.sandbox_faults_come_back_bad(),
      });
  });

/** One more rule; what was written stays when it is refused. */
export function FaultForm({ operations, seed, isSet, isComing, working, onAdd, onAgain }: FaultFormProps) {
  const { register, control, handleSubmit, getValues, setValue, trigger, formState } = useForm<
    z.infer<typeof Written>
  >({
    resolver: zodResolver(Written),
    defaultValues: {
      operation: everyOperation,
      fault: '503',
      rate: '20',
      wait: '1000',
      comeBack: '1',
      seed: String(seed),
    },
  });
  const { errors } = formState;
  const [operation, fault] = useWatch({ control, name: ['operation', 'fault'] });
  const kinds = kindsFor(operation);
  const again = async (): Promise<void> => {
    if (await trigger('seed', { shouldFocus: true })) onAgain(Number(getValues('seed')));
  };

  return (
    <form
      className={css.root}
      noValidate
      onSubmit={(event) =>
        void handleSubmit((written) => {
          if (working) return;
          const rule = {
            operation: written.operation,
            fault: written.fault,
            rate: shareOf(written.rate) / 100,
            ...(written.fault === 'delay' && { milliseconds: Number(written.wait) }),
            ...(saysWhen(written.fault) && { retryAfter: Number(written.comeBack) }),
          };
          onAdd(rule, Number(written.seed));
        })(event)
      }
    >
      <SelectInput
        className={css.wide}
        label={m.sandbox_faults_operation()}
        options={[everyOperation, ...operations].map((name) => ({ value: name, label: operationWord(name) }))}
        {...register('operation', {
          onChange: () => {
            if (!kindsFor(getValues('operation')).includes(getValues('fault'))) setValue('fault', '503');
          },
        })}
      />
      <SelectInput
        className={css.wide}
        label={m.sandbox_faults_kind()}
        options={kinds.map((kind) => ({ value: kind, label: faultWord(kind) }))}
        {...register('fault')}
      />
      {fault === 'delay' && (
        <TextInput
          label={m.sandbox_faults_wait()}
          inputMode="numeric"
          end="ms"
          error={errors.wait?.message}
          {...register('wait')}
        />
      )}
      {saysWhen(fault) && (
        <TextInput
          label={m.sandbox_faults_come_back()}
          inputMode="numeric"
          end="s"
          error={errors.comeBack?.message}
          {...register('comeBack')}
        />
      )}
      <TextInput
        label={m.sandbox_faults_rate()}
        inputMode="decimal"
        end="%"
        error={errors.rate?.message}
        {...register('rate')}
      />
      <TextInput
        label={m.sandbox_faults_seed()}
        inputMode="numeric"
        error={errors.seed?.message}
        {...register('seed')}
      />
      <Button className={css.act} type="submit" variant="contained" disabled={isComing} loading={working}>
        {m.sandbox_faults_add()}
      </Button>
      {isSet && (
        <Button className={css.act} disabled={working} onClick={() => void again()}>
          {m.sandbox_faults_again()}
        </Button>
      )}
    </form>
  );
}

const kindsFor = (operation: string): readonly SandboxFaultKind[] =>
  sandboxFaultKinds.filter((kind) => operation !== uploadOperation || !corruptingFaultKinds.has(kind));

/** Percentage; both decimal marks are read. */
const shareOf = (text: string): number => Number(text.replace(',', '.'));

const saysWhen = (fault: SandboxFaultKind): boolean => fault === '429' || fault === '503';

function isWhole(text: string, least: number, most: number): boolean {
  const number = Number(text);
  return text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most;
}
