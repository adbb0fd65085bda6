/**
 * The import directions of the architecture, as errors. `npm run check` also asserts that modules were seen at all:
 * without @swc/core this tool would check nothing and report success.
 */
import { layers } from './scripts/server-folders.mjs'

const area = (name) => `^${name}/`
const rule = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from,
  to,
})

/** What each folder may import, besides itself and packages. */
const allowed = {
  contracts: [],
  query: [],
  server: ['contracts', 'query'],
  'src/events': ['contracts', 'query'],
  'src/stores': ['src/events', 'contracts', 'query'],
  'src/commands': ['src/events', 'contracts', 'src/stores', 'query'],
  'src/effects': ['src/events', 'src/commands', 'contracts', 'src/stores', 'query', 'src/reads'],
  'src/reads': ['src/events', 'src/commands', 'contracts', 'src/stores', 'query', 'src/effects'],
  'src/areas': ['src/reads', 'src/commands', 'src/stores', 'src/effects', 'src/events', 'contracts', 'query'],
  'src/features': [
    'src/commands',
    'src/reads',
    'src/stores',
    'src/areas',
    'contracts',
    'query',
    'src/events',
  ],
  'src/worker': [],
  'src/routes': ['src/features', 'src/stores', 'src/commands', 'src/areas', 'contracts', 'src/events'],
}

const directions = Object.entries(allowed).map(([from, to]) =>
  rule(
    `direction-${from.replace('/', '-')}`,
    { path: area(from), pathNot: '\\.test\\.tsx?$' },
    {
      path: '^(contracts|query|server|src|tests|bench|scripts)/',
      pathNot: [from, ...to].map((name) => `^${name}/`),
    },
    `${from} may import only ${[from, ...to].join(', ')}`,
  ),
)

/** The layers of the server: each imports itself and those before it, and none what starts the program. */
const serverLayers = layers.map((layer, at) =>
  rule(
    `layer-${layer}`,
    { path: `^server/${layer}/`, pathNot: '\\.test\\.ts$' },
    { path: '^server/', pathNot: layers.slice(0, at + 1).map((name) => `^server/${name}/`) },
    `${layer} may import only ${layers.slice(0, at + 1).join(', ')}`,
  ),
)

/** Packages that only certain folders may use. */
const confined = [
  [
    'react',
    '^node_modules/(react|react-dom|react-router-dom|effector-react|@effector/reflect|@chakra-ui|@emotion|framer-motion|@tanstack)/',
    '^src/(features|routes|main\\.tsx)',
  ],
  ['channel', '^node_modules/(broadcast-channel|idb)/', '^(src/events/log|tests|bench)/'],
  ['effector', '^node_modules/(effector|patronum)/', '^(src|tests|bench)/'],
  // The record and the index are opened in one place each.
  [
    'drivers',
    '^node_modules/(better-sqlite3|pg)/',
    '^(server/(platform/records|review/search/embedded)|tests|bench)/',
  ],
  // Requests, commands and the processes that read hostile files ask an area: they build no queries.
  [
    'queries',
    '^node_modules/kysely/',
    '^(server/(?!platform/(http|ai|office|program)/|cli/|sample/|intake/(processing|parsing)/)|tests/|bench/)',
  ],
]

export default {
  forbidden: [
    ...directions,
    ...serverLayers,
    ...confined.map(([name, to, from]) =>
      rule(
        `confined-${name}`,
        { pathNot: [from, '\\.test\\.tsx?$', '^[^/]+\\.(ts|mjs)$'] },
        { path: to },
        `${name} stays where it belongs`,
      ),
    ),
    rule(
      'commands-see-only-types-of-stores',
      { path: '^src/commands/', pathNot: '\\.test\\.tsx?$' },
      // Buckets are a data structure, not a store.
      { path: '^src/stores/', pathNot: '^src/stores/buckets\\.ts$', dependencyTypesNot: ['type-only'] },
      'a decision reads state that it is given; it never reaches for a store',
    ),
    rule(
      'reads-declare-effects-and-run-none',
      { path: '^src/reads/', pathNot: '\\.test\\.ts$' },
      { path: '^src/effects/', pathNot: '^src/effects/(define|outcomes|failure|lazy-module)\\.ts$' },
      'a read is declared by what an effect is made of; whatever else is done belongs to an effect',
    ),
    rule(
      'ui-knows-no-area',
      { path: '^src/features/ui/', pathNot: '\\.test\\.tsx?$' },
      { path: '^src/features/', pathNot: '^src/features/ui/' },
      'the design system serves all areas and knows none; what belongs to an area is kept there',
    ),
    rule(
      'features-load-areas-and-know-none',
      { path: '^src/features/' },
      { path: '^src/areas/', pathNot: '^src/areas/lazy\\.ts$' },
      'a screen says which areas it needs; what they consist of is put together in src/areas alone',
    ),
    rule(
      'no-cycles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'no import cycles',
    ),
    rule(
      'no-tests-in-product',
      { path: '^(contracts|query|server|src)/', pathNot: '\\.test\\.tsx?$' },
      { path: '\\.test\\.tsx?$|^tests/' },
      'the product never imports a test',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|\\.cache)/|\\.d\\.mts$' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
