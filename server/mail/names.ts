/** Names of documents: to show and to save under, never to open by. */

import { extensionOf } from './identify.ts'
import type { Limits } from './limits.ts'
import type { Flaw } from './member.ts'

/** The name of a file: the last part of what was given, without what file systems refuse. */
export function fileName(given: string, limits: Limits, flaws: Flaw[]): string {
  const last = bounded(given).split(/[\\/]/).at(-1) ?? ''
  const name = clean(last)
  const chars = [...name]
  if (chars.length <= limits.nameChars) return name
  flaws.push({
    code: 'pathTooLong',
    reason: `Its name has ${chars.length} characters and was cut to ${limits.nameChars}.`,
    stage: 'parse',
  })
  const extension = extensionOf(name)
  const end = extension === '' ? '' : `.${extension}`
  return chars.slice(0, limits.nameChars - end.length).join('') + end
}

/** The name under which a message is saved: its subject. */
export function messageName(subject: string, limits: Limits): string {
  const name = clean(bounded(subject))
  // A subject may end in what looks like an extension ("v1.2").
  if (/\.(eml|msg|mht)$/i.test(name) && [...name].length <= limits.nameChars) return name
  return `${[...name].slice(0, limits.nameChars - 4).join('')}.eml`
}

const bounded = (text: string): string => text.slice(0, 10_000).toWellFormed()

function clean(text: string): string {
  const name = text.replace(/[\p{Cc}<>:"|?*\\/]+/gu, '_').replace(/^[. ]+|[. ]+$/g, '')
  return name === '' ? 'unnamed' : name
}
