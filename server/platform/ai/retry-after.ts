/** What a `Retry-After` header asks for (RFC 9110 10.2.3): seconds, or a date. */

/** Ms to wait from `now`; null where there is no header, or none that means anything. */
export function waitAsked(header: string | null, now: number): number | null {
  const said = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(said)) return Number(said) * 1000
  // Only the form that the standard prescribes: `Date.parse` takes much for a date that is none.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(said)) return null
  const at = Date.parse(said)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
