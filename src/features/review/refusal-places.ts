/** Refusals are said beside what they are about; where that is not in view, where the eye is. */
export const ofDocument = ['document'] as const
export const ofBoth = ['document', 'coding'] as const
