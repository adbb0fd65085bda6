/** Number formats without words: what a format says beside the number may be anything. */

/** Digits, dates and signs as formats have them, and what stands in brackets that is no word. */
const harmless =
  /^(?:General|AM\/PM|A\/P|[0#?.,%@;yYmMdDhHsSbBgGeE\-+/:()$€£¥₹₽₩ ]|\[(?:Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|h+|m+|s+)\]|\[\$[\p{Sc}]{0,3}(?:-[0-9A-F]{1,8})?\]|\/(?:2|4|8|16|10|100)(?!\d))/iu

/** Words that are taken out alone: in quotes, behind a backslash, as the width of a blank, or as what fills. */
const literal = /^(?:"([^"]*)"|\\([\s\S])|_([\s\S])|\*([\s\S]))/u
const quiet = /^[\p{P}\p{S}\s]*$/u

/**
 * The format without its literals; null where it says more than a format has to say, or shows nothing: then the number is shown as
 * it is.
 */
export function plainFormat(code: string): string | null {
  if (code.length > 255) return null
  let plain = ''
  let rest = code
  while (rest !== '') {
    const said = literal.exec(rest)
    if (said !== null) {
      // A width or a filling keeps nothing that anybody reads.
      const words = said[1] ?? said[2]
      if (words !== undefined && words !== '' && quiet.test(words) && !words.includes('"'))
        plain += `"${words}"`
      rest = rest.slice(said[0].length)
      continue
    }
    const found = harmless.exec(rest)
    if (found === null) return null
    plain += found[0]
    rest = rest.slice(found[0].length)
  }
  return isHiding(plain) ? null : plain
}

/** Whether a section of it shows no number, such as `;;;`. */
const isHiding = (code: string): boolean =>
  code.split(';').some((section) => !/[0#?@yMdhsGeE]/i.test(section))
