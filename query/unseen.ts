/** Characters that nobody sees. */

/**
 * Format characters are no separators: a soft hyphen may stand inside any word of a mail, and nobody sees where a word is cut by
 * characters that are not seen. As the inside of a class of an expression.
 */
export const format =
  '\\u00ad\\u061c\\u180e\\u200c-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufe00-\\ufe0f\\ufeff'
/** All that is left out where a word is folded. */
export const invisible = new RegExp(`[${format}\\u200b]|[\\u20d0-\\u20ff]|[\\u{e0100}-\\u{e01ef}]`, 'gu')
