/** Mail by the shape of its first lines: a message, a mailbox, Apple Mail's form of a message, a saved web page. */

import { type Kind, kindOf } from '../../../platform/file-kinds.ts'
import { withLineFeeds } from '../line-ends.ts'
import { beginsMarked } from '../mail/mmdf.ts'
import { isOutlookSource } from '../mail/outlook-source.ts'

/** Headers that mail has and other texts of `Name: value` lines do not. */
const mailHeader =
  /^(from|to|cc|bcc|date|subject|message-id|received|return-path|mime-version|content-type|delivered-to|reply-to|sender|x-[\w-]+|in-reply-to|references|resent-[\w-]+|content-transfer-encoding|errors-to|precedence|list-[\w-]+|dkim-signature|arc-[\w-]+|authentication-results|importance|priority|thread-[\w-]+|comments|newsgroups|path|organization|sent|apparently-to|content-disposition|status|envelope-to|user-agent|disposition-notification-to)$/i
const telling =
  /^(from|to|date|subject|message-id|received|return-path|delivered-to|x-mozilla-keys|apparently-to|newsgroups)$/i
/** What only a message that was sent or addressed has. */
const sent = /^(to|cc|bcc|received|message-id|return-path|delivered-to|newsgroups|apparently-to|x-sender)$/i

/** The line that an mbox begins with; to be asked of so much text only as such a line is long. */
const separator = /^From (?:\S+|".*?"\S*|\S+ at \S+|.{1,80}) +\w{3},? +(\w{3} +\d{1,2}|\d{1,2} +\w{3})/

/** A message behind the line of marks that a mailbox of MMDF begins with. */
const messageBehind = /^[^\n]*\n(?:>?From |[!-9;-~]+[ \t]*:)/

/** A header block is known by its first lines; more of it is not looked at. */
const shapeBytes = 16 * 1024
const shapeLines = 60

export function byMailShape(head: Buffer, extension: string): Kind | null {
  if (isOutlookSource(head)) return kindOf('message', extension)
  // Apple Mail never ended a line in another way.
  const hasFeeds = head.includes(0x0a)
  const text = withLineFeeds(head.subarray(0, shapeBytes))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^\s*\n/, '')
  if (separator.test(text.slice(0, 1000)) || (beginsMarked(head) && messageBehind.test(text)))
    return kindOf('mbox', extension)
  if (hasFeeds && /^\d{1,10}\s*\n/.test(text) && scoreOf(headersOf(text.slice(text.indexOf('\n') + 1))) >= 2)
    return kindOf('emlx', extension)
  const headers = headersOf(text)
  if (isSavedPage(headers, extension)) return kindOf('mhtml', extension)
  // What calls itself a message is taken as one: where it is none, that is worth an exception.
  if (scoreOf(headers) >= 2 || (extension === 'eml' && head.length > 0)) return kindOf('message', extension)
  return null
}

/** Whether it begins as a part of a message does (RFC 2045), which need not say from whom it is. */
export function isMimeEntity(head: Buffer): boolean {
  const names = [...headersOf(withLineFeeds(head.subarray(0, shapeBytes)).toString('latin1')).keys()]
  return names.some((name) => name === 'content-type' || name === 'mime-version')
}

type Headers = ReadonlyMap<string, string>

/** Header lines by their names in lower case, the first of each; empty where the text does not begin with such lines. */
function headersOf(text: string): Headers {
  const headers = new Map<string, string>()
  let last = ''
  let odd = 0
  for (const line of text.split(/\r?\n/, shapeLines)) {
    if (line === '') break
    if (/^[ \t]/.test(line)) {
      headers.set(last, `${headers.get(last) ?? ''} ${line.trim()}`)
      continue
    }
    const colon = /^>?([!-9;-~]+)[ \t]*:/.exec(line)
    if (colon === null) {
      if (!/^>?From /.test(line) && ++odd > 1) return new Map()
      continue
    }
    const name = colon[1]?.toLowerCase() ?? ''
    // Of a field that is repeated the first one counts; where it goes on, it goes on.
    last = headers.has(name) ? '' : name
    if (last !== '') headers.set(name, line.slice(colon[0].length).trim())
  }
  headers.delete('')
  return headers
}

/** How many of the headers are of mail; 0 where none of them tells. */
function scoreOf(headers: Headers): number {
  const names = [...headers.keys()]
  return names.some((name) => telling.test(name)) ? names.filter((name) => mailHeader.test(name)).length : 0
}

/**
 * A web page saved with its images (RFC 2557) has the form of a message: what browsers and Word write was never sent to
 * anyone.
 */
function isSavedPage(headers: Headers, extension: string): boolean {
  const type = headers.get('content-type') ?? ''
  if (/^<?"?saved by /i.test(headers.get('from') ?? '')) return true
  if ([...headers.keys()].some((name) => sent.test(name))) return false
  const isWhole = /^multipart\/related\b/i.test(type)
  const hasPlace = headers.has('content-location') || headers.has('snapshot-content-location')
  if (isWhole)
    return headers.has('mime-version') && (hasPlace || !headers.has('from') || /^mhtml?$/.test(extension))
  return (
    (hasPlace || /^mhtml?$/.test(extension)) && headers.has('mime-version') && /^text\/html\b/i.test(type)
  )
}
