/**
 * A long text in blocks of which the browser lays out only those that are near the view: ten million characters in one
 * piece take it gigabytes, and a minute in which nothing can be done. Together the blocks are the text, letter by letter.
 */

/** What is shorter stands in one piece. Characters, as JavaScript counts them. */
const maxInOne = 20_000

/** Each ends with a line where there is one to end with; no letter is cut in two. */
export function blocksOf(text: string): readonly string[] {
  const blocks: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = endOf(text, from)
    blocks.push(text.slice(from, end))
    from = end
  }
  return blocks
}

function endOf(text: string, from: number): number {
  const most = from + maxInOne
  if (most >= text.length) return text.length
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, most - 1)
    if (at >= from) return at + 1
  }
  const cut = text.charCodeAt(most)
  // The second half of a letter that is written in two.
  return cut >= 0xdc00 && cut < 0xe000 ? most - 1 : most
}

const lineHeight = 24
const lineLength = 80

/** Puts a text into an element, as text and never as markup. */
export function placeText(element: HTMLElement, text: string): void {
  const blocks = blocksOf(text)
  if (blocks.length < 2) {
    element.textContent = text
    return
  }
  element.replaceChildren(
    ...blocks.map((block) => {
      // Spans, which part no words: what is a hit across two of them stays one.
      const span = element.ownerDocument.createElement('span')
      span.style.display = 'block'
      span.style.contentVisibility = 'auto'
      span.style.containIntrinsicBlockSize = `auto ${linesIn(block) * lineHeight}px`
      span.textContent = block
      return span
    }),
  )
}

/** About how many lines a block takes in the reading column. */
const linesIn = (block: string): number =>
  block.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / lineLength)), 0)
