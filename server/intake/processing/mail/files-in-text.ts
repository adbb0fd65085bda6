/** Uuencoded files in a plain text are attachments like others, and their lines are no words of it. */
import type { ProcessingException } from '../member.ts'
import { givenName } from '../names.ts'
import type { Part } from './mime.ts'
import { type UuBlock, uuBlocksIn, withoutUuBlocks } from './uuencode.ts'

interface TakenOut {
  /** The text without them: the very same where it has none. */
  readonly text: Buffer
  readonly parts: readonly Part[]
  readonly faults: readonly string[]
  readonly flaws: readonly ProcessingException[]
}

/** At most so many of them; the others stay in the text. */
export function filesTakenOut(text: Buffer, most: number): TakenOut {
  const { blocks, broken, isMore } = uuBlocksIn(text, most)
  return {
    text: blocks.length === 0 ? text : withoutUuBlocks(text, blocks),
    parts: blocks.map(partOfBlock),
    faults: broken > 0 ? [damaged(broken)] : [],
    flaws: isMore ? [tooMany(most)] : [],
  }
}

const partOfBlock = ({ name, bytes }: UuBlock): Part => ({
  fileName: givenName(name),
  mimeType: 'application/octet-stream',
  charset: '',
  contentId: '',
  bytes,
})

const damaged = (count: number): string =>
  count === 1
    ? 'A uuencoded file in its text is cut or damaged: its lines stay in the text.'
    : `${count} uuencoded files in its text are cut or damaged: their lines stay in the text.`

const tooMany = (most: number): ProcessingException => ({
  code: 'tooMany',
  reason: `Only the first ${most} uuencoded files were taken out of its text: the others stand in it.`,
  stage: 'parse',
})
