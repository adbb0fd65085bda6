/** Why somebody may not collect. Apart from collecting itself: other areas refuse with it too, and need not fetch that. */
export const noCollecting = 'Collecting needs litigation support or a stronger role.'
