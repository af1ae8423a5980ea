import { expect, it } from 'vitest';
import { codesOf } from './company-rfc.ts';

it('the codes of a person are RFC and CURP, and those of a company leave out its representative’s CURP', () => {
  const serialNumber = 'BENR860330HOCLJC03';
  expect(codesOf({ RFC: 'BENR860330AB1', serialNumber })).toEqual(['BENR860330AB1', serialNumber]);
  expect(codesOf({ RFC: 'FFM160901KC9', serialNumber })).toEqual(['FFM160901KC9']);
  expect(codesOf({ RFC: null, serialNumber })).toEqual([serialNumber]);
  expect(codesOf({ RFC: '', serialNumber: undefined })).toEqual([]);
});
