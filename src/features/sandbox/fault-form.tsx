import { useState, type SubmitEvent } from 'react';
import { styled } from '@mui/material/styles';
import type { SandboxFaultKind, SandboxFaultRule } from '#api/sandbox.ts';
import {
  everyOperation,
  sandboxFaultKinds,
  sandboxFaultLimits,
  spoilingFaultKinds,
  uploadOperation,
} from '#contract/sandbox-faults.ts';
import { Button } from '#ui/button.tsx';
import { media } from '#ui/ink.ts';
import { SelectInput } from '#ui/select-input.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { m } from '#words/words.ts';
import { faultWord, operationWord } from './fault-words.ts';

const Root = styled('form')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: '12px 8px',
  '& > *': { flex: '0 1 130px', minWidth: 0 },
  '& > .wide': { flex: '1 1 240px' },
  '& > .act': { flex: 'none', marginTop: 24 },
  [media.phone]: {
    '& > *': { flex: '1 1 30%' },
    '& > .wide': { flex: '1 1 100%' },
    '& > .act': { flex: '1 1 40%', marginTop: 0 },
  },
});

const { delay, retryAfter, seed: mostSeed } = sandboxFaultLimits;

interface FaultFormProps {
  /** Names of operations, as the service gave them. */
  readonly operations: readonly string[];
  readonly seed: number;
  /** Whether there are rules that a seed can begin again. */
  readonly isSet: boolean;
  readonly working: boolean;
  readonly onAdd: (rule: SandboxFaultRule, seed: number) => void;
  readonly onAgain: (seed: number) => void;
}

/** One more rule; what was written stays when it is refused. */
export function FaultForm({ operations, seed, isSet, working, onAdd, onAgain }: FaultFormProps) {
  const [operation, setOperation] = useState<string>(everyOperation);
  const [chosen, setFault] = useState<SandboxFaultKind>('503');
  const [rate, setRate] = useState('20');
  const [wait, setWait] = useState('1000');
  const [comeBack, setComeBack] = useState('1');
  const [typedSeed, setTypedSeed] = useState(String(seed));
  const [asked, setAsked] = useState(false);
  const kinds = sandboxFaultKinds.filter(
    (kind) => operation !== uploadOperation || !spoilingFaultKinds.has(kind),
  );
  const fault = kinds.includes(chosen) ? chosen : '503';
  const share = Number(rate.replace(',', '.'));
  const bad = {
    rate: share > 0 && share <= 100 ? undefined : m.sandbox_faults_rate_bad(),
    wait: fault !== 'delay' || isWhole(wait, 0, delay) ? undefined : m.sandbox_faults_wait_bad(),
    comeBack:
      !saysWhen(fault) || isWhole(comeBack, 1, retryAfter) ? undefined : m.sandbox_faults_come_back_bad(),
    seed: isWhole(typedSeed, 0, mostSeed) ? undefined : m.sandbox_faults_seed_bad(),
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (working || Object.values(bad).some((why) => why !== undefined)) return;
    const rule = {
      operation,
      fault,
      rate: share / 100,
      ...(fault === 'delay' && { milliseconds: Number(wait) }),
      ...(saysWhen(fault) && { retryAfter: Number(comeBack) }),
    };
    onAdd(rule, Number(typedSeed));
  };
  const again = (): void => {
    setAsked(true);
    if (bad.seed === undefined) onAgain(Number(typedSeed));
  };

  return (
    <Root onSubmit={submit} noValidate>
      <SelectInput
        className="wide"
        label={m.sandbox_faults_operation()}
        value={operation}
        onChange={({ target }) => setOperation(target.value)}
        options={[everyOperation, ...operations].map((name) => ({ value: name, label: operationWord(name) }))}
      />
      <SelectInput
        className="wide"
        label={m.sandbox_faults_kind()}
        value={fault}
        onChange={({ target }) => setFault(kinds.find((kind) => kind === target.value) ?? '503')}
        options={kinds.map((kind) => ({ value: kind, label: faultWord(kind) }))}
      />
      {fault === 'delay' && (
        <TextInput
          label={m.sandbox_faults_wait()}
          inputMode="numeric"
          end="ms"
          value={wait}
          error={asked ? bad.wait : undefined}
          onChange={({ target }) => setWait(target.value)}
        />
      )}
      {saysWhen(fault) && (
        <TextInput
          label={m.sandbox_faults_come_back()}
          inputMode="numeric"
          end="s"
          value={comeBack}
          error={asked ? bad.comeBack : undefined}
          onChange={({ target }) => setComeBack(target.value)}
        />
      )}
      <TextInput
        label={m.sandbox_faults_rate()}
        inputMode="decimal"
        end="%"
        value={rate}
        error={asked ? bad.rate : undefined}
        onChange={({ target }) => setRate(target.value)}
      />
      <TextInput
        label={m.sandbox_faults_seed()}
        inputMode="numeric"
        value={typedSeed}
        error={asked ? bad.seed : undefined}
        onChange={({ target }) => setTypedSeed(target.value)}
      />
      <Button className="act" type="submit" variant="contained" loading={working}>
        {m.sandbox_faults_add()}
      </Button>
      {isSet && (
        <Button className="act" disabled={working} onClick={again}>
          {m.sandbox_faults_again()}
        </Button>
      )}
    </Root>
  );
}

const saysWhen = (fault: SandboxFaultKind): boolean => fault === '429' || fault === '503';

function isWhole(text: string, least: number, most: number): boolean {
  const number = Number(text);
  return text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most;
}
