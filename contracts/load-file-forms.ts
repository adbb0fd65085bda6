/** How load files are written, as far as people choose it. */

export const loadEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

export const encodingNames: Readonly<Record<(typeof loadEncodings)[number], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
}

/** The forms of a day. A time may follow any: 24 hours, or 12 with AM and PM, and a zone (`Z`, `+02:00`). */
export const loadDateForms = [
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'MM-DD-YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'DD-MMM-YYYY',
  'MMM DD, YYYY',
] as const
