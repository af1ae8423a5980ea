import { describe, expect, it } from 'vitest';
import { nestedArgumentName, nestedCollections, readNestedArgument } from './nested-lists.ts';
import { allOperations, operations } from '../operations/operations.ts';

describe('nested list arguments', () => {
  it.each([
    ['readSubject', 'subject_wallet_wallet_endorsables_limit', ['wallet', 'endorsables']],
    [
      'listSubjects',
      'subjects_results_results_wallet_wallet_endorsables_limit',
      ['results', 'wallet', 'endorsables'],
    ],
    [
      'listWitnesses',
      'witnesses_results_results_endorsable_endorsable_endorseEvents_where',
      ['results', 'endorsable', 'endorseEvents'],
    ],
    [
      'readWitnessByHash',
      'witness_endorsable_endorsable_owner_owner_endorseToEvents_where',
      ['endorsable', 'owner', 'endorseToEvents'],
    ],
    [
      'listEndorseEvents',
      'endorseEvents_items_items_from_from_endorsables_after',
      ['items', 'from', 'endorsables'],
    ],
    [
      'certifyWitness',
      'NOM151Certification_endorsable_endorsable_endorseEvents_orderBy',
      ['endorsable', 'endorseEvents'],
    ],
  ] as const)('WI-11 reads %s %s', (name, argument, path) => {
    expect(readNestedArgument(operations[name], argument)?.path).toEqual(path);
  });

  it.each([
    'subject_wallet_endorsables_limit',
    'subject_wallet_wallet_endorsables_size',
    'subject_wallet_owner_endorsables_limit',
    'subjects_wallet_wallet_endorsables_limit',
    'subject_wallet_wallet_subject_limit',
    'subject_wallet_wallet',
    '',
  ])('WI-11 refuses %j as a name of /subject/{id}', (argument) => {
    expect(readNestedArgument(operations.readSubject, argument)).toBeUndefined();
  });

  it('WI-11 ER-3 takes no member of every object for a field', () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    expect(names).toContain('constructor');
    for (const operation of Object.values(allOperations))
      for (const name of names)
        for (const path of [[name], [name, 'wallet'], ['results', name], ['wallet', name]])
          expect(readNestedArgument(operation, nestedArgumentName(operation, path, 'limit'))).toBeUndefined();
  });

  it('WI-11 every generated family name reads back as itself', () => {
    let families = 0;
    for (const operation of Object.values(allOperations)) {
      for (const path of nestedCollections(operation, 4)) {
        families += 1;
        const name = nestedArgumentName(operation, path, 'after');
        expect(readNestedArgument(operation, name)?.path, name).toEqual(path);
      }
    }
    expect(families).toBeGreaterThan(100);
  });
});
