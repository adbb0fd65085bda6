/** Documents pass three times: their pages are counted, they are made, and what was made is read back. */
export const passes = 3
