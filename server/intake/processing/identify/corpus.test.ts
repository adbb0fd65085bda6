/**
 * Every real document against what it is by other means (`file`, a zip lister, a dump of its OLE directory, a look inside),
 * where the documents are present beside the project; skipped, and saying so, where they are not.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { headBytes, identify, identifyWhole, type Kind } from './identify.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

/** Path, MIME type, extension, category. */
const expected = readFileSync(new URL('../../../../tests/fixtures/corpus-kinds.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [path: string, mimeType: string, extension: string, category: string])

const shown = ({ mimeType, extension, category }: Kind): string => `${mimeType} ${extension} ${category}`
const read = (path: string): Buffer => readFileSync(`${corpus}${path}`)

describe.skipIf(!present)('real documents', () => {
  it('are all identified from all of their bytes', () => {
    const wrong = expected
      .map(([path, ...kind]) => ({
        path,
        want: kind.join(' '),
        got: shown(identifyWhole(read(path), basename(path))),
      }))
      .filter(({ want, got }) => want !== got)
    console.warn(`Identified ${expected.length - wrong.length} of ${expected.length} from all bytes.`)
    expect(wrong).toEqual([])
  })

  it('are identified from their heads, but for what lies behind', () => {
    const heads = expected.map(([path]) => ({
      name: basename(path),
      head: read(path).subarray(0, headBytes),
    }))
    const begun = performance.now()
    const kinds = heads.map(({ name, head }) => identify(head, name))
    const perSecond = Math.round(heads.length / ((performance.now() - begun) / 1000))
    const wrong = expected.filter(
      ([, ...kind], i) => kinds[i] === undefined || shown(kinds[i]) !== kind.join(' '),
    )
    console.warn(`Identified ${heads.length - wrong.length} of ${heads.length} from heads, ${perSecond}/s.`)
    expect(wrong.map(([path]) => path)).toEqual([
      // The last segment of a split archive, and a stream behind the head that says that it is encrypted.
      'containers/test-documents-spanned.zip',
      'encrypted/testPPT_protected_passtika.ppt',
    ])
  })

  it('are the same without their names, but for what only a name tells', () => {
    const wrong = expected.filter(([path, mimeType]) => identifyWhole(read(path), 'x').mimeType !== mimeType)
    const named = wrong.filter(
      ([path, mimeType, , category]) =>
        // Markdown is text; of an encrypted package nothing is to be seen.
        !(mimeType === 'text/markdown' || (category === 'Encrypted' && path.startsWith('encrypted/'))),
    )
    expect(named.map(([path]) => path)).toEqual([])
    expect(wrong).toHaveLength(10)
  })

  it('are taken by their heads as by all of their bytes: what is a container is one for both', () => {
    for (const [path] of expected) {
      const bytes = read(path)
      const { shape } = identify(bytes.subarray(0, headBytes), basename(path))
      expect({ path, shape }).toEqual({ path, shape: identifyWhole(bytes, basename(path)).shape })
    }
  })

  test('never make it throw, or take long, when they are cut and changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...expected.map(([path]) => path)),
        fc.array(fc.tuple(fc.nat(4095), fc.integer({ min: 0, max: 255 })), { maxLength: 30 }),
        fc.nat(2 * headBytes),
        (path, changes, length) => {
          const bytes = Buffer.from(read(path).subarray(0, length))
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
          identify(bytes, basename(path))
          identifyWhole(bytes, basename(path))
        },
      ),
      { numRuns: runs(200) },
    )
  }, 60_000)
})
