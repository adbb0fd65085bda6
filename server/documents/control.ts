/** A control number: the project's prefix and eight digits, given at promotion and never reused. */
export const controlNumber = (prefix: string, control: number): string =>
  `${prefix}${String(control).padStart(8, '0')}`
