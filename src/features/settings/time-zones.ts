/** All zones that the browser knows, one's own among them. */
export function timeZones(own: string): readonly string[] {
  const all = Intl.supportedValuesOf('timeZone')
  return [...new Set([own, 'UTC', ...all])].sort((a, b) => a.localeCompare(b))
}
