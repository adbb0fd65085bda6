/** Dates that programs write which do not know any. */

/** By how each counts: Unix from 1970; MS-DOS from 1980, whose day and month are 0 then; Windows from 1601. */
export const isNoDate = (at: number): boolean =>
  at === 0 || (at >= Date.UTC(1979, 10, 30) && at < Date.UTC(1981, 0, 1)) || isWindowsZero(at)

/** Within a day, whatever the time zone. */
export const isWindowsZero = (at: number): boolean => Math.abs(at - Date.UTC(1601, 0, 1)) <= 24 * 3600 * 1000
