/** Files of images as they are kept: which kind they are, and whether all of them is there. */

const pngHead = Buffer.from('89504e470d0a1a0a', 'hex')
/** The chunk that ends every PNG, with its checksum. */
const pngEnd = Buffer.from('49454e44ae426082', 'hex')
const jpegHead = Buffer.from('ffd8ff', 'hex')
const jpegEnd = Buffer.from('ffd9', 'hex')

const starts = (bytes: Buffer, head: Buffer): boolean => bytes.subarray(0, head.length).equals(head)
const ends = (bytes: Buffer, end: Buffer): boolean => bytes.subarray(-end.length).equals(end)

/** Whether these bytes are an image from its first byte to its last: a crash may have cut a file that nobody made durable. */
export const isWhole = (bytes: Buffer): boolean =>
  (starts(bytes, pngHead) && ends(bytes, pngEnd)) || (starts(bytes, jpegHead) && ends(bytes, jpegEnd))

export const typeOf = (bytes: Buffer): 'image/png' | 'image/jpeg' =>
  starts(bytes, pngHead) ? 'image/png' : 'image/jpeg'
