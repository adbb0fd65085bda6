/** Changes that were begun since this page was loaded: of others nobody hears any more, and what they would change is not shown. */
import { nanoid } from 'nanoid'

const begun = new Set<string>()

/** The key of a new try. */
export function newTry(): string {
  const formKey = nanoid()
  begun.add(formKey)
  return formKey
}

export const isBegunHere = ({ formKey }: { readonly formKey: string }): boolean => begun.has(formKey)
