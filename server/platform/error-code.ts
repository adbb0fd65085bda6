/** The code of an error: of the system (`ENOENT`), of the database, of a library; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
