/** What a page says that nobody sees who looks at it, as fields of its document, and what is wrong with it. */
import type { ProcessingException } from '../member.ts'
import { storableUpTo } from '../text.ts'
import type { HiddenContent } from './fields.ts'
import type { ShownHtml } from './html.ts'

/** Characters of all the links of a page that are kept, and of all its titles. */
const maxChars = 50_000

export function told({ hidden, unseen, links, title, titles, isSource }: ShownHtml): {
  readonly metadata: Readonly<Record<string, readonly string[]>>
  readonly flaws: readonly ProcessingException[]
} {
  return {
    metadata: {
      ...(hidden === '' ? {} : { Hidden_Content: hiddenContents(hidden, unseen) }),
      ...field('Link_Targets', links),
      ...field('Titles', title === '' ? titles : [title, ...titles]),
    },
    flaws: isSource ? [asSource] : [],
  }
}

/** What only Outlook shows is of another kind: many honest letters have it. */
const hiddenContents = (hidden: string, unseen: string): HiddenContent[] => [
  ...(unseen === '' ? [] : ['Hidden text' as const]),
  ...(hidden === unseen ? [] : ['Text for Outlook only' as const]),
]

const asSource: ProcessingException = {
  code: 'corrupt',
  reason: 'Its HTML opens more elements than it has characters: it is shown as its source.',
  stage: 'text',
}

function field(name: string, all: readonly string[]): Readonly<Record<string, readonly string[]>> {
  let used = 0
  const kept: string[] = []
  for (const value of all) {
    used += value.length
    if (used > maxChars) break
    kept.push(storableUpTo(value, maxChars))
  }
  return kept.length === 0 ? {} : { [name]: kept }
}
