/** The codes of fields, as Word documents of all formats have them (ECMA-376 part 1, 17.16). */

const linking = /^\s*(HYPERLINK|INCLUDETEXT|INCLUDEPICTURE|LINK|DDE|DDEAUTO|IMPORT|RD)\s/i

/** The addresses or files that a field leads to or takes its content from. */
export function linksOfField(instruction: string): string[] {
  const code = instruction.slice(0, 8000)
  if (!linking.test(code)) return []
  const quoted = [...code.matchAll(/"([^"]*)"/g)].map(([, target = '']) =>
    target.replaceAll('\\\\', '\\').trim(),
  )
  const bare = /^\s*\w+\s+([^\s"\\]\S*)/.exec(code)?.[1]
  return [...quoted, bare ?? ''].filter((target) => target !== '')
}
