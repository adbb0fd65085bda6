/** How many random cases a property test makes: `npm run test:deep` multiplies them. */
const factor = Number(process.env.AFFIANT_DEEP ?? '1')

export const runs = (count: number): number => Math.round(count * factor)
/** Whether this is the deep run, which also takes the whole of the real documents. */
export const deep: boolean = factor > 1
