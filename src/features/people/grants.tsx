/** What a project grants somebody beside the role. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Capability } from '#contracts/permission.ts'
import { capabilityWords } from './capability-words.ts'

export function Grants({
  may,
  granted,
  onGrant,
}: {
  /** What may be granted to the role; where that is nothing, nothing is shown. */
  readonly may: readonly Capability[]
  readonly granted: readonly Capability[]
  readonly onGrant: (granted: readonly Capability[]) => void
}): ReactElement | null {
  if (may.length === 0) return null
  return (
    <chakra.fieldset>
      <chakra.legend fontSize="sm" fontWeight={600} mb="1">
        Beside the role
      </chakra.legend>
      {may.map((capability) => (
        <chakra.label key={capability} display="flex" gap="2" alignItems="center" minHeight="row">
          <input
            type="checkbox"
            checked={granted.includes(capability)}
            onChange={(event) =>
              onGrant(
                event.currentTarget.checked
                  ? [...granted, capability]
                  : granted.filter((one) => one !== capability),
              )
            }
          />
          {capabilityWords[capability]}
        </chakra.label>
      ))}
    </chakra.fieldset>
  )
}
