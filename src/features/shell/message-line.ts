/**
 * Where messages stand: in a line of their own below the bars of the window, which takes room while something is said. So
 * they never cover anything that could be read or pressed.
 */
const lines: HTMLElement[] = []
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** The ref of an empty element that is that line; of several, as where the past lies over the present, the newest is. */
export function messageLine(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined
  lines.push(element)
  tell()
  return () => {
    lines.splice(lines.indexOf(element), 1)
    tell()
  }
}

/** Null where the page has none. */
export const currentLine = (): HTMLElement | null => lines.at(-1) ?? null

/** Answers how to stop. */
export function onLineChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
