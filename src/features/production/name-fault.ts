/** Whether a name can be given to a production: looked up as it is typed, after a moment of quiet. */
import { useEffect, useState } from 'react'
import { productionName } from '#contracts/production-settings.ts'
import { productionNameTaken } from '#src/reads/production.ts'
import { useRead } from '../ui/answer.ts'

/** Ms of quiet. */
const quiet = 300

/** What is wrong with it; null: nothing that is known yet. `own`: the name that the production has. */
export function useNameFault(name: string, own: string | null): string | null {
  const typed = name.trim()
  const [still, setStill] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setStill(typed), quiet)
    return () => clearTimeout(timer)
  }, [typed])
  const parsed = productionName.safeParse(typed)
  const isOwn = own !== null && own.toLowerCase() === typed.toLowerCase()
  const asked = parsed.success && still === typed && !isOwn ? { name: typed } : null
  const { value } = useRead(productionNameTaken, asked)
  if (typed === '') return 'Give the production a name.'
  if (!parsed.success) return 'A name has at most 100 characters, on one line.'
  return asked !== null && value === true ? 'Another production of this project has this name.' : null
}
