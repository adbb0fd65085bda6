/**
 * The subject that a conversation keeps while it is answered and passed on: without what programs put before it and after
 * it (RFC 5256 2.1, and what programs of other languages write).
 */

/** `Re:`, `Fwd:` and their like; `RE[2]:` counts answers. The longer of two that begin alike stands first. */
const answer =
  /^(?:reply|re|rif|r|resp|res|aw|antwort|antw|sv|svar|vs|vb|vl|odp|atb|ynt|bls|回复|回覆|答复|答覆|返信|ответ)\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\^\d{1,4})?\s*[:：]\s*/iu
const forward =
  /^(?:forwarded|forward|fwd|fw|wg|weitergeleitet|tr|rv|enc|i|doorst|vid|vl|pd|ilt|转发|轉寄|轉發|転送|пересылка)\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\^\d{1,4})?\s*[:：]\s*/iu
/** What a list puts before the subjects of its mail. */
const blob = /^\[[^[\]]{1,80}\]\s*/
const trailer = /\s*\(fwd\)$/i
const wrapper = /^\[\s*fwd?:\s*([\s\S]*)\]$/i

export interface BaseSubject {
  /** In lower case, with single spaces; the whole subject where nothing else would be left. */
  readonly base: string
  /** Whether something said that it is an answer, or passed on. */
  readonly isReply: boolean
}

/** How often something is taken off; who writes more "Re:" means it. */
const most = 50

export function baseSubject(subject: string): BaseSubject {
  const whole = squeezed(subject)
  let base = whole
  let isReply = false
  for (let n = 0; n < most; n++) {
    const before = base
    base = base.replace(trailer, '')
    const wrapped = wrapper.exec(base)
    if (wrapped !== null) base = wrapped[1]?.trim() ?? ''
    const bare = base.replace(answer, '').replace(forward, '')
    if (bare !== base || wrapped !== null || base !== before) isReply = true
    base = bare
    const withoutBlob = base.replace(blob, '')
    if (withoutBlob !== '') base = withoutBlob
    if (base === before) break
  }
  return base === '' ? { base: whole, isReply } : { base, isReply }
}

const squeezed = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
