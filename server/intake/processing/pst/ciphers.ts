/** The ciphers of an Outlook data file. They hide what is read by accident; neither has a key that anybody would have to know. */

/** Each byte as it was, by the one that stands for it (MS-PST 5.1, the table mpbbI). */
const plain = Buffer.from(
  'R/G05gtqckiFTp7r4viUU+C7oALoWgmr2+O6xnzDEN05BZYw9TdggozJE0prHfP7jyaXypEXAcQyLW4xlf/ZI9EAXnncRDsaKMVhVyCQPYO5Q75n0kZCdsBtW36yDxYpPKkDVA3aXd/2t8dizY0G02lchtYU96Vmdayx6UUhcAyHn3SkIkxvvx9Wqi6zeDNQsKOSvM8ZHKdjyx5NPksbm0/n8O6tOrVZBOpAVSVR5XqJOGhSe/wnrte9+gf0zI5f7zWchCsV1Xc0SbYSCn9xiP2dGEF9k9hYLM7+JK/euDbIoYCmmZioLw6BZXPkwqKK1OER0AiLKvLtmmQ/wWz57A==',
  'base64',
)

/** The other way round (mpbbR). */
const hidden = Buffer.alloc(256)
for (const [byte, was] of plain.entries()) hidden[was] = byte
/** A table that is its own inverse (mpbbS). */
const turned = Buffer.from(
  'FFMPVrPIepzrZUgXFhWfAsxUfIMADQwLomKodtvZ7cfFpNyshXTW0KebrpqWcWbDY5m43XOSjoR9pV7RXZOxV1FQgIlSlE9OCmu8jX9uR0ZBQEQBEcsDP/f04amPPDr5+/AZMIIJLsmdoIZJ7m9NbcQtgTQlhxuIqvwGoRI4/UxCcmQTNyRqdXdD/+a0SzZc5Ng1PUW5LOy3MSspB2ijDml7GJ4hOb4oGlt49SPKKrCvPv4EjOflmDKV0/ZK6Kbq6fPVL3Ag8h8FZ61VEM7N4yc72rrXwibUkR3SHCIz+PrxWu/PkLaLtb3AvwiXHmziYeDGwVmru1jeX99geX6yig==',
  'base64',
)

/** What Outlook has by default, "compressible": a copy of the bytes as they were. */
export function deciphered(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length)
  for (let at = 0; at < bytes.length; at++) result[at] = plain[bytes[at] ?? 0] ?? 0
  return result
}

/**
 * What Outlook calls "high" (MS-PST 5.2): tables that are turned on by each byte, from where the number of the block says.
 * Applied once more it gives the bytes that it was given; a copy.
 */
export function cycled(bytes: Buffer, bid: number): Buffer {
  const key = bid % 0x1_0000_0000
  const result = Buffer.allocUnsafe(bytes.length)
  let turn = (key ^ (key >>> 16)) & 0xffff
  for (let at = 0; at < bytes.length; at++) {
    const [low, high] = [turn & 0xff, turn >> 8]
    const first = hidden[((bytes[at] ?? 0) + low) & 0xff] ?? 0
    const second = turned[(first + high) & 0xff] ?? 0
    result[at] = (plain[(second - high) & 0xff] ?? 0) - low
    turn = (turn + 1) & 0xffff
  }
  return result
}
