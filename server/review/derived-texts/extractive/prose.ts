/**
 * The stretches of a text that its author wrote as prose: of mail without the headers of quoted messages, what is quoted, the
 * signature and the notice beneath it. All places are those of the whole text.
 */

/** From `start` up to but not including `end`. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

const header =
  /^[ \t]*(?:from|to|cc|bcc|sent|date|subject|importance|attachments?|reply-to|von|an|gesendet|betreff|de|para|asunto|envoyé|objet)[ \t]*:/i
const quoted = /^[ \t]*[>|]/
/** What a mail program puts above the message that is answered, or passed on. */
const above =
  /^[ \t]*(?:-{2,}[ \t]*(?:original message|forwarded by|forwarded message|ursprüngliche nachricht)|_{10,}[ \t]*$|begin forwarded message:)|\b(?:wrote|schrieb|a écrit|escribió)[ \t]*:[ \t]*$/i
const signature = /^-- ?$/
const farewell =
  /^[ \t]*(?:(?:(?:best|kind|warm|many) )?regards|best|sincerely(?: yours)?|yours (?:truly|sincerely|faithfully)|thanks(?: again)?|thank you|many thanks|cheers|mit freundlichen grüßen|cordialement|saludos)[ \t]*[,.!]?[ \t]*$/i
const notice = /\b(?:confidential|privileged|intended (?:recipient|only)|unsubscribe|virus)\b/i

/** A signature has so many lines at most, and none of them is long. */
const maxSignatureLines = 8
const maxSignatureChars = 60
/** More words that a notice speaks with than one: a sentence about privilege is prose. */
const minNoticeWords = 2

interface Line extends Stretch {
  readonly said: string
}

/** The author's own paragraphs, and all of them: with those of messages below. */
export function proseOf(text: string): {
  readonly own: readonly Stretch[]
  readonly all: readonly Stretch[]
} {
  const lines = linesOf(text)
  return { own: paragraphsOf(lines.slice(0, endOfOwn(lines)), text), all: paragraphsOf(lines, text) }
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    lines.push({ start, end, said: text.slice(start, end).replace(/\r$/, '') })
    start = end + 1
  }
  return lines
}

/** The number of the line with which a quotation or the signature begins. */
function endOfOwn(lines: readonly Line[]): number {
  for (const [index, { said }] of lines.entries()) {
    if (said.length > 500) continue
    if (signature.test(said) || above.test(said) || isQuotedHead(lines, index)) return index
    if (farewell.test(said) && isSignature(lines.slice(index + 1))) return index
  }
  return lines.length
}

/** The headers of a message within the text; those at its own beginning are left out line by line. */
function isQuotedHead(lines: readonly Line[], index: number): boolean {
  const isOne = (at: number) => header.test(lines[at]?.said ?? '')
  return index > 0 && lines[index - 1]?.said.trim() === '' && isOne(index) && isOne(index + 1)
}

/** Whether nothing but a signature stands between a farewell and what is below the message. */
function isSignature(rest: readonly Line[]): boolean {
  const written = rest.filter(({ said }) => said.trim() !== '')
  const until = written.findIndex(
    ({ said }) => above.test(said) || quoted.test(said) || header.test(said) || notice.test(said),
  )
  const own = until < 0 ? written : written.slice(0, until)
  return own.length <= maxSignatureLines && own.every(({ said }) => said.trim().length <= maxSignatureChars)
}

function paragraphsOf(lines: readonly Line[], text: string): Stretch[] {
  const paragraphs: Stretch[] = []
  let open: Stretch | null = null
  const close = (): void => {
    if (open !== null && !isNotice(text.slice(open.start, open.end))) paragraphs.push(open)
    open = null
  }
  for (const { start, end, said } of lines) {
    const isProse =
      said.trim() !== '' && !header.test(said) && !quoted.test(said) && !above.test(said.slice(-500))
    if (!isProse) close()
    else open = open === null ? { start, end } : { start: open.start, end }
  }
  close()
  return paragraphs
}

const isNotice = (paragraph: string): boolean =>
  paragraph.length < 4_000 &&
  new Set(paragraph.toLowerCase().match(new RegExp(notice, 'gi')) ?? []).size >= minNoticeWords
