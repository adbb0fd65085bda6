/**
 * What each area that comes on demand costs a screen that has no use for it: the page is built once with all of them, and
 * once without what each consists of. Only so it is seen what of an area has come into files that are there from the start: what
 * it takes of modules that the others share. Its screens stay, and its line among the lazy areas (under 0.1 kB).
 */
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

export interface AreaFile {
  readonly name: string
  /** Gzipped bytes of its own file. */
  readonly own: number
  /** Gzipped bytes that the screen loads more for it. */
  readonly added: number
  /** Whether the screen itself uses it. */
  readonly used: boolean
}

const fileOf = (area: string): string => resolve(`src/areas/${area}.ts`)
const areaNames = readdirSync('src/areas')
  .filter((file) => !/^(area|core|lazy)\.ts$|\.test\.ts$/.test(file))
  .map((file) => file.slice(0, -3))

type Chunk = Pick<Rolldown.OutputChunk, 'name' | 'fileName' | 'code' | 'imports' | 'facadeModuleId'>

/** The page's files; `without`: the area that there is not, though its screens are. */
async function chunksOf(without: string | null): Promise<Chunk[]> {
  const built = await build({
    logLevel: 'error',
    plugins: [
      {
        name: 'bench:without-area',
        enforce: 'pre',
        transform: (code, id) => {
          if (without === null || id !== fileOf(without)) return null
          const name = /name: ('\w+')/.exec(code)?.[1]
          return `export const area = { name: ${name}, commands: [], events: [], projections: {}, effects: [] }`
        },
      },
    ],
    build: { write: false, sourcemap: false },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}

/** All that is loaded where these are: with what they import. */
function loadedWith(chunks: readonly Chunk[], entries: ReadonlySet<string>): Chunk[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<Chunk>()
  const take = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const file of chunk.imports) take(byFile.get(file))
  }
  for (const chunk of chunks) if (entries.has(chunk.name)) take(chunk)
  return [...loaded]
}

const bytes = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0)

/** `loaded`: the names of the files that the screen was seen to load, without their hashes. */
export async function* areaFiles(loaded: ReadonlySet<string>): AsyncGenerator<AreaFile> {
  const chunks = await chunksOf(null)
  const whole = bytes(loadedWith(chunks, loaded))
  for (const name of areaNames) {
    const file = chunks.find((chunk) => chunk.name === `area-${name}`)
    if (file === undefined) throw new Error(`The area ${name} has no file of its own`)
    const rest = bytes(loadedWith(await chunksOf(name), loaded))
    yield { name, own: bytes([file]), added: whole - rest, used: loaded.has(file.name) }
  }
}
