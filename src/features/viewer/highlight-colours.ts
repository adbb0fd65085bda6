/** Six hues that differ in lightness too, and an underline each: colour is never the only sign. */
const hues = [
  { light: '#ffe58a', dark: '#6b5600', line: '#a67c00' },
  { light: '#bfe3ff', dark: '#0d4f7c', line: '#1f77b4' },
  { light: '#ffc9d6', dark: '#7a2140', line: '#c2335f' },
  { light: '#c9f0c2', dark: '#235f1a', line: '#3c8f2f' },
  { light: '#e3d1ff', dark: '#4d3180', line: '#7e55c7' },
  { light: '#ffd3ad', dark: '#74400d', line: '#c46a11' },
] as const

/** Names of the highlights of what is searched inside the document: all of it, and the one that is looked at. */
export const soughtName = 'sought'
export const soughtHereName = 'sought-here'

export const hueCount = hues.length
export const hueOf = (term: number) => hues[term % hues.length] ?? hues[0]

const ground = (shade: 'light' | 'dark', within: string): string =>
  hues.map((hue, term) => `${within}mark[data-term="${term}"]{background:${hue[shade]}}`).join('')

const lines = hues.map(
  ({ line }, term) =>
    `mark[data-term="${term}"]{text-decoration:underline 2px ${line};text-underline-offset:2px}`,
)

/** From the seventh term on hues come again: the mark says which term it is, outside of what is selected and copied. */
const numbers =
  'mark[data-number]::after{content:attr(data-number);font-size:.65em;font-weight:700;vertical-align:super;padding-left:1px;user-select:none}'

/** Light on dark with a double line, over whatever is marked beneath it. */
const soughtRules = (of: string, ground: string) =>
  `::highlight(${of}){background-color:${ground};color:#fff;text-decoration:underline double #fff}`
/** Rules for what one searches inside the document, whatever else is marked in it. */
export const soughtMarks = soughtRules(soughtName, '#3d4656') + soughtRules(soughtHereName, '#b3261e')

/** Rules for the marks on a message's white paper, whatever the theme. */
export const paperMarks = `mark{color:inherit;border-radius:2px}${lines.join('')}${ground('light', '')}mark.focused{outline:2px solid #d1341f;outline-offset:1px}${numbers}${soughtMarks}`

/**
 * Rules for the marks in text on the application's own ground, which the theme's class of the page turns dark: there muted
 * words need the full ink.
 */
export const themedMarks = `${paperMarks}${ground('dark', '.dark ')}.dark mark{color:var(--af-colors-ink)}`
