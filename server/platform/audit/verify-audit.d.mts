/** What verify-audit.mjs offers to the server, which runs the very file that it ships with each export. */

export interface VerifiedFile {
  readonly holds: boolean
  readonly chain: string
  /** Rows that hold, from the first on. */
  readonly rows: number
  readonly head: string
  /** The first line that does not hold, and its row where it is one. */
  readonly line: number | null
  readonly row: number | null
  readonly reason: string | null
  readonly heads: number
  readonly firstHeadAt: string | null
  readonly lastHeadAt: string | null
  readonly keys: readonly string[]
  readonly keyGiven: boolean
}

export interface VerifyFileOptions {
  readonly keys?: readonly string[]
  readonly heads?: readonly string[]
  readonly onProgress?: (rows: number, total: number) => void
}

export const format: string
export class Usage extends Error {}
export function verifyAudit(
  file: string | AsyncIterable<Uint8Array>,
  options?: VerifyFileOptions,
): Promise<VerifiedFile>
export function report(result: VerifiedFile): string[]
