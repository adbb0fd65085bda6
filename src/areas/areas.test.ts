/** That lazy areas are declared as they are, and that what shows their state loads them first. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { outboxTypes } from '../effects/outbox.ts'
import { areaOf, partsOf } from './area.ts'
import { core } from './core.ts'
import { lazy } from './lazy.ts'

const root = resolve(import.meta.dirname, '../..')
const all = await Promise.all([...lazy.all.values()].map(async (said) => ({ said, area: await said.load() })))

describe('a lazy area', () => {
  it.each(all)('$said.name has its own commands, events and effects, and no other’s', ({ said, area }) => {
    const { registry, catalog, effects } = partsOf([{ ...area, earlier: [] }])
    expect(area.name).toBe(said.name)
    const types = [...registry.keys(), ...catalog.keys(), ...effects.map(({ on }) => on)]
    expect(types.filter((type) => areaOf(type) !== said.name)).toEqual([])
    expect(types.length).toBeGreaterThan(0)
  })

  it.each(all)(
    '$said.name says which projections it has, and what they fold of other areas',
    ({ said, area }) => {
      const found = Object.entries(area.projections).map(([key, one]) => {
        expect(one.name).toBe(key)
        // It would be asked for each envelope: an area that has to see everything is there from the start.
        expect(one.every).toBeNull()
        return [key, { version: one.version, log: one.log }]
      })
      expect(said.projections).toEqual(Object.fromEntries(found))
      const foreign = Object.values(area.projections)
        .flatMap(({ handlers }) => [...handlers.keys()])
        .filter((type) => areaOf(type) !== said.name)
      expect([...(said.folds ?? [])].sort()).toEqual([...new Set(foreign)].sort())
    },
  )

  it('has no name that the start has too, and delivers no event twice', () => {
    const parts = partsOf(all.map(({ area }) => area))
    expect(
      [...core.registry.keys(), ...core.catalog.keys()].filter((type) => lazy.all.has(areaOf(type))),
    ).toEqual([])
    expect(Object.keys(core.projections).filter((name) => name in parts.projections)).toEqual([])
    expect(() => outboxTypes([...core.effects, ...parts.effects])).not.toThrow()
  })

  it('is not read by effects of others, whose calls would fail where it is not loaded', () => {
    const folder = join(root, 'src/effects')
    const read = readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .flatMap((name) =>
        [...readFileSync(join(folder, name), 'utf8').matchAll(/\bstate\(\)\.(\w+)/g)].map((found) => [
          name,
          found[1] ?? '',
        ]),
      )
    const foreign = all.flatMap(({ said }) => {
      const own = said.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return read.filter(([name = '', of = '']) => of in said.projections && !name.startsWith(own))
    })
    expect(foreign).toEqual([])
  })

  it('is loaded before anything that shows its state', () => {
    expect(shownUnloaded()).toEqual([])
  })
})

/** A place in the code where more of it is fetched, and the areas that are loaded with that. */
interface Site {
  readonly from: string
  readonly to: string
  readonly areas: readonly string[]
}

/** Which modules with the state of a lazy area can be drawn without the area, each with a way by which they are reached. */
function shownUnloaded(): string[] {
  const files = (readdirSync(join(root, 'src'), { recursive: true }) as string[])
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('src/areas/'))
  const sources = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const resolved = (from: string, specifier: string): string =>
    specifier.startsWith('#src/') ? specifier.slice(1) : join(dirname(from), specifier).replaceAll('\\', '/')
  const imports = new Map(
    [...sources].map(([path, text]) => [
      path,
      [...text.matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([.#][^']+)'/gm)]
        .map((found) => resolved(path, found[1] ?? ''))
        .filter((target) => sources.has(target)),
    ]),
  )
  const closure = (start: string): Set<string> => {
    const seen = new Set<string>()
    const open = [start]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(imports.get(next) ?? []))
    }
    return seen
  }
  const sites = [...sources].flatMap(([from, text]): Site[] =>
    /^src\/(features|routes)\//.test(from) ? sitesIn(from, text, (target) => resolved(from, target)) : [],
  )
  const entries = ['src/routes/desk.tsx', 'src/routes/gate.tsx'].map(
    (to): Site => ({ from: '', to, areas: [] }),
  )
  const everyName = [...lazy.all.keys()]
  /** What is certainly loaded where a module is drawn; at first all, then what each way to it agrees on. */
  const certain = new Map<string, Set<string>>(files.map((path) => [path, new Set(everyName)]))
  const closures = new Map([...entries, ...sites].map(({ to }) => [to, closure(to)]))
  for (let changed = true; changed; ) {
    changed = false
    for (const { from, to, areas } of [...entries, ...sites]) {
      const here = new Set([...areas, ...(from === '' ? [] : (certain.get(from) ?? []))])
      for (const path of closures.get(to) ?? []) {
        const known = certain.get(path)
        for (const name of known ?? []) {
          if (here.has(name)) continue
          known?.delete(name)
          changed = true
        }
      }
    }
  }
  return all.flatMap(({ said }) =>
    files
      .filter(
        (path) =>
          path.startsWith('src/stores/') && declares(sources.get(path) ?? '', Object.keys(said.projections)),
      )
      .filter((path) => certain.get(path)?.has(said.name) === false)
      .map((path) => {
        const by = [...entries, ...sites].filter(
          ({ from, to, areas }) =>
            closures.get(to)?.has(path) &&
            !areas.includes(said.name) &&
            (from === '' || certain.get(from)?.has(said.name) === false),
        )
        return `${path} without ${said.name}: ${by.map(({ from, to }) => `${from} → ${to}`).join(', ')}`
      }),
  )
}

const declares = (text: string, names: readonly string[]): boolean =>
  names.some((name) => new RegExp(`projection<[^;]*?name: '${name}'`, 's').test(text))

function sitesIn(from: string, text: string, resolved: (target: string) => string): Site[] {
  const found: Site[] = []
  const named = /withAreas\(\s*\[([^\]]*)\]/g
  for (const one of text.matchAll(/import\(\s*'([.#][^']+)'\s*\)/g)) {
    const before = text.slice(0, one.index)
    const start = Math.max(before.lastIndexOf('withAreas('), 0)
    // A call of `withAreas` reaches to the first import that follows it.
    const gap = before.slice(start)
    const own = start > 0 && !/import\(/.test(gap) ? [...gap.matchAll(named)][0]?.[1] : undefined
    const areas = [...(own ?? '').matchAll(/'(\w+)'/g)].map((name) => name[1] ?? '')
    found.push({ from, to: resolved(one[1] ?? ''), areas })
  }
  return found
}
