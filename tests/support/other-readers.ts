/**
 * Redacted files as programs read them that are not ours: poppler, qpdf, and python's zipfile. They are installed for the deep
 * run (scripts/machine.mjs); where one is not here, the tests that need it are skipped, and say so.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const has = (program: string): boolean => existsSync(`/usr/bin/${program}`)

export const readsPdfs: boolean = ['pdftotext', 'pdfimages', 'pdfinfo', 'pdftoppm', 'qpdf'].every(has)
if (!readsPdfs)
  console.warn('poppler and qpdf are not installed: redacted files are read by our own reader alone.')

export const readsZips: boolean = has('python3')
if (!readsZips) console.warn('python3 is not installed: redacted workbooks are read by our own reader alone.')

export interface ReadWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface OtherReading {
  readonly pages: readonly {
    readonly width: number
    readonly height: number
    readonly words: readonly ReadWord[]
  }[]
  /** As `pdftotext` has it. */
  readonly text: string
  /** The page (from 1) of each image. */
  readonly images: readonly number[]
  /** What `pdfinfo` knows to say, by name. */
  readonly info: ReadonlyMap<string, string>
  /** All bytes, once nothing in them is packed. */
  readonly unpacked: Buffer
  /** What `qpdf --check` has against it; empty: nothing. */
  readonly faults: string
}

export const readByOthers = (bytes: Buffer): OtherReading =>
  inFolder((folder) => {
    const file = join(folder, 'a.pdf')
    const unpacked = join(folder, 'unpacked.pdf')
    writeFileSync(file, bytes)
    const check = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' })
    run('qpdf', '--qdf', '--object-streams=disable', file, unpacked)
    return {
      pages: pagesIn(run('pdftotext', '-bbox', file, '-')),
      text: run('pdftotext', file, '-'),
      images: run('pdfimages', '-list', file)
        .split('\n')
        .slice(2)
        .flatMap((line) => (line.trim() === '' ? [] : Number(line.trim().split(/\s+/)[0]))),
      info: new Map(
        run('pdfinfo', file)
          .split('\n')
          .flatMap((line) => {
            const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
            return name === '' ? [] : [[name, value] as const]
          }),
      ),
      unpacked: readFileSync(unpacked),
      faults: check.status === 0 ? '' : `${check.status}: ${check.stdout}${check.stderr}`,
    }
  })

/** Whether any of them finds a word: in the text, among what is known of the file, or anywhere in its bytes, however it is written. */
export function saysAnywhere({ text, pages, info, unpacked }: OtherReading, word: string): boolean {
  const told = [text, ...pages.flatMap(({ words }) => words.map((one) => one.text)), ...info.values()]
  const bytes = unpacked.toString('latin1').toLowerCase()
  const units = Buffer.from(word.toLowerCase(), 'utf16le')
  const ways = [
    word,
    Buffer.from(word).toString('hex'),
    units.toString('latin1'),
    units.swap16().toString('latin1'),
  ]
  return (
    told.some((one) => one.toLowerCase().includes(word.toLowerCase())) ||
    ways.some((way) => bytes.includes(way.toLowerCase()))
  )
}

/** The light of each pixel of a page (from 0), 0 to 255, as poppler draws it. */
export const drawnByOthers = (
  bytes: Buffer,
  page: number,
  dpi: number,
): { readonly width: number; readonly height: number; readonly pixels: Buffer } =>
  inFolder((folder) => {
    const file = join(folder, 'a.pdf')
    writeFileSync(file, bytes)
    const nth = String(page + 1)
    run('pdftoppm', '-gray', '-singlefile', '-r', String(dpi), '-f', nth, '-l', nth, file, join(folder, 'a'))
    const drawn = readFileSync(join(folder, 'a.pgm'))
    const [head = '', width, height] =
      /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(drawn.toString('latin1', 0, 50)) ?? []
    return { width: Number(width), height: Number(height), pixels: drawn.subarray(head.length) }
  })

/** Every name, text and byte of a zip, and of zips in it, as python reads it: of XML also its texts alone, joined. */
export const unzippedByOthers = (bytes: Buffer): string =>
  inFolder((folder) => {
    const file = join(folder, 'a.zip')
    writeFileSync(file, bytes)
    return run('python3', '-c', unzips, file)
  })

const unzips = `
import io, sys, zipfile, xml.etree.ElementTree as tree
def told(data):
    with zipfile.ZipFile(io.BytesIO(data)) as z:
        assert z.testzip() is None
        yield z.comment.decode('latin1')
        for one in z.infolist():
            yield one.filename
            yield (one.comment + one.extra).decode('latin1')
            part = z.read(one)
            yield part.decode('latin1')
            yield part.decode('utf-16-le', 'replace')
            yield part.decode('utf-16-be', 'replace')
            if part[:2] == b'PK':
                yield from told(part)
            elif part.lstrip()[:1] == b'<':
                root = tree.fromstring(part)
                yield ''.join(root.itertext())
                for element in root.iter():
                    yield ' '.join(element.attrib.values())
with open(sys.argv[1], 'rb') as f:
    sys.stdout.buffer.write('\\n'.join(told(f.read())).encode('utf-8', 'replace'))
`

function inFolder<Read>(read: (folder: string) => Read): Read {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-others-'))
  try {
    return read(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  return stdout
}

function pagesIn(html: string): OtherReading['pages'] {
  const pages: { width: number; height: number; words: ReadWord[] }[] = []
  const tag =
    /<page width="([\d.]+)" height="([\d.]+)">|<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g
  for (const [, width, height, left, top, right, bottom, text = ''] of html.matchAll(tag)) {
    if (width !== undefined) pages.push({ width: Number(width), height: Number(height), words: [] })
    else
      pages.at(-1)?.words.push({
        ...{ text: plain(text), left: Number(left), top: Number(top) },
        ...{ right: Number(right), bottom: Number(bottom) },
      })
  }
  return pages
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
    code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
  )
