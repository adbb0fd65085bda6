/** Days of a date of documents. They are chosen when all of it is there. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { type DateChoice, dateOperators } from '#contracts/filter.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { useDraft } from '../ui/use-draft.ts'

interface Draft {
  readonly operator: DateChoice['operator'] | ''
  readonly start: string
  readonly end: string
}

const words: Readonly<Record<DateChoice['operator'], string>> = {
  On: 'on',
  After: 'after',
  'After/On': 'on or after',
  Before: 'before',
  'Before/On': 'on or before',
  Between: 'between',
  'Is Not Null': 'has a date',
  'Is Null': 'has no date',
}

const draftOf = (choice: DateChoice | null): Draft =>
  choice === null
    ? { operator: '', start: '', end: '' }
    : { operator: choice.operator, start: choice.start ?? '', end: choice.end ?? '' }

const isDay = (text: string): boolean => /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(text.trim())

/** What a draft asks for: undefined while it is not whole, null for any date. */
export function dateIn({ operator, start, end }: Draft): DateChoice | null | undefined {
  if (operator === '') return null
  if (operator === 'Is Null' || operator === 'Is Not Null') return { operator, start: null, end: null }
  if (!isDay(start)) return undefined
  if (operator !== 'Between') return { operator, start: start.trim(), end: null }
  return isDay(end) ? { operator, start: start.trim(), end: end.trim() } : undefined
}

export function DateChooser({
  title,
  choice,
  onChoose,
}: {
  readonly title: string
  readonly choice: DateChoice | null
  readonly onChoose: (choice: DateChoice | null) => void
}): ReactElement {
  const said = JSON.stringify(choice)
  const [draft, setDraft] = useDraft<Draft>(said, () => draftOf(choice))
  const say = (next: Draft) => {
    setDraft(next)
    const asked = dateIn(next)
    if (asked !== undefined && JSON.stringify(asked) !== said) onChoose(asked)
  }
  const takesDay = draft.operator !== '' && draft.operator !== 'Is Null' && draft.operator !== 'Is Not Null'
  const isOpen = takesDay && dateIn(draft) === undefined
  // A day that is taken out asks for nothing any more.
  const leave = () => (choice !== null && draft.start.trim() === '' ? onChoose(null) : say(draft))
  const day = (name: 'start' | 'end', label: string) => (
    <DraftInput
      aria-label={label}
      placeholder="MM/DD/YYYY"
      flex="1"
      minWidth="0"
      value={draft[name]}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
  return (
    <chakra.div display="flex" flexDirection="column" gap="2">
      <Select
        aria-label={`${title}: how`}
        value={draft.operator}
        choices={[
          { value: '', label: 'any' },
          ...dateOperators.map((value) => ({ value, label: words[value] })),
        ]}
        onChoose={(value) => say({ ...draft, operator: dateOperators.find((one) => one === value) ?? '' })}
      />
      {takesDay && (
        <chakra.div display="flex" gap="2">
          {day('start', `${title}: ${draft.operator === 'Between' ? 'first day' : 'day'}`)}
          {draft.operator === 'Between' && day('end', `${title}: last day`)}
        </chakra.div>
      )}
      {isOpen && choice !== null && (
        <chakra.p fontSize="xs" color="attentionInk">
          Not asked for yet: until the {draft.operator === 'Between' ? 'days are' : 'day is'} whole, what was
          chosen before stays.
        </chakra.p>
      )}
    </chakra.div>
  )
}
