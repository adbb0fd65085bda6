/** The colors that choices are marked with, in both themes. They stand beside the text, and say nothing that it does not. */
import type { ChoiceColor } from '#contracts/coding.ts'

export const markColors: Readonly<Record<ChoiceColor, string>> = {
  red: '#d1433f',
  orange: '#d9822b',
  yellow: '#c9a400',
  green: '#3d9a50',
  teal: '#2a9d9d',
  blue: '#3f7bd9',
  purple: '#8b5cc7',
  gray: '#868e9a',
}
