/** When an entry of an archive was last changed. */

/** What programs write that do not know: nothing, by how each format counts (Unix; MS-DOS, whose day and month are 0 then; Windows). */
const isNothing = (at: number): boolean =>
  at === 0 ||
  (at >= Date.UTC(1979, 10, 30) && at < Date.UTC(1981, 0, 1)) ||
  (at >= Date.UTC(1601, 0, 1) && at < Date.UTC(1601, 0, 2))

/** As ISO 8601, whatever year it is; null where there is none. */
export function entryDate(at: Date): string | null {
  const time = at.getTime()
  return Number.isNaN(time) || isNothing(time) ? null : at.toISOString()
}
