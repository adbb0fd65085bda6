/** The product with all its areas there from the start: for what looks at all commands, events and projections. */
import type { Areas } from '#src/app.ts'
import { partsOf } from '#src/areas/area.ts'
import { core } from '#src/areas/core.ts'
import { lazy } from '#src/areas/lazy.ts'
import { areas } from '#src/areas.ts'

const later = partsOf(await Promise.all([...lazy.all.values()].map(({ load }) => load())))

export const everyArea: Areas = {
  registry: new Map([...core.registry, ...later.registry]),
  catalog: new Map([...core.catalog, ...later.catalog]),
  projections: { ...core.projections, ...later.projections },
  effects: [...core.effects, ...later.effects],
  who: areas.who,
  place: areas.place,
}
