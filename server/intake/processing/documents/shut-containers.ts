/** Containers that are known by name and not opened: what each is, and what can be done about it. */
import { kindOf, type ShutKind } from '../../../platform/file-kinds.ts'

/** Each is named here, or has a reader that takes out what it holds. */
const shut: Readonly<Record<Exclude<ShutKind, 'olePackage'>, string>> = {
  dbx: 'It is a mail folder of Outlook Express, which is not opened: export it as mbox or EML, and add that.',
  nsf: 'It is a database of Notes, which is not opened: export its mail as EML or mbox, and add that.',
  edb: 'It is a database of Exchange (EDB), which is not opened: export its mailboxes as PST, and add those.',
  dmg: 'It is a disk image of a Macintosh (DMG), which is not opened: export the files that are in it, and add those.',
  binHex: 'It is a file of a Macintosh in BinHex, which is not opened: decode it, and add what was in it.',
  lzip: 'It is packed with lzip, which is not opened: unpack it, and add what was in it.',
  rpm: 'It is a package of RPM, which is not opened: unpack it, and add what was in it.',
  arj: 'It is an ARJ archive, which is not opened: unpack it, and add what was in it.',
  stuffIt: 'It is a StuffIt archive, which is not opened: unpack it, and add what was in it.',
  e01: 'It is an image of a disk (E01), which is not opened: export the files that are in it, and add those.',
  l01: 'It is a logical image of evidence (L01), which is not opened: export the files that are in it, and add those.',
  ad1: 'It is a logical image of evidence (AD1), which is not opened: export the files that are in it, and add those.',
  vhd: 'It is a virtual disk (VHD), which is not opened: export the files that are in it, and add those.',
  vhdx: 'It is a virtual disk (VHDX), which is not opened: export the files that are in it, and add those.',
  vmdk: 'It is a virtual disk (VMDK), which is not opened: export the files that are in it, and add those.',
}

const byType: ReadonlyMap<string, string> = new Map(
  (Object.keys(shut) as (keyof typeof shut)[]).map((name) => [kindOf(name, '').mimeType, shut[name]]),
)

/** Why a container of that type is not opened. One that has none of its own here is of a kind that else is opened. */
export const whyShut = (mimeType: string): string =>
  byType.get(mimeType) ??
  'It is an archive, or the end of one, that cannot be opened by itself: unpack it, and add what was in it.'
