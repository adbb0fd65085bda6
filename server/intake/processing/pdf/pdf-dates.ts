/** Dates as PDF writes them (ISO 32000-1, 7.9.4): `D:20240305090000-06'00'`, of which all but the year may be missing. */

const pattern =
  /^(?:D:)?(\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(\d\d)?)?)?)?)?(?:Z(?:00'?00'?)?|([+-])(\d\d)'?(?:(\d\d)'?)?)?$/

/** The instant (ISO 8601, UTC) that a date means; null where it is none. Without a zone it is taken for UTC. */
export function readPdfDate(text: string): string | null {
  const m = pattern.exec(text.trim())
  if (m === null) return null
  const [year, month, day, hour, minute, second] = [
    m[1],
    m[2] ?? 1,
    m[3] ?? 1,
    m[4] ?? 0,
    m[5] ?? 0,
    m[6] ?? 0,
  ].map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  if (hour === undefined || minute === undefined || second === undefined) return null
  const zoneHours = Number(m[8] ?? 0)
  const zoneMinutes = Number(m[9] ?? 0)
  if (year === 0 || hour > 23 || minute > 59 || second > 59 || zoneHours > 23 || zoneMinutes > 59) return null
  // setUTCFullYear: Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const east = (m[7] === '-' ? -1 : 1) * (zoneHours * 60 + zoneMinutes)
  date.setUTCHours(hour, minute - east, second)
  const instant = date.toISOString()
  return instant.length === 24 ? instant : null
}
