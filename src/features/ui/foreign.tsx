/**
 * Text that came with the documents, as names, subjects and senders did. Whoever wrote it may have meant it to be read as
 * something else: it stands apart from the words around it, and signs that turn the direction of writing are shown as what
 * they are instead of being obeyed.
 */
import type { ReactElement } from 'react'

/** U+061C, U+200E and F, U+202A to E, U+2066 to 9: all characters of Unicode that are there to turn the direction. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The same for a title or a name that only assistive technology reads: `invoice[U+202E]fdp.exe`. */
export const marked = (text: string): string =>
  text.replace(turns, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)

export function Foreign({
  text,
  className,
}: {
  readonly text: string
  readonly className?: string
}): ReactElement {
  return <bdi className={className}>{marked(text)}</bdi>
}

export interface Person {
  readonly name: string
  readonly address: string
}

/** `Mann, Kay <kay.mann@example.com>`, read back; the last address counts. */
export function personOf(text: string): Person {
  const [, name = '', address = ''] = /^(.*?)\s*<([^<>]*)>$/s.exec(text) ?? []
  return address === '' ? { name: text, address: '' } : { name, address }
}

/**
 * Who wrote or was written to: the name that they gave themselves, and beside it always the address. A name that looks like
 * an address is in quotation marks: it is none.
 */
export function PersonName({ name, address }: Person): ReactElement {
  const bare = name === '' || name === address
  return (
    <>
      {!bare && <bdi>{marked(address !== '' && name.includes('@') ? `“${name}”` : name)}</bdi>}
      {!bare && address !== '' && ' '}
      {address !== '' && <bdi>{marked(bare ? address : `<${address}>`)}</bdi>}
    </>
  )
}
