import { useState } from 'react';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { Card } from '#ui/layout/card.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { m } from '#i18n/messages.ts';
import { targetsIn, type TamperObject, type TamperTarget } from './tamper.ts';
import { objectName } from './tamper-texts.ts';
import type { Simulation } from './use-simulation.ts';
import css from './tamper-card.module.css';

/** Any object of the case, and in it one bit: does the verifier notice? */
export function TamperCard({
  evidence,
  documentSize,
  names,
  simulation,
}: {
  evidence: Evidence;
  documentSize: number | undefined;
  /** Who signed, in the order of the invites. */
  names: readonly (string | undefined)[];
  simulation: Simulation;
}) {
  const targets = targetsIn(evidence, documentSize);
  const [chosen, setChosen] = useState<TamperTarget>();
  const running = simulation.target;
  const target = running ?? targets.find((one) => same(one, chosen)) ?? targets[0];
  if (target === undefined) return null;
  const objects = [...new Set(targets.map(({ object }) => object))];
  const alike = targets.filter(({ object }) => object === target.object);
  const choose = (next: TamperTarget | undefined): void => {
    if (next === undefined) return;
    setChosen(next);
    if (running) simulation.start(next);
  };
  const { where } = simulation;
  return (
    <Card title={m.inspector_tamper_title()}>
      <div className={css.root}>
        <p>{m.inspector_tamper_text()}</p>
        <div className={css.choice}>
          <SelectInput
            label={m.inspector_tamper_object()}
            value={target.object}
            onChange={(event) => {
              const { value } = event.currentTarget;
              choose(targets.find(({ object }) => object === value));
            }}
            options={objects.map((object) => ({ value: object, label: objectName(object) }))}
          />
          {alike.length > 1 && (
            <SelectInput
              label={whichLabel(target.object)}
              value={String(target.at)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                choose(alike.find(({ at }) => String(at) === value));
              }}
              options={alike.map(({ object, at }) => ({
                value: String(at),
                label: whichName(object, at, names),
              }))}
            />
          )}
        </div>
        <Switch
          danger
          label={m.inspector_tamper_switch()}
          checked={running !== undefined}
          onChange={(event) => {
            if (event.currentTarget.checked) simulation.start(target);
            else simulation.undo();
          }}
        />
        <p className={css.place}>
          {where &&
            m.inspector_tamper_place({ byte: where.byte, of: where.of, was: where.was, is: where.is })}
        </p>
      </div>
    </Card>
  );
}

const same = (one: TamperTarget, other: TamperTarget | undefined): boolean =>
  one.object === other?.object && one.at === other.at;

function whichLabel(object: TamperObject): string {
  if (object === 'path') return m.inspector_which_level();
  return object === 'range' ? m.inspector_which_hash() : m.inspector_which_signer();
}

function whichName(object: TamperObject, at: number, names: readonly (string | undefined)[]): string {
  if (object === 'path') return m.inspector_level({ level: at });
  if (object === 'range') return m.inspector_hash_number({ number: at + 1 });
  return names[at] ?? m.inspector_signer_number({ number: at + 1 });
}
