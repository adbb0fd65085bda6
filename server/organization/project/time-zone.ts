/** Time zones by their IANA names. */
import { ApiError } from '../../platform/http/error.ts'

/** The zone as its list writes it; throws for what is no zone. */
export function knownTimeZone(name: string): string {
  // `Intl` also takes offsets such as +05:00, which know no summer time: document dates need a place.
  if (/^[A-Za-z]/.test(name)) {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    } catch {
      // Said below, with what to do.
    }
  }
  throw new ApiError(
    'request.invalid',
    'That time zone is not known. Use an IANA name such as America/New_York.',
    {
      detail: 'timeZone',
    },
  )
}
