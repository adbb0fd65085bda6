import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routerAsUsed } from './without-data-router.ts'

const folder = 'node_modules/react-router/dist/development'

describe('the router of the page', () => {
  it('matches and links without its data, and its lines stay', () => {
    const code = readdirSync(folder)
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
      .find((text) => text.includes('\nfunction _renderMatches('))
    const used = routerAsUsed(code ?? '')
    expect(used.split('\n')).toHaveLength(code?.split('\n').length ?? 0)
    expect(used).not.toMatch(/^\w+\.displayName = /m)
    expect(used).toMatch(/^function PrefetchPageLinks\(.*\) \{\nreturn null\n+\}$/m)
  })

  it('is refused where a function is written otherwise', () => {
    expect(() => routerAsUsed('function PrefetchPageLinks() { return null }')).toThrow('otherwise')
  })
})
