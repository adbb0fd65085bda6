/** How what is produced is parted into volumes and folders. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { Field } from '../../ui/field.tsx'
import { DraftInput } from '../../ui/input.tsx'
import { type Faults, faultIn } from '../faults.ts'
import { noNumber, WholeInput } from './whole-input.tsx'

export function VolumePart({
  settings: { volume },
  change,
  faults,
}: {
  readonly settings: Pick<ProductionSettings, 'volume'>
  readonly change: (part: Pick<ProductionSettings, 'volume'>) => void
  readonly faults: Pick<Faults, 'at'>
}): ReactElement {
  const put = (part: Partial<typeof volume>) => change({ volume: { ...volume, ...part } })
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: 'repeat(3, minmax(0, 1fr))' }}>
      <Field
        label="Name of the first volume"
        required
        error={faultIn(faults, 'volume.name')}
        hint="Those behind it are counted on."
      >
        <DraftInput
          value={volume.name}
          fontFamily="mono"
          maxLength={19}
          autoComplete="off"
          spellCheck={false}
          onChange={(name) => put({ name })}
        />
      </Field>
      <Field label="Files in a folder" required error={faultIn(faults, 'volume.filesPerFolder')}>
        <WholeInput
          value={volume.filesPerFolder}
          onChange={(next) => put({ filesPerFolder: next ?? noNumber })}
        />
      </Field>
      <Field label="Gigabytes of a volume, at most" required error={faultIn(faults, 'volume.gigabytes')}>
        <WholeInput value={volume.gigabytes} onChange={(next) => put({ gigabytes: next ?? noNumber })} />
      </Field>
    </chakra.div>
  )
}
