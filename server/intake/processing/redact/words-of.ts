/** Four bytes at once, where they lie so that it can be done: of what is mostly white, most is passed over. */
export const wordsOf = (bytes: Uint8Array): Int32Array | null =>
  bytes.byteOffset % 4 === 0 ? new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) : null
