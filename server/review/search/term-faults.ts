/** Refusing a list of terms with all their faults where any cannot be read. */
import type { TermFault } from '#contracts/term-faults.ts'
import type { Fault } from '#query/fault.ts'
import { ApiError } from '../../platform/http/error.ts'

type Read = { readonly ok: true } | { readonly ok: false; readonly fault: Fault }

export function requireReadable(terms: readonly string[], read: (term: string) => Read): void {
  const faults = terms.flatMap((text, term): TermFault[] => {
    const found = read(text)
    if (found.ok) return []
    const { message, start, end } = found.fault
    return [{ term, message, start, end }]
  })
  const [first] = faults
  if (first === undefined) return
  const others = faults.length > 1 ? ` ${faults.length - 1} more cannot be read either.` : ''
  throw new ApiError('query.invalid', `“${terms[first.term]}”: ${first.message}${others}`, {
    detail: 'terms',
    data: { terms: faults },
  })
}
