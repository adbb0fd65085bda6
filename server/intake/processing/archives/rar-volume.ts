/** What the beginning of a rar says of its being one volume of several. */

export interface RarVolume {
  /** From 1, where it says; null where it does not. */
  readonly number: number | null
  /** How the volumes behind it are called: x.r00 or x.part2.rar. */
  readonly named: 'old' | 'new'
}

const signature = Buffer.from('Rar!\x1a\x07', 'latin1')

/** Null for what is no volume, and for one whose headers are encrypted before they say it. */
export function rarVolume(head: Buffer): RarVolume | null {
  if (!head.subarray(0, signature.length).equals(signature)) return null
  if (head[6] === 0) return fourth(head)
  return head[6] === 1 && head[7] === 0 ? fifth(head) : null
}

/** Of rar 4: the main header stands behind 7 bytes, with its flags behind its CRC and type (technote.txt of UnRAR). */
function fourth(head: Buffer): RarVolume | null {
  if (head.length < 14 || head[9] !== 0x73) return null
  const flags = head.readUInt16LE(10)
  if ((flags & 0x0001) === 0) return null
  return { number: (flags & 0x0100) === 0 ? null : 1, named: (flags & 0x0010) === 0 ? 'old' : 'new' }
}

/** Of rar 5: CRC, then as vints size, type, flags, in the main header the archive's flags, and the volume's number. */
function fifth(head: Buffer): RarVolume | null {
  let at = 12
  const vint = (): number => {
    let value = 0
    for (let scale = 1; at < head.length && scale < 2 ** 49; scale *= 128) {
      const byte = head[at++] ?? 0
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
    return value
  }
  vint()
  const type = vint()
  // Headers are encrypted from here on: all volumes of such an archive are, and their names must do.
  if (type === 4) return { number: null, named: 'new' }
  if (type !== 1) return null
  const flags = vint()
  if ((flags & 1) !== 0) vint()
  const own = vint()
  if ((own & 1) === 0) return null
  return { number: (own & 2) === 0 ? 1 : vint() + 1, named: 'new' }
}
