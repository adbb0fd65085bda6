/** The file is none of Outlook's, or what is asked for cannot be read in it. */
export class BrokenPst extends Error {}
