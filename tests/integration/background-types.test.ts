import { expect, it } from 'vitest'
import { partsOf } from '#src/areas/area.ts'
import { core } from '#src/areas/core.ts'
import { lazy } from '#src/areas/lazy.ts'
import { backgroundTypes } from '#src/features/timeline/background.ts'

/** Reads that somebody asks for by an act of their own: a document is opened, two are held against each other. */
const acts = ['analysis.comparisonOpened', 'review.documentOpened']

it('holds whatever only reads, but what is an act; and nothing that the program does not know, or that writes', async () => {
  const parts = partsOf(await Promise.all([...lazy.all.values()].map((said) => said.load())))
  const effects = [...core.effects, ...parts.effects]
  const reads = effects.filter((one) => one.reads).map(({ on }) => on)
  expect([...new Set(reads)].filter((type) => !backgroundTypes.has(type) && !acts.includes(type))).toEqual([])
  const catalog = new Map([...core.catalog, ...parts.catalog])
  expect([...backgroundTypes].filter((type) => !catalog.has(type))).toEqual([])
  // What is delivered once changes something on the server.
  const writes = effects.filter(({ delivery, quiet }) => delivery === 'once' && !quiet).map(({ on }) => on)
  expect(writes.filter((type) => backgroundTypes.has(type))).toEqual([])
})
