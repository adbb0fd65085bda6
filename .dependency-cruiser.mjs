/**
 * The import directions of the architecture, as errors. `npm run check` also asserts that modules were seen at all:
 * without @swc/core this tool would check nothing and report success.
 */
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
  'src/effects': ['src/events', 'src/commands', 'contracts', 'src/stores', 'query'],
  'src/features': ['src/commands', 'src/stores', 'contracts', 'query', 'src/events'],
  'src/worker': [],
  'src/routes': ['src/features', 'src/stores', 'src/commands', 'contracts', 'src/events'],
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

/** Packages that only certain folders may use. */
const confined = [
  [
    'react',
    '^node_modules/(react|react-dom|react-router-dom|effector-react|@effector/reflect|@chakra-ui|@emotion|framer-motion|@tanstack)/',
    '^src/(features|routes|main\\.tsx)',
  ],
  ['channel', '^node_modules/(broadcast-channel|idb)/', '^(src/events/log|tests|bench)/'],
  ['effector', '^node_modules/(effector|patronum)/', '^(src|tests|bench)/'],
  [
    'database',
    '^node_modules/(better-sqlite3|kysely|pg)/',
    '^(server/(intake|review|records|search|processing|collect|sample|audit|company|project|documents|fields|coding|tags|bulk|assignments|reconcile|reconstruct|analysis|stages|auth|jobs|cli)|server/.*/tables\\.ts|tests|bench)',
  ],
]

export default {
  forbidden: [
    ...directions,
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
