/** The keys of all screens together: a single key runs before a sequence that begins with it, so that none may be one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../..', import.meta.url))
const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => readFileSync(join(src, name), 'utf8'))

const found = (pattern: RegExp): Set<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')))

/** `keys: 'j'`, `keys="j"`, `alsoKeys: ['s']`; not what only shows a key in a sentence. */
const single = found(/(?<!Kbd )\b(?:alsoK|k)eys(?:: \[?|=)['"]([^'" ])['"]/g)
/** `'v d'`, `'g o'`, `t ${…}`: the first chord. */
const begin = found(/['"`]([a-z]) (?:[a-z0-9]['"`](?!:)|\$\{)/g)

it('has no single key with which a sequence begins', () => {
  // What is known to be there is found.
  for (const key of ['j', 'n', 'p', 's', 'c', 'r', '+']) expect(single).toContain(key)
  for (const key of ['v', 'g', 'z', 't', 'a', 'w']) expect(begin).toContain(key)
  expect([...begin].filter((key) => single.has(key))).toEqual([])
})
