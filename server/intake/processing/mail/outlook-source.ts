/** How Outlook for Mac keeps a message (olk15MsgSource): behind 40 bytes of its own, which end in a mark. */
export const outlookHead = 40

const mark = Buffer.from('MSrc\x01\0\0\0', 'latin1')

export const isOutlookSource = (head: Buffer): boolean =>
  head.length > outlookHead && head.subarray(outlookHead - mark.length, outlookHead).equals(mark)
