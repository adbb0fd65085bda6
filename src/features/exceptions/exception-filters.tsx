/** Which exceptions are listed: about one thing, of one kind, of one custodian, or with one thing done about them. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import {
  type ExceptionFigure,
  exceptionCategories,
  exceptionCategoryNames,
  exceptionCodes,
  exceptionSeverities,
  exceptionSubjects,
  resolutionFilters,
} from '#contracts/collect.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { marked } from '../ui/foreign.tsx'
import { type Choice, Select } from '../ui/input.tsx'
import { byCustodian, everything, type Narrowed } from './figures.ts'
import { exceptionNames, resolutionNames, severityMeanings, severityNames, subjectNames } from './words.ts'

/** The value of what leaves nothing out. */
const all = 'all'

/** A category, as a choice beside the codes in it. */
const ofCategory = (category: string): string => `category:${category}`

const kinds: readonly Choice[] = exceptionCategoryNames.flatMap((category) => {
  const codes = exceptionCodes.filter((code) => exceptionCategories[code] === category)
  return [
    ...(codes.length > 1 ? [{ value: ofCategory(category), label: `${category}: all` }] : []),
    ...codes.map((code) => ({ value: code, label: exceptionNames[code] })),
  ]
})

/** What is chosen of the kinds; a category of one code is that code. */
function kindOf({ category, code }: Narrowed): string {
  if (category === null) return code ?? all
  const own = ofCategory(category)
  if (kinds.some(({ value }) => value === own)) return own
  return exceptionCodes.find((one) => exceptionCategories[one] === category) ?? all
}

function kindSaid(value: string): Pick<Narrowed, 'category' | 'code'> {
  const category = exceptionCategoryNames.find((one) => ofCategory(one) === value) ?? null
  return { category, code: exceptionCodes.find((code) => code === value) ?? null }
}

export function ExceptionFilters({
  value,
  figures,
  csv,
  onChange,
}: {
  readonly value: Narrowed
  readonly figures: readonly ExceptionFigure[]
  /** Where those that are listed are had as a file. */
  readonly csv: string
  readonly onChange: (value: Narrowed) => void
}): ReactElement {
  const custodians = byCustodian(figures, everything)
  const isNarrowed = Object.values(value).some((one) => one !== null)
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '1fr 1fr', md: '1fr 1fr 1fr', lg: 'repeat(5, minmax(0, 1fr)) auto' }}
      gap="3"
      px="4"
      py="3"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <Field label="About">
        <Select
          value={value.about ?? all}
          choices={[
            { value: all, label: 'Anything' },
            ...exceptionSubjects.map((one) => ({ value: one, label: subjectNames[one] })),
          ]}
          onChoose={(to) =>
            onChange({ ...value, about: exceptionSubjects.find((one) => one === to) ?? null })
          }
        />
      </Field>
      <Field label="Kind">
        <Select
          value={kindOf(value)}
          choices={[{ value: all, label: 'All kinds' }, ...kinds]}
          onChoose={(to) => onChange({ ...value, ...kindSaid(to) })}
        />
      </Field>
      <Field label="Severity">
        <Select
          value={value.severity ?? all}
          choices={[
            { value: all, label: 'Any' },
            ...exceptionSeverities.map((one) => ({
              value: one,
              label: `${severityNames[one]}: ${severityMeanings[one]}`,
            })),
          ]}
          onChoose={(to) =>
            onChange({ ...value, severity: exceptionSeverities.find((one) => one === to) ?? null })
          }
        />
      </Field>
      <Field label="Custodian">
        <Select
          value={String(value.custodianId ?? all)}
          choices={[
            { value: all, label: 'All custodians' },
            ...custodians.map(({ custodianId, custodian }) => ({
              value: String(custodianId),
              label: marked(custodian),
            })),
          ]}
          onChoose={(to) => onChange({ ...value, custodianId: to === all ? null : Number(to) })}
        />
      </Field>
      <Field label="Resolution">
        <Select
          value={value.resolution ?? all}
          choices={[
            { value: all, label: 'Any' },
            ...resolutionFilters.map((one) => ({ value: one, label: resolutionNames[one] })),
          ]}
          onChoose={(to) =>
            onChange({ ...value, resolution: resolutionFilters.find((one) => one === to) ?? null })
          }
        />
      </Field>
      <chakra.div gridColumn={{ base: '1 / -1', lg: 'auto' }} alignSelf="end" justifySelf="end">
        <ButtonLink size="sm" icon="download" href={csv} download>
          {isNarrowed ? 'These exceptions as CSV' : 'All exceptions as CSV'}
        </ButtonLink>
      </chakra.div>
    </chakra.div>
  )
}
