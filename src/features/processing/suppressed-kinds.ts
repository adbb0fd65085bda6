/** What came in and is no document of its own, by kind: where each is listed, and what it is called. */
import type { LeftOutKind } from '#contracts/suppressed-items.ts'

interface KindWords {
  readonly label: string
  /** Where there is none. */
  readonly none: { readonly title: string; readonly why: string }
  /** What is said of those of which an earlier version kept only the number. */
  readonly earlier: string
  /** What the document beside it is; null where it is shown with none. */
  readonly document: string | null
}

const onlyNumber = 'which kept only how many there were.'

export const leftOutWords: Readonly<Record<LeftOutKind, KindWords>> = {
  known: {
    label: 'De-NISTed files',
    none: {
      title: 'No file was left out',
      why: 'Files on a de-NIST list are listed here, where the settings leave them out.',
    },
    earlier: onlyNumber,
    document: null,
  },
  container: {
    label: 'Containers',
    none: {
      title: 'No containers',
      why: 'Archives and mailboxes are listed here once what is in them has come in.',
    },
    earlier: onlyNumber,
    document: null,
  },
  duplicate: {
    label: 'Duplicates',
    none: {
      title: 'No duplicates',
      why: 'Copies of documents that are there are listed here, each with the document that it is a copy of.',
    },
    earlier: 'which kept of a copy where it was, and only how many documents were attached to it.',
    document: 'Copy of',
  },
  inlineImage: {
    label: 'Inline images',
    none: {
      title: 'No inline images',
      why: 'Images that messages show in their own text are listed here, unless the settings make documents of them.',
    },
    earlier: 'which kept only how many there were. Their messages tell of them in the field Inline Images.',
    document: 'In',
  },
}
