/** Names the program in reports; the same as the version of the package. */
export const build = 'testigo/0.1.0';
