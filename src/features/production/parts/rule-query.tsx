/** The search of a rule, with how many documents it finds: a rule that finds none is mostly a slip of the pen. */
import type { ReactElement } from 'react'
import { population } from '#src/reads/search-reports.ts'
import { useRead } from '../../ui/answer.ts'
import { Field } from '../../ui/field.tsx'
import { counted } from '../../ui/format.ts'
import { TextInput } from '../../ui/input.tsx'

export function RuleQuery({
  label,
  value,
  error,
  mayAsk,
  onSay,
}: {
  readonly label: string
  readonly value: string
  readonly error: string | null
  /** Whoever only looks is not told what it finds. */
  readonly mayAsk: boolean
  readonly onSay: (query: string) => void
}): ReactElement {
  const set = {
    query: { queryString: value, includeFamily: false, objectId: null, type: null },
    viewer: 'parentsAndChildren',
    filter: 'all',
  } as const
  const { value: found, failure } = useRead(population, mayAsk && value.trim() !== '' ? { set } : null)
  return (
    <Field
      label={label}
      error={error ?? failure?.message}
      hint={found === null ? 'As in the query bar.' : `Finds ${counted(found, 'document')} of the project.`}
    >
      <TextInput value={value} fontFamily="mono" spellCheck={false} autoComplete="off" onSay={onSay} />
    </Field>
  )
}
