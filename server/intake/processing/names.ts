/** Names of documents: to show and to save under, never to open by. */

import { extensionOf } from './identify/identify.ts'
import type { Limits } from './limits.ts'
import type { ProcessingException } from './member.ts'

/** The name of a file: the last part of what was given, without what file systems refuse. */
export function fileName(given: string, limits: Limits, flaws: ProcessingException[]): string {
  const last = givenName(given).split(/[\\/]/).at(-1) ?? ''
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

/** The name under which a message is saved: its subject, and the extension of its form. */
export function messageName(subject: string, extension: string, limits: Limits): string {
  const name = clean(givenName(subject))
  // A subject may end in what looks like an extension ("v1.2").
  if (/\.(eml|emlx|msg|mht|dat)$/i.test(name) && [...name].length <= limits.nameChars) return name
  return `${[...name].slice(0, limits.nameChars - extension.length - 1).join('')}.${extension}`
}

/** No file system has longer ones. What is cut stays recognisable by its beginning and its extension. */
const longestName = 4096

/** A name as somebody else gave it, as records can keep it: well-formed, without NUL, and never without end. */
export function givenName(text: string): string {
  const cut = text.length <= longestName ? text : `${text.slice(0, longestName - 100)}…${text.slice(-99)}`
  return cut.replaceAll('\0', '_').toWellFormed()
}

function clean(text: string): string {
  const name = withoutDots(text.replace(/[\p{Cc}<>:"|?*\\/]+/gu, '_'))
  return name === '' ? 'unnamed' : name
}

/** Without dots and spaces at its ends. A pattern that looks for them before the end takes for ever on a long run. */
function withoutDots(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && '. '.includes(text.charAt(start))) start++
  while (start < end && '. '.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
