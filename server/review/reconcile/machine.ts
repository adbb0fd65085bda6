/** What a machine is called: its browser and system as it names them, and the first letters of the browser's own id. */

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** Without versions: the name stays the same when the browser is updated. What is not known is not repeated. */
export function machineName(userAgent: string | undefined, browserId: string): string {
  const found = (known: readonly (readonly [string, string])[]) =>
    known.find(([mark]) => userAgent?.includes(mark))?.[1]
  const browser = found(browsers) ?? 'Browser'
  const system = found(systems)
  return `${browser}${system === undefined ? '' : ` on ${system}`} · ${browserId.slice(0, 4)}`
}
