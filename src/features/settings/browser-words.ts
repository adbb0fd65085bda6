/** What a browser says of itself, as people call it. Order matters: most of them name others too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux/, 'Linux'],
]

export function browserWords(agent: string): string {
  const named = (list: typeof browsers): string | undefined => list.find(([form]) => form.test(agent))?.[1]
  const browser = named(browsers)
  if (browser === undefined) return agent === '' ? 'Not known' : (agent.split(/[\s/]/, 1)[0] ?? agent)
  const system = named(systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
