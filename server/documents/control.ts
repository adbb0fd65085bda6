/**
 * A control number: the project's prefix and eight digits, given at promotion and never reused. Empty for what is not
 * promoted, whose number is negative and has no meaning.
 */
export const controlNumber = (prefix: string, control: number): string =>
  control < 0 ? '' : `${prefix}${String(control).padStart(8, '0')}`
