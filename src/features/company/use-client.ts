/** The client that is chosen. Where there is only one, nobody has to choose it. */
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { Company } from '#contracts/company.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { selectClient } from '#src/commands/selection.ts'
import { clients } from '#src/reads/company.ts'
import type { Failure } from '#src/stores/answers.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'

/** `client`: null where none is chosen and there are several, or none at all; undefined until they are known. */
export function useClient(): {
  readonly client: Company | null | undefined
  readonly failure: Failure | null
  readonly again: () => void
} {
  const run = useUnit(dispatch)
  const { clientId } = useWho()
  const { value, failure, again } = useRead(clients, {})
  const [only] = value?.length === 1 ? value : []
  const sole = only?.company_id
  useEffect(() => {
    if (clientId === null && sole !== undefined) run(selectClient({ clientId: sole }))
  }, [clientId, sole, run])
  const client =
    value === null ? undefined : (value.find(({ company_id }) => company_id === clientId) ?? only ?? null)
  return { client, failure: value === null ? failure : null, again }
}
