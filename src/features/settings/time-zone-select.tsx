/** Chooses a time zone. */
import type { ReactElement } from 'react'
import { Select } from '../ui/input.tsx'
import { timeZones } from './time-zones.ts'

export function TimeZoneSelect({
  value,
  own,
  onChoose,
  first = false,
}: {
  readonly value: string
  /** The one that is set: it is offered whatever its name is. */
  readonly own: string
  readonly onChoose: (zone: string) => void
  /** It is the first to have the focus in a dialog. */
  readonly first?: boolean
}): ReactElement {
  return (
    <Select data-first={first || undefined} value={value} choices={[]} onChoose={onChoose}>
      {timeZones(own).map(({ label, zones }) => (
        <optgroup key={label} label={label}>
          {zones.map(({ zone, label: name }) => (
            <option key={zone} value={zone}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}
