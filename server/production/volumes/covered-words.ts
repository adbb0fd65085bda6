/** The words of a document that its redactions cover, and that stand nowhere else in it. Pure. */
import { pageParts } from '#contracts/redactions.ts'
import type { PageText } from '../../review/pages/protocol.ts'
import type { DrawnRedaction } from '../../review/redactions/of-document.ts'

/** Shorter ones stand everywhere. */
const shortest = 3

type Box = readonly [left: number, top: number, right: number, bottom: number]

/** `pages`: of the file as it was, with its words and where they stand. */
export function coveredWords(
  pages: readonly PageText[],
  redactions: readonly DrawnRedaction[],
): ReadonlySet<string> {
  const covered = new Set<string>()
  const open = new Set<string>()
  for (const [page, { text, boxes }] of pages.entries()) {
    const here = redactions.filter((one) => one.page === page)
    const words = text.split(/\s+/).filter((word) => word !== '')
    for (const [at, word] of words.entries()) {
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes.slice(4 * at, 4 * at + 4)
      const target = here.some((one) => covers(one, [left, top, right, bottom])) ? covered : open
      for (const part of wordsIn(word)) target.add(part)
    }
  }
  return covered.difference(open)
}

/** The words of a text as they are compared. */
export const wordsIn = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => word.length >= shortest)

/** Whether the middle of a word lies under a redaction. */
function covers({ kind, boxes }: DrawnRedaction, [left, top, right, bottom]: Box): boolean {
  if (kind === 'page') return true
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const within = boxesOf(boxes).some((box) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])
  return kind === 'inverse' ? !within : within
}

function boxesOf(boxes: readonly number[]): Box[] {
  const all: Box[] = []
  for (let at = 0; at + 3 < boxes.length; at += 4)
    all.push([boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? pageParts, boxes[at + 3] ?? pageParts])
  return all
}
