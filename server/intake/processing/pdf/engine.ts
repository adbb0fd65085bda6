/**
 * PDFium in WebAssembly, opened once for a process and used by one call at a time. It may be ended by what it reads: then
 * this document cannot be read, and the next one gets a new instance.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { Unreadable } from '../documents/reading.ts'
import { callingDirectly } from './direct-calls.ts'

/** Bytes that an instance may grow to: a file of 100 MB and a page of 60 million pixels, which are an image, fit into it. */
const maxMemory = 512 * 1024 * 1024
/** An instance never gives memory back, so one that has grown past this serves the documents it has and no others. */
const keptMemory = 192 * 1024 * 1024

/** An address in the memory of an instance; 0 stands for none. */
export type Pointer = number

/** One instance of PDFium. Whatever it hands out is held by `hold` or `withMemory`, so that nothing stays behind. */
export class Engine {
  /** PDFium's own functions, as its headers describe them. */
  readonly api: WrappedPdfiumModule
  readonly #memory: WebAssembly.Memory
  /** Of all its memory; others where it has grown. */
  #bytes: Uint8Array
  #view: DataView
  #ended = false
  #refused = false

  constructor(api: WrappedPdfiumModule, memory: WebAssembly.Memory) {
    this.api = callingDirectly(api)
    this.#memory = memory
    this.#bytes = new Uint8Array(memory.buffer)
    this.#view = new DataView(memory.buffer)
    // The module grows its memory by this method alone, and takes an error for memory that is not to be had.
    const grow = memory.grow.bind(memory)
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * 65_536 > maxMemory) {
        this.#refused = true
        throw new RangeError('The memory of the engine is at its limit.')
      }
      return grow(pages)
    }
  }

  /** Whether it can take documents still. */
  get alive(): boolean {
    return !this.#ended
  }
  /** All its memory, as it is until the next call: that may make it grow. */
  get memory(): Uint8Array {
    this.#follow()
    return this.#bytes
  }
  uint32(at: Pointer): number {
    this.#follow()
    return this.#view.getUint32(at, true)
  }
  float32(at: Pointer): number {
    this.#follow()
    return this.#view.getFloat32(at, true)
  }
  float64(at: Pointer): number {
    this.#follow()
    return this.#view.getFloat64(at, true)
  }
  #follow(): void {
    const { buffer } = this.#memory
    if (this.#bytes.buffer === buffer) return
    this.#bytes = new Uint8Array(buffer)
    this.#view = new DataView(buffer)
  }

  /**
   * Does some work with the engine. Rejects with Unreadable where the document ends the engine, or something else did
   * before.
   */
  run<T>(work: () => T): T {
    if (this.#ended) throw new Unreadable('corrupt', 'The program that reads PDF files was ended.')
    try {
      return work()
    } catch (error) {
      // What WebAssembly throws when it runs out of stack, out of memory, or aborts; nothing in it can be trusted then.
      const ended =
        error instanceof WebAssembly.RuntimeError || error instanceof RangeError || !(error instanceof Error)
      if (!ended) throw error
      this.#ended = true
      if (this.#refused)
        throw new Unreadable('tooLarge', 'Reading it takes more memory than there is for it.')
      throw new Unreadable('corrupt', 'Its structure ends the program that reads PDF files.')
    }
  }

  /** Works with a handle and gives it back, except to an engine that has ended. */
  hold<T>(handle: Pointer, giveBack: (handle: Pointer) => void, work: (handle: Pointer) => T): T {
    try {
      return this.run(() => work(handle))
    } finally {
      if (!this.#ended) this.run(() => giveBack(handle))
    }
  }

  /** Memory of so many bytes, for as long as `work` takes. */
  withMemory<T>(size: number, work: (at: Pointer) => T): T {
    return this.hold(this.allocate(size), (at) => this.free(at), work)
  }
  allocate(size: number): Pointer {
    const at = this.run(() => this.api.pdfium.wasmExports.malloc(Math.max(1, size)))
    if (at === 0) throw new Unreadable('tooLarge', 'Reading it takes more memory than there is for it.')
    return at
  }
  free(at: Pointer): void {
    this.api.pdfium.wasmExports.free(at)
  }

  /**
   * Bytes from a function of the kind that tells how many there are when it is given no room. A number of bytes above
   * `most` gives null.
   */
  bytes(fill: (at: Pointer, size: number) => number, most: number): Buffer | null {
    const size = this.run(() => fill(0, 0))
    if (size > most) return null
    if (size <= 0) return Buffer.alloc(0)
    return this.withMemory(size, (at) => {
      const filled = fill(at, size)
      // A copy: the memory is given back.
      return Buffer.from(this.memory.subarray(at, at + Math.min(size, Math.max(0, filled))))
    })
  }
  /** A text in UTF-16 that ends with NUL, as nearly all functions give it; empty where it is absurdly long. */
  text(fill: (at: Pointer, size: number) => number): string {
    const bytes = this.bytes(fill, maxTextBytes)
    return bytes === null ? '' : bytes.toString('utf16le').replace(/\0+$/, '')
  }
}

const maxTextBytes = 16 * 1024 * 1024

let compiled: Promise<WebAssembly.Module> | null = null
let current: Engine | null = null

/** The engine of this process; a new one where there is none, or where the last one was ended. */
export async function openEngine(): Promise<Engine> {
  if (current?.alive) return current
  const engine = await newEngine()
  current = engine
  return engine
}

/** Says that a document is done with: an engine that is ended or large is not kept for the next one. */
export function leaveEngine(engine: Engine): void {
  if (engine === current && !(engine.alive && engine.memory.length <= keptMemory)) current = null
}

async function newEngine(): Promise<Engine> {
  compiled ??= readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  const module = await compiled
  const memories: WebAssembly.Memory[] = []
  const overrides = {
    instantiateWasm: (imports: WebAssembly.Imports, received: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, imports)
      const { memory } = instance.exports
      if (memory instanceof WebAssembly.Memory) memories.push(memory)
      received(instance)
      return instance.exports
    },
    // What it has to say about a document would be about its content.
    print: () => {},
    printErr: () => {},
  }
  const globals = new Set(Object.getOwnPropertyNames(globalThis))
  const api = await init(overrides)
  // It leaves some hundred global getters behind, which warn of old names and would keep its memory for good.
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const isGetter = Object.getOwnPropertyDescriptor(globalThis, name)?.get !== undefined
    if (isGetter && !globals.has(name)) Reflect.deleteProperty(globalThis, name)
  }
  api.PDFiumExt_Init()
  const [memory] = memories
  if (memory === undefined) throw new Error('The program that reads PDF files has no memory.')
  return new Engine(api, memory)
}
