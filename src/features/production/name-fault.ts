/** Whether a name can be given to a production, or to a template: looked up as it is typed, after a moment of quiet. */
import { useEffect, useState } from 'react'
import { productionName } from '#contracts/production-settings.ts'
import { productionNameTaken, templateNameFree } from '#src/reads/production.ts'
import { useRead } from '../ui/answer.ts'

/** Ms of quiet. */
const quiet = 300

/** What is typed, once nothing was added for a moment; null: it is no name, or still being typed. */
function useStillName(typed: string): { readonly name: string } | null {
  const [still, setStill] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setStill(typed), quiet)
    return () => clearTimeout(timer)
  }, [typed])
  return productionName.safeParse(typed).success && still === typed ? { name: typed } : null
}

/** What is wrong with it; null: nothing that is known yet. `own`: the name that the production has. */
export function useNameFault(name: string, own: string | null): string | null {
  const typed = name.trim()
  const still = useStillName(typed)
  const isOwn = own !== null && own.toLowerCase() === typed.toLowerCase()
  const asked = isOwn ? null : still
  const { value } = useRead(productionNameTaken, asked)
  if (typed === '') return 'Give the production a name.'
  return (
    tooLong(typed) ??
    (asked !== null && value === true ? 'Another production of this project has this name.' : null)
  )
}

/** The same for a template. */
export function useTemplateNameFault(name: string): string | null {
  const typed = name.trim()
  const asked = useStillName(typed)
  const { value } = useRead(templateNameFree, asked)
  if (typed === '') return 'Give the template a name.'
  return tooLong(typed) ?? (asked !== null && value === false ? 'Another template has this name.' : null)
}

const tooLong = (typed: string): string | null =>
  productionName.safeParse(typed).success ? null : 'A name has at most 100 characters, on one line.'
