/** Whether an RFC is of a company, whose has 12 characters; a person's has 13. The CURP beside it is its representative's. */
export const isCompanyRfc = (rfc: string | null | undefined): boolean => rfc?.trim().length === 12;
