/** Text of the log: what documents and people say, without what could make it look like something else. Pure. */
import { storable } from '../../platform/records/dialect.ts'

/** Signs that turn the direction of what follows: a subject can show another order of its words by them. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** What most texts are, and what nothing is to be taken out of: a log has hundreds of thousands of cells. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/

/** One line. */
export const plainLine = (text: string): string =>
  isPlain.test(text)
    ? text
    : storable(text)
        .replace(turning, '')
        .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim()

/** The same of what somebody has written: its lines stay. */
export const plainLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(plainLine)
    .join('\n')
    .trim()
