/**
 * Words near each other as FTS5 can look for them: where it finds nothing, there is nothing. What it finds is verified: it lets
 * words overlap, knows no order, and counts noise at the edge of a phrase for nothing.
 */
import { gap } from '#query/broken-words.ts'
import { isPattern, isPrefixPattern, patternPrefix } from '#query/pattern.ts'
import type { Near, Node } from '#query/tree.ts'

/** More pairs of alternatives cost more than the texts that they spare. */
const mostPairs = 100

/** What FTS5 looks for in the place of a side: alternatives, each with the words that it may be longer than it is looked for. */
interface Alternative {
  readonly expression: string
  readonly longer: number
}

/** The expression, or null where FTS5 cannot say it. `mayStand`: whether a pattern may be looked for as all that begin so. */
export function nearby(node: Near, mayStand: (pattern: string) => boolean): string | null {
  if (node.how === 'not') return null
  const left = alternatives(node.left, mayStand)
  const right = alternatives(node.right, mayStand)
  if (left === null || right === null || left.length * right.length > mostPairs) return null
  return left
    .flatMap((one) =>
      right.map(
        (other) =>
          `NEAR(${one.expression} ${other.expression}, ${node.distance + one.longer + other.longer})`,
      ),
    )
    .join(' OR ')
}

function alternatives(node: Node, mayStand: (pattern: string) => boolean): readonly Alternative[] | null {
  switch (node.kind) {
    case 'term':
      return isWord(node.token, mayStand) ? [{ expression: wordOf(node.token), longer: 0 }] : null
    case 'phrase':
      return phrase(node.tokens, mayStand)
    case 'exact':
      return [{ expression: quoted(node.tokens), longer: 0 }]
    // Gaps stand at both ends of each text.
    case 'edge':
      return [{ expression: quoted([gap]), longer: 0 }]
    case 'or': {
      const parts = node.parts.map((part) => alternatives(part, mayStand))
      return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? [])
    }
    default:
      return null
  }
}

/** Any one word of a phrase stands for it, with the others on either side. */
function phrase(
  tokens: readonly (string | null)[],
  mayStand: (pattern: string) => boolean,
): readonly Alternative[] | null {
  const whole = tokens.filter((token) => token !== null && !isPattern(token))
  if (whole.length === tokens.length) return [{ expression: quoted(whole as string[]), longer: 0 }]
  const word = whole[0] ?? tokens.find((token) => token !== null && isWord(token, mayStand))
  return word == null ? null : [{ expression: wordOf(word), longer: tokens.length }]
}

const isWord = (token: string, mayStand: (pattern: string) => boolean): boolean =>
  !isPattern(token) || (isPrefixPattern(token) && mayStand(token))

/** One word, or all that begin so. */
export const wordOf = (token: string): string =>
  isPattern(token) ? `${quoted([patternPrefix(token)])} *` : quoted([token])

/** Tokens are letters, digits and underscores, or a gap: nothing in them can end the quotes. */
export const quoted = (tokens: readonly string[]): string => `"${tokens.join(' ')}"`
