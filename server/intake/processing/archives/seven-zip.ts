/**
 * 7-Zip, compiled to WebAssembly, run on one archive. All that it can reach is what is here: the archive, to read, and a folder
 * that keeps nothing, in which each file that it makes is given to a sink. Names out of an archive are names in that folder
 * and nowhere else. A run is synchronous; each has memory of its own, which is gone with it.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'

export interface Host {
  /** The archive; where it is in several volumes, the first of them and then the others. */
  readonly archive: readonly ReadFile[]
  /** A file is made; null where nobody wants its bytes. What a sink throws ends the run and is thrown by it. */
  made(name: string): Sink | null
  /** A line of what it says, as bytes one by one (latin1): names in it are in whatever charset they are in. */
  said(line: string, isError: boolean): void
}

export interface ReadFile {
  /** As 7-Zip knows it: it looks for further volumes by their names. */
  readonly name: string
  /** Bytes from `position` on; how many there were. */
  read(into: Uint8Array, position: number): number
  readonly size: number
}

export interface Sink {
  write(bytes: Uint8Array): void
  /** All of it has been written; faults that are said from here to the next file are its own. */
  end(): void
}

/** The archive as 7-Zip knows it. */
export const pathOf = ({ archive }: Pick<Host, 'archive'>): string => `/in/${archive[0]?.name ?? ''}`

/** Memory that one run may take: the largest dictionary that people use (`-mx=9`), and its own; not that of a bomb. */
const heapBytes = 400 * 1024 * 1024

interface Program {
  readonly wasm: WebAssembly.Module
  readonly makeModule: (options: Options) => Promise<Module>
}
let program: Program | null = null

/**
 * What is run, read once. Its script is not imported but compiled as a function in which there is no `process` and no
 * `require`: so it takes no notice of Node, with which it does, while it starts, what a confined process may not do.
 */
function loaded(): Program {
  if (program !== null) return program
  const { resolve } = createRequire(import.meta.url)
  const script = readFileSync(resolve('7z-wasm/7zz.umd.js'), 'utf8')
  const module: { exports: unknown } = { exports: {} }
  compileFunction(script, ['module', 'exports', 'process', 'require'])(module, module.exports)
  program = {
    wasm: new WebAssembly.Module(readFileSync(resolve('7z-wasm/7zz.wasm'))),
    makeModule: module.exports as Program['makeModule'],
  }
  return program
}

/**
 * Runs 7-Zip with a command line. False where it broke down in the middle of it: this build cannot catch its own
 * exceptions, with which it tells of damaged headers and of headers that a password does not open.
 */
export async function runSevenZip(args: readonly string[], host: Host): Promise<boolean> {
  const { wasm, makeModule } = loaded()
  const module = await makeModule({
    instantiateWasm(imports, done) {
      const env = imports.env as Record<string, (...given: number[]) => unknown>
      const grow = env.emscripten_resize_heap
      env.emscripten_resize_heap = (bytes = 0) => bytes >>> 0 <= heapBytes && grow?.(bytes)
      const instance = new WebAssembly.Instance(wasm, imports)
      done(instance, wasm)
      return {}
    },
    stdin: () => null,
    stdout: lines((line) => host.said(line, false)),
    stderr: lines((line) => host.said(line, true)),
    quit: (_, status) => {
      throw status
    },
  })
  const { FS } = module
  for (const [path, type] of Object.entries({ '/in': source(FS, host), '/out': target(FS, host) })) {
    FS.mkdir(path)
    FS.mount(type, {}, path)
  }
  FS.chdir('/out')
  try {
    module.callMain([...args])
    return true
  } catch (error) {
    // A thrown number is an exception of C++; the others are what damaged code and endless recursion end with.
    const brokeDown =
      typeof error === 'number' || error instanceof WebAssembly.RuntimeError || error instanceof RangeError
    if (!brokeDown) throw error
    return false
  }
}

/** As much of a line as anybody looks at. */
const lineBytes = 64 * 1024

function lines(take: (line: string) => void): (code: number | null) => void {
  const line = Buffer.alloc(lineBytes)
  let length = 0
  return (code) => {
    if (code === 0x0a) {
      take(line.toString('latin1', 0, length))
      length = 0
    } else if (code !== null && length < lineBytes) line[length++] = code
  }
}

/** What is used of the module's file system, which the package's own types leave out. */
interface Files {
  createNode(parent: Node | null, name: string, mode: number, device: number): Node
  destroyNode(node: Node): void
  mkdir(path: string): void
  mount(type: object, options: object, path: string): void
  chdir(path: string): void
  readonly ErrnoError: new (code: number) => Error
}
interface Node {
  readonly mode: number
  readonly id: number
  node_ops: object
  stream_ops: object
}
interface Stream {
  readonly node: Node
  readonly position: number
}
interface Module {
  readonly FS: Files
  callMain(args: string[]): void
}
interface Options {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object
  stdin(): number | null
  stdout(code: number | null): void
  stderr(code: number | null): void
  quit(code: number, status: unknown): never
}
const folderMode = 0o040777
const fileMode = 0o100444
const noSuchFile = 44
const notSupported = 138

function attributes(node: Node, size: number): object {
  const never = new Date(0)
  const owner = { dev: 1, ino: node.id, nlink: 1, uid: 0, gid: 0, rdev: 0 }
  const times = { atime: never, mtime: never, ctime: never }
  return { ...owner, ...times, mode: node.mode, size, blksize: 4096, blocks: Math.ceil(size / 4096) }
}

const moved = (stream: Stream, offset: number, whence: number, size: number): number =>
  offset + (whence === 1 ? stream.position : whence === 2 ? size : 0)

/** A folder with the archive in it, and nothing else. */
function source(files: Files, host: Host): object {
  return {
    mount() {
      const folder = files.createNode(null, '/', folderMode, 0)
      for (const { name, size, read } of host.archive) {
        const file = files.createNode(folder, name, fileMode, 0)
        file.node_ops = { getattr: (node: Node) => attributes(node, size) }
        file.stream_ops = {
          llseek: (stream: Stream, offset: number, whence: number) => moved(stream, offset, whence, size),
          read: (_: Stream, heap: Int8Array, offset: number, length: number, position: number) =>
            read(new Uint8Array(heap.buffer, heap.byteOffset + offset, length), position),
        }
      }
      folder.node_ops = {
        getattr: (node: Node) => attributes(node, 0),
        lookup: () => {
          throw new files.ErrnoError(noSuchFile)
        },
      }
      return folder
    },
  }
}

/** A folder that takes whatever is put there. It remembers only the file that was made last. */
function target(files: Files, host: Host): object {
  let last: Node | null = null
  const ignore = (): void => {}
  const make = (parent: Node, name: string, mode: number): Node => {
    if (last !== null) files.destroyNode(last)
    const node = files.createNode(parent, name, mode, 0)
    last = node
    let size = 0
    node.node_ops = { ...folder, getattr: (own: Node) => attributes(own, size) }
    if ((mode & 0o170000) !== (fileMode & 0o170000)) return node
    const sink = host.made(name)
    node.stream_ops = {
      llseek: (stream: Stream, offset: number, whence: number) => moved(stream, offset, whence, size),
      write(_: Stream, heap: Int8Array, offset: number, length: number, position: number) {
        // Files are written from their beginning to their end; whatever else were asked for is refused.
        if (position !== size) throw new files.ErrnoError(notSupported)
        sink?.write(new Uint8Array(heap.buffer, heap.byteOffset + offset, length))
        size += length
        return length
      },
      close: () => sink?.end(),
    }
    return node
  }
  const folder = {
    getattr: (node: Node) => attributes(node, 0),
    setattr: ignore,
    lookup: () => {
      throw new files.ErrnoError(noSuchFile)
    },
    mknod: make,
    symlink: (parent: Node, name: string) => make(parent, name, 0o120777),
    readlink: () => '',
    rename: ignore,
    unlink: ignore,
    rmdir: ignore,
    readdir: () => ['.', '..'],
  }
  return {
    mount() {
      const root = files.createNode(null, '/', folderMode, 0)
      root.node_ops = folder
      return root
    },
  }
}
