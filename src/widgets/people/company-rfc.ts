/** Whether an RFC is of a company, whose has 12 characters; a person's has 13. The CURP beside it is its representative's. */
export const isCompanyRfc = (rfc: string | null | undefined): boolean => rfc?.trim().length === 12;

/** The codes that identify somebody: the CURP of a company's certificate is its representative's, not the company's. */
export const codesOf = ({
  RFC,
  serialNumber,
}: {
  readonly RFC?: string | null | undefined;
  readonly serialNumber?: string | null | undefined;
}): string[] => [RFC, isCompanyRfc(RFC) ? undefined : serialNumber].flatMap((code) => code || []);
