/** Six hues that differ in lightness too, and an underline each: colour is never the only sign. */
const hues = [
  { light: '#ffe58a', dark: '#6b5600', line: '#a67c00' },
  { light: '#bfe3ff', dark: '#0d4f7c', line: '#1f77b4' },
  { light: '#ffc9d6', dark: '#7a2140', line: '#c2335f' },
  { light: '#c9f0c2', dark: '#235f1a', line: '#3c8f2f' },
  { light: '#e3d1ff', dark: '#4d3180', line: '#7e55c7' },
  { light: '#ffd3ad', dark: '#74400d', line: '#c46a11' },
] as const

export const hueCount = hues.length
export const hueOf = (term: number) => hues[term % hues.length] ?? hues[0]

/** Rules for the marks; `dark` for text on the application's own ground, light for a message's white paper. */
export function markRules(dark: boolean): string {
  const terms = hues.map(
    (hue, term) =>
      `mark[data-term="${term}"]{background:${dark ? hue.dark : hue.light};text-decoration:underline 2px ${hue.line};text-underline-offset:2px}`,
  )
  return `mark{color:inherit;border-radius:2px}${terms.join('')}mark.focused{outline:2px solid #d1341f;outline-offset:1px}`
}
