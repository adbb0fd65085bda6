/** Recordings that an endpoint takes, by what tells it their format. Others of that protocol take no more than these. */
export const recordings: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'video/mp4': 'mp4',
  'video/mpeg': 'mpeg',
  'video/webm': 'webm',
}

/** What the endpoints of this protocol take of one recording. */
export const maxRecordingBytes = 25_000_000
