/**
 * The mail parser collects each part of a message in a `Blob`, only to ask for its bytes at once. Node's own Blobs are made
 * for files and streams, and took half of the time of reading mail: here its decoders put their pieces together in memory.
 */
type Chunk = string | ArrayBuffer | Uint8Array

/** What takes the transfer encoding off a part, as far as the parser's own have it in common. */
interface Decoder {
  readonly chunks: readonly Chunk[]
  /** Of what is decoded and in no piece yet. */
  flushBuffer?(): void
  finalize(): Promise<ArrayBuffer>
}

/** Has a decoder of the parser end in memory. Its tests hold the next version of the parser to these names. */
export function endInMemory(decoder: unknown): void {
  if (!isDecoder(decoder)) return
  decoder.finalize = () => {
    decoder.flushBuffer?.()
    return Promise.resolve(joined(decoder.chunks))
  }
}

const isDecoder = (decoder: unknown): decoder is Decoder =>
  typeof decoder === 'object' && decoder !== null && 'chunks' in decoder && Array.isArray(decoder.chunks)

function joined(chunks: readonly Chunk[]): ArrayBuffer {
  const whole = new ArrayBuffer(chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0))
  const bytes = Buffer.from(whole)
  let at = 0
  for (const chunk of chunks) {
    if (typeof chunk === 'string') bytes.write(chunk, at)
    else bytes.set(chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : chunk, at)
    at += lengthOf(chunk)
  }
  return whole
}

const lengthOf = (chunk: Chunk): number =>
  typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength
