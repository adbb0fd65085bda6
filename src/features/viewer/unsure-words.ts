/** Marks the words that a recognition was unsure of. */
import { highlight, type TextRange } from './places.ts'

const name = 'unsure-words'

/** The rule that shows them: dotted, so that no colour of a hit is taken for it. */
export const unsureRule = `::highlight(${name}){text-decoration:underline dotted;text-decoration-color:#b7791f;text-underline-offset:3px}`

/** Marks stretches of an element's text; answers how to take the marks off. */
export const markUnsure = (element: Element, words: readonly TextRange[]): (() => void) =>
  highlight(name, element, words).unmark
