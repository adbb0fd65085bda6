/** Which exceptions are listed: of one kind, or with one thing done about them. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { exceptionCodes, exceptionResolutions } from '#contracts/collect.ts'
import { ButtonLink } from '../button.tsx'
import { Field } from '../field.tsx'
import { Select } from '../input.tsx'
import { exceptionNames, resolutionNames } from './words.ts'

export interface Narrowed {
  readonly code: string | null
  readonly resolution: string | null
}

/** The value of what leaves nothing out. */
const all = 'all'

export function ExceptionFilters({
  value,
  csv,
  onChange,
}: {
  readonly value: Narrowed
  /** Where all of them are had as a file, however the list is narrowed. */
  readonly csv: string
  readonly onChange: (value: Narrowed) => void
}): ReactElement {
  const set = (name: keyof Narrowed) => (to: string) => onChange({ ...value, [name]: to === all ? null : to })
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '1fr 1fr', md: '220px 180px 1fr' }}
      gap="3"
      px="4"
      py="3"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <Field label="Kind">
        <Select
          value={value.code ?? all}
          choices={[
            { value: all, label: 'All kinds' },
            ...exceptionCodes.map((code) => ({ value: code, label: exceptionNames[code] })),
          ]}
          onChoose={set('code')}
        />
      </Field>
      <Field label="Resolution">
        <Select
          value={value.resolution ?? all}
          choices={[
            { value: all, label: 'Any' },
            ...exceptionResolutions.map((one) => ({ value: one, label: resolutionNames[one] })),
          ]}
          onChoose={set('resolution')}
        />
      </Field>
      <chakra.div gridColumn={{ base: '1 / -1', md: 'auto' }} alignSelf="end" justifySelf="end">
        <ButtonLink size="sm" icon="download" href={csv} download>
          All exceptions as CSV
        </ButtonLink>
      </chakra.div>
    </chakra.div>
  )
}
