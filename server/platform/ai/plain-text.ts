/** What an endpoint says, as text that can be kept: well-formed, without control characters (a form feed would part pages). */
export const plainText = (said: string): string =>
  said
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
    .trim()
