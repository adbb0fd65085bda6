/**
 * Time zones as they are offered: those of the United States first, then all others by part of the world. Names that were
 * superseded (US/Eastern, EST5EDT, GB, Etc/…) are not offered; where one is set, it stays valid, and is shown as it is.
 */

export interface ZoneChoice {
  /** Its IANA name. */
  readonly zone: string
  readonly label: string
}

export interface ZoneGroup {
  readonly label: string
  readonly zones: readonly ZoneChoice[]
}

const unitedStates: readonly (readonly [zone: string, name: string])[] = [
  ['America/New_York', 'Eastern (New York)'],
  ['America/Chicago', 'Central (Chicago)'],
  ['America/Denver', 'Mountain (Denver)'],
  ['America/Phoenix', 'Arizona (Phoenix)'],
  ['America/Los_Angeles', 'Pacific (Los Angeles)'],
  ['America/Anchorage', 'Alaska (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
  ['America/Puerto_Rico', 'Atlantic (Puerto Rico)'],
  ['Pacific/Guam', 'Chamorro (Guam)'],
  ['Pacific/Pago_Pago', 'Samoa (Pago Pago)'],
]
const isOfUnitedStates: ReadonlySet<string> = new Set(unitedStates.map(([zone]) => zone))

/** By the first part of an IANA name: whatever has another one is no place, or is kept for old settings only. */
const regions: readonly (readonly [area: string, name: string])[] = [
  ['America', 'Americas'],
  ['Europe', 'Europe'],
  ['Asia', 'Asia'],
  ['Africa', 'Africa'],
  ['Australia', 'Australia'],
  ['Pacific', 'Pacific'],
  ['Atlantic', 'Atlantic'],
  ['Indian', 'Indian Ocean'],
  ['Arctic', 'Arctic'],
  ['Antarctica', 'Antarctica'],
]

/** What places are called now that browsers still list under the name that they had. */
const renamed: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Saigon: 'Ho Chi Minh City',
  Katmandu: 'Kathmandu',
  Rangoon: 'Yangon',
  Kiev: 'Kyiv',
  Godthab: 'Nuuk',
  Truk: 'Chuuk',
  Ponape: 'Pohnpei',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Coral_Harbour: 'Atikokan',
}

/** Minutes that clocks in a zone are ahead of UTC at an instant. */
function ahead(zone: string, at: Date): number {
  const said = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(said ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `UTC−05:00`, without summer time. */
export function offsetOf(zone: string, year = new Date().getUTCFullYear()): string {
  const minutes = Math.min(...[0, 6].map((month) => ahead(zone, new Date(Date.UTC(year, month, 1)))))
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const withOffset = (zone: string, name: string): ZoneChoice => ({
  zone,
  label: `${name}, ${offsetOf(zone)}`,
})

/** `Indiana, Knox` of `America/Indiana/Knox`. */
const placeIn = (zone: string): string =>
  zone
    .split('/')
    .slice(1)
    .map((part) => (renamed[part] ?? part).replaceAll('_', ' '))
    .join(', ')

let listed: readonly ZoneGroup[] | null = null

function allGroups(): readonly ZoneGroup[] {
  const known = Intl.supportedValuesOf('timeZone')
  return [
    { label: 'United States', zones: unitedStates.map(([zone, name]) => withOffset(zone, name)) },
    { label: 'Everywhere', zones: [{ zone: 'UTC', label: 'UTC' }] },
    ...regions.map(([area, label]) => ({
      label,
      zones: known
        .filter((zone) => zone.startsWith(`${area}/`) && !isOfUnitedStates.has(zone))
        .map((zone) => withOffset(zone, placeIn(zone)))
        .sort((one, other) => one.label.localeCompare(other.label, 'en')),
    })),
  ].filter(({ zones }) => zones.length > 0)
}

/** All that are offered, and the one that is set where that is none of them. */
export function timeZones(own: string): readonly ZoneGroup[] {
  listed ??= allGroups()
  const isOffered = listed.some(({ zones }) => zones.some(({ zone }) => zone === own))
  return isOffered ? listed : [{ label: 'As it is set', zones: [withOffset(own, zoneName(own))] }, ...listed]
}

/** How a zone that is set is called. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')
