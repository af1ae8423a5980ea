import { useMemo, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { isStub } from '#client/queries/hydration.ts';
import type { Witness } from '#contract/resources/resources.ts';
import type { Check } from '#proofs/check.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths, withQuery } from '#widgets/paths.ts';
import type { CheckListProps } from '#widgets/report/checks/check-list.tsx';
import type { Collected } from '#widgets/verification/collect/collect-evidence.ts';
import { actOnNext, type ActOnNext } from '#widgets/verification/next-action.ts';
import { firstPlace, placeOf, type Place } from './place.ts';
import type { Simulation } from './simulation/use-simulation.ts';
import { useChainOffer, type ChainOffer } from './use-chain-offer.ts';
import type { Inspection } from '#widgets/verification/use-inspection.ts';
import { usePlace, type View } from './use-place.ts';

/** What the page of a witness was given. */
export interface ShownWitness {
  readonly witness: Witness;
  /** The witness as it came, for its JSON. */
  readonly reported: Witness;
  /** The witness is of a signature: the document has another, or none yet. */
  readonly ofSignature: boolean;
  /** Id of the document's witness, where this one is of a signature and there is one. */
  readonly documentWitness: string | undefined;
  readonly inspection: Inspection;
  readonly simulation: Simulation;
}

/** A verified witness as every part of its page shows it: under a simulation the altered copy, beside what is stored. */
export interface Shown extends ShownWitness {
  readonly report: Report;
  readonly evidence: Evidence;
  readonly stored: Report;
  readonly storedEvidence: Evidence;
  /** Who signed, in the order of the invites. */
  readonly names: readonly (string | undefined)[];
  readonly view: View;
  readonly place: Place;
  readonly offer: ChainOffer;
  readonly onNext: ActOnNext;
  readonly sectionOf: (key: string) => ReportSection | undefined;
  /** How the checks of a section are listed: which one is open is in the address. */
  readonly listOf: (key: string) => Omit<CheckListProps, 'checks'>;
  /** The field of the user's own copy of the document. */
  readonly fileField: RefObject<HTMLInputElement | null>;
  readonly chooseFile: () => void;
  /** The form for a node is to be opened and has not been shown yet. */
  readonly isNodeRequested: boolean;
  readonly onNodeShown: () => void;
}

export function useShown(props: ShownWitness, stored: Report): Shown {
  const { inspection, simulation } = props;
  const { collected, evidence: storedEvidence = {} } = inspection;
  const navigate = useNavigate();
  const view = usePlace();
  const fileField = useRef<HTMLInputElement>(null);
  const [isNodeRequested, setNodeRequested] = useState(false);
  const names = useMemo(() => namesOf(collected), [collected]);
  const report = simulation.report ?? stored;
  const evidence = (simulation.report && simulation.evidence) ?? storedEvidence;
  const place = view.place ?? firstPlace(stored);
  const nameNode = (): void => {
    view.setTab('chain');
    setNodeRequested(true);
  };
  const chooseFile = (): void => fileField.current?.click();
  const onNext: ActOnNext = (requested) =>
    actOnNext(requested, {
      nameNode,
      openSettings: (part) => void navigate(withQuery(paths.settings, { part })),
      chooseDocument: chooseFile,
      recheck: inspection.recheck,
      explain: (one) => view.go(placeOf(report, one)),
    });
  const offer = useChainOffer(stored, inspection, nameNode);
  return {
    ...props,
    report,
    evidence,
    stored,
    storedEvidence,
    names,
    view,
    place,
    offer,
    onNext,
    sectionOf: (key) => report.sections.find((one) => one.key === key),
    listOf: (section) => ({
      fold: 'passing',
      onNext,
      isChainOffered: offer.isOpen,
      openId: place.section === section ? place.id : undefined,
      onToggle: ({ id }: Check, open: boolean) => view.go(open ? { section, id } : firstPlace(stored)),
    }),
    fileField,
    chooseFile,
    isNodeRequested,
    onNodeShown: () => setNodeRequested(false),
  };
}

/** Names of the signers as the service reports them, in the order of the evidence; undefined where it does not. */
function namesOf(collected: Collected | undefined): (string | undefined)[] {
  return (collected?.invites ?? []).map(({ subject }) =>
    isStub(subject) ? undefined : visibleName(subject?.commonName),
  );
}
