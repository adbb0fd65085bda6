/**
 * The router as this program has it: screens by address, and links. What only its data routers, its server components and
 * its prefetching of links do stays out of the page, where the bundler cannot see by itself that nobody does it.
 */
import type { Plugin } from 'vite'

/** Functions with what is left of them: no router here has data, so that none of them has anything to do. */
const left: Readonly<Record<string, string>> = {
  usePrefetchBehavior: 'return [false, null, {}]',
  PrefetchPageLinks: 'return null',
  useViewTransitionState: 'return false',
  useNavigateStable: 'return useNavigateUnstable()',
}

const bodyOf = (name: string): RegExp =>
  new RegExp(`(?<=^function ${name}\\(.*\\) \\{\\n)[\\s\\S]*?(?=^\\}$)`, 'm')
const sameLines = (body: string, instead: string): string => `${instead}${body.replaceAll(/[^\n]/g, '')}`

export function routerAsUsed(code: string): string {
  let next = code
  for (const [name, instead] of Object.entries(left)) {
    if (!bodyOf(name).test(next)) throw new Error(`The router has no ${name} any more, or has it otherwise`)
    next = next.replace(bodyOf(name), (body) => sameLines(body, instead))
  }
  return next
    .replace(bodyOf('_renderMatches'), (body) => body.replaceAll(/\bdataRouterState\b(?! =)/g, '(void 0)'))
    .replace(/(?<=^var ENABLE_DEV_WARNINGS = )true(?=;$)/m, 'false')
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(
      /(?<!@__PURE__ \*\/ )\bReact\d*\.(?=(createContext|forwardRef|memo)\()/g,
      '/* @__PURE__ */ $&',
    )
}

export function withoutDataRouter(): Plugin {
  let found = false
  return {
    name: 'affiant:without-data-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/, code: /^function _renderMatches\(/m },
      handler: (code) => {
        found = true
        return { code: routerAsUsed(code), map: null }
      },
    },
    generateBundle: () => {
      if (!found) throw new Error('The router is not written as it was')
    },
  }
}
