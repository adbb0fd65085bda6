/** A query with one more condition, and without it. */

/** What a query may end with, and must end with still. */
const option = /\s*\binclude_family(?::|\s+)true\s*$/i

/** Both must hold. */
export function narrowedBy(query: string, clause: string): string {
  const tail = option.exec(query)?.[0] ?? ''
  const asked = query.slice(0, query.length - tail.length).trim()
  return asked === '' ? clause + tail : `(${asked}) AND ${clause}${tail}`
}

/** The query as it was before it was narrowed; null where it was not narrowed by this, or by something else since. */
export function widenedBy(query: string, clause: string): string | null {
  const tail = option.exec(query)?.[0] ?? ''
  const asked = query.slice(0, query.length - tail.length).trim()
  if (asked === clause) return tail.trim()
  const end = `) AND ${clause}`
  return asked.startsWith('(') && asked.endsWith(end) ? asked.slice(1, -end.length) + tail : null
}
