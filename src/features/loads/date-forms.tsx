/** How dates are read: said where it is plain, chosen where it is not. Nothing is guessed. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useId } from 'react'
import { loadDateForms } from '#contracts/load-file-forms.ts'
import type { LoadDialect } from '#contracts/loads.ts'
import { Badge } from '../ui/badge.tsx'
import { Fault, Field } from '../ui/field.tsx'
import { Select } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import {
  datesNotStated,
  datesToChoose,
  datesUnseen,
  type LookColumn,
  type OpenDates,
  withDateForm,
} from './draft.ts'
import { dayBy } from './read-day.ts'

export function DateForms({
  columns,
  dialect,
  onChoose,
}: {
  readonly columns: readonly LookColumn[]
  readonly dialect: LoadDialect
  readonly onChoose: (dialect: LoadDialect) => void
}): ReactElement | null {
  const open = datesToChoose(columns, dialect)
  const refused = datesNotStated(columns, dialect)
  const sole = columns.filter(({ dates }) => dates?.length === 1)
  const unseen = datesUnseen(columns)
  if (unseen.length > 0) return <Unseen names={unseen} dialect={dialect} onChoose={onChoose} />
  if (open.length === 0 && sole.length === 0) return null
  return (
    <Section
      title="Dates"
      aside={
        open.some(({ chosen }) => chosen === null) ? (
          <Badge tone="attention" icon="warning">
            Has to be chosen
          </Badge>
        ) : (
          <Badge tone="ok" icon="check">
            {open.length > 0 ? 'Chosen' : 'Certain'}
          </Badge>
        )
      }
      padded
    >
      <chakra.div display="flex" flexDirection="column" gap="4">
        {open.map((one) => (
          <Forms
            key={one.forms.join()}
            open={one}
            onChoose={(form) => onChoose(withDateForm(dialect, one.forms, form))}
          />
        ))}
        {sole.length > 0 && (
          <chakra.p fontSize="sm" color="muted" overflowWrap="anywhere">
            {[...Map.groupBy(sole, ({ dates }) => dates?.[0] ?? '')]
              .map(([form, own]) => `${own.map(({ name }) => name).join(', ')}: ${form}`)
              .join(' · ')}
          </chakra.p>
        )}
        {refused.length > 0 && (
          <chakra.p role="status" color="attentionInk" overflowWrap="anywhere">
            Dates of {refused.join(', ')} have another form than those above. They will be refused where the
            column fills a date.
          </chakra.p>
        )}
      </chakra.div>
    </Section>
  )
}

/** The column may be empty to its end: nothing has to be said, and nothing is guessed. */
function Unseen({
  names,
  dialect,
  onChoose,
}: {
  readonly names: readonly string[]
  readonly dialect: LoadDialect
  readonly onChoose: (dialect: LoadDialect) => void
}): ReactElement {
  return (
    <Section title="Dates" padded>
      <chakra.div maxWidth="460px">
        <Field
          label={`Dates of ${names.join(', ')}`}
          hint="The first rows have none. What is not written like this later becomes an error, and its document is loaded without it."
        >
          <Select
            value={dialect.dates[0] ?? ''}
            choices={[
              { value: '', label: 'Not known: each date is an error' },
              ...loadDateForms.map((value) => ({ value, label: value })),
            ]}
            onChoose={(form) => onChoose({ ...dialect, dates: loadDateForms.filter((one) => one === form) })}
          />
        </Field>
      </chakra.div>
    </Section>
  )
}

function Forms({
  open: { forms, columns, chosen },
  onChoose,
}: {
  readonly open: OpenDates
  readonly onChoose: (form: OpenDates['forms'][number]) => void
}): ReactElement {
  const id = useId()
  const sample = columns.find(({ value }) => value !== '')?.value ?? ''
  return (
    <chakra.fieldset
      minWidth="0"
      role="radiogroup"
      aria-invalid={chosen === null || undefined}
      aria-describedby={chosen === null ? `${id}-fault` : undefined}
    >
      <chakra.legend fontWeight={600} overflowWrap="anywhere">
        {columns.map(({ name }) => name).join(', ')}
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" columnGap="6" rowGap="1" py="1">
        {forms.map((form) => (
          <chakra.label key={form} display="flex" gap="2" alignItems="center">
            <input type="radio" name={id} checked={form === chosen} onChange={() => onChoose(form)} />
            <span>
              {form}
              {sample !== '' && (
                <chakra.span color="muted">
                  {' '}
                  – {sample} is {dayBy(sample, form) ?? 'no such day'}
                </chakra.span>
              )}
            </span>
          </chakra.label>
        ))}
      </chakra.div>
      {chosen === null && (
        <Fault id={`${id}-fault`}>
          These dates can be read in {forms.length} ways, which give different days. Choose one.
        </Fault>
      )}
    </chakra.fieldset>
  )
}
