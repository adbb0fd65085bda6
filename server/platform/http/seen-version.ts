/** Changes of what is kept under a name state the version that was seen: of two the second is told. */
import { ApiError } from './error.ts'

/** Throws where somebody has saved it since. */
export function requireSeen(
  row: { readonly version: number; readonly saver: string; readonly name: string },
  version: number,
): void {
  if (row.version !== version)
    throw new ApiError(
      'conflict',
      `${row.saver} has changed ${row.name} since you looked at it. Look at it again before you change it.`,
      { detail: 'version' },
    )
}
