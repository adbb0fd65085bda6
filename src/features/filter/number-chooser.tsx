/** A number compared with another, or between two. It is chosen when all of it is there. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useEffect, useState } from 'react'
import { filterNumbers, type NumberChoice, numberOperators } from '#contracts/filter.ts'
import { emptyNumber, type FilterNumber, withNumber } from '#src/events/filter/choice.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Chooser } from './chooser.tsx'
import { titleOf } from './fields.ts'
import { useChosen } from './use-chosen.ts'

interface Draft {
  readonly operator: NumberChoice['operator']
  readonly value: string
  readonly to: string
}

const words: Readonly<Record<NumberChoice['operator'], string>> = {
  '=': 'is',
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
  between: 'between',
}

const draftOf = ({ operator, value, to }: NumberChoice): Draft => ({
  operator,
  value: value === null ? '' : String(value),
  to: to === undefined ? '' : String(to),
})

const whole = (text: string): number | null => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : null)

/** What a draft asks for; null while it is not whole. The flags stay as they stand. */
export function numberIn(
  { operator, value, to }: Draft,
  { includeNull, includeSelections }: NumberChoice,
): NumberChoice | null {
  const flags = { includeNull, includeSelections }
  const first = whole(value)
  if (value.trim() === '') return { operator, value: null, ...flags }
  if (first === null) return null
  if (operator !== 'between') return { operator, value: first, ...flags }
  const second = whole(to)
  return second === null || second < first ? null : { operator, value: first, to: second, ...flags }
}

export function NumberChooser({ member }: { readonly member: FilterNumber }): ReactElement {
  const { of, choose } = useChosen()
  const title = titleOf(filterNumbers[member])
  const choice = of.filter[member] ?? emptyNumber
  const [draft, setDraft] = useState<Draft>(() => draftOf(choice))
  const said = JSON.stringify(of.filter[member] ?? null)
  // What another tab or a chip changed shows here; an operator without a number is kept until there is one.
  useEffect(() => {
    const standing: NumberChoice | null = JSON.parse(said)
    setDraft(({ operator }) => (standing === null ? { operator, value: '', to: '' } : draftOf(standing)))
  }, [said])
  const say = (next: Draft) => {
    setDraft(next)
    const asked = numberIn(next, choice)
    if (asked !== null && JSON.stringify(withNumber(of, member, asked)) !== JSON.stringify(of))
      choose(withNumber(of, member, asked))
  }
  const isWrong = numberIn(draft, choice) === null
  const flag = (name: 'includeNull' | 'includeSelections', on: boolean) =>
    choose(withNumber(of, member, { ...choice, [name]: on }))
  return (
    <Chooser title={title}>
      <chakra.div display="flex" gap="2" alignItems="center">
        <Select
          width="104px"
          aria-label={`${title}: how`}
          value={draft.operator}
          choices={numberOperators.map((value) => ({ value, label: words[value] }))}
          onChoose={(value) =>
            say({ ...draft, operator: numberOperators.find((one) => one === value) ?? '=' })
          }
        />
        <DraftInput
          aria-label={title}
          inputMode="numeric"
          flex="1"
          width="60px"
          aria-invalid={isWrong || undefined}
          value={draft.value}
          onChange={(value) => setDraft({ ...draft, value })}
          onBlur={() => say(draft)}
          onKeyDown={(event) => event.key === 'Enter' && say(draft)}
        />
        {draft.operator === 'between' && (
          <DraftInput
            aria-label={`${title}: to`}
            inputMode="numeric"
            flex="1"
            width="60px"
            aria-invalid={isWrong || undefined}
            value={draft.to}
            onChange={(to) => setDraft({ ...draft, to })}
            onBlur={() => say(draft)}
            onKeyDown={(event) => event.key === 'Enter' && say(draft)}
          />
        )}
      </chakra.div>
      {isWrong && (
        <chakra.p fontSize="xs" color="attentionInk" pt="1">
          Give whole numbers, the second not smaller than the first.
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" columnGap="3" fontSize="xs" color="muted" pt="1">
        <chakra.label display="inline-flex" alignItems="center" gap="1.5" minHeight="24px">
          <input
            type="checkbox"
            checked={choice.includeNull}
            onChange={(event) => flag('includeNull', event.currentTarget.checked)}
          />
          Without a number
        </chakra.label>
        {choice.value !== null && (
          <chakra.label display="inline-flex" alignItems="center" gap="1.5" minHeight="24px">
            <input
              type="checkbox"
              checked={!choice.includeSelections}
              onChange={(event) => flag('includeSelections', !event.currentTarget.checked)}
            />
            All but these
          </chakra.label>
        )}
      </chakra.div>
    </Chooser>
  )
}
