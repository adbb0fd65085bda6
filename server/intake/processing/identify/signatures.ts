/** Kinds that are told by the bytes with which they begin, or that stand at one fixed place. */
import { type Kind, type KindName, kindOf } from '../../../platform/file-kinds.ts'
import { structured } from './structured.ts'

type Signature = readonly [magic: string, KindName, offset?: number]

/** Magics in hex. Where one is the beginning of another, the longer one comes first. */
const signatures: readonly Signature[] = [
  ['255044462d', 'pdf'],
  ['7b5c727466', 'rtf'],
  ['dba52d00', 'doc'], // Word 2
  ['9ba52100', 'doc'], // Word 1
  ['31be000000ab', 'wri'],
  ['32be000000ab', 'wri'],
  ['cb0a01', 'wpd'], // WordPerfect 4.2
  ['e4525c7b8cd8a74daeb15378d02996d3', 'oneNote'],
  ['a12fff43d9ef764c9ee210ea5722765f', 'oneNoteContents'],
  ['1b252d3132333435', 'printJob'],
  ['c5d0d3c6', 'eps'],
  ['41542654464f524d', 'djvu'],
  ['0904060000001000', 'xls'], // sheets of Excel 4, 3 and 2, books of Excel 4
  ['0902060000001000', 'xls'],
  ['0904060000000001', 'xls'],
  ['09080800000505', 'xls'],
  ['0000020006040600', 'lotus123'],
  ['00001a000010', 'lotus123'],
  ['00001a000210', 'lotus123'],
  ['789f3e22', 'tnef'],
  ['cfad12fec5fd746f', 'dbx'],
  ['1a0000040000', 'nsf'],
  ['efcdab89', 'edb', 4],
  ['76e80460c411e386', 'rpmsg'],
  [Buffer.from('(This file must be converted with BinHex').toString('hex'), 'binHex'],
  ['89504e470d0a1a0a', 'png'],
  ['ffd8ff', 'jpeg'],
  ['474946383761', 'gif'],
  ['474946383961', 'gif'],
  ['49492a00', 'tiff'],
  ['4d4d002a', 'tiff'],
  ['49492b00', 'tiff'],
  ['4d4d002b', 'tiff'],
  ['0000000c6a5020200d0a870a', 'jp2'],
  ['ff4fff51', 'jp2'],
  ['0000000c4a584c200d0a870a', 'jxl'],
  ['974a42320d0a1a0a', 'jbig2'],
  ['38425053', 'psd'],
  ['d7cdc69a', 'wmf'],
  ['010009000003', 'wmf'],
  ['020009000003', 'wmf'],
  ['664c6143', 'flac'],
  ['4d546864', 'midi'],
  ['2e736e64', 'au'],
  ['2321414d52', 'amr'],
  ['494433', 'mp3'],
  ['000001ba', 'mpeg'],
  ['000001b3', 'mpeg'],
  ['464c5601', 'flv'],
  ['465753', 'swf'],
  ['435753', 'swf'],
  ['5a5753', 'swf'],
  ['53514c69746520666f726d6174203300', 'sqlite'],
  ['000100005374616e64617264204a6574', 'mdb'],
  ['000100005374616e6461726420414345', 'accdb'],
  ['4175746f4341442042696e61727920445846', 'dxf'],
  ['28445746205630', 'dwf'],
  ['49534f2d31303330332d32313b', 'step'],
  ['1f8b08', 'gzip'],
  ['425a68', 'bzip2'],
  ['377abcaf271c', 'sevenZip'],
  ['526172211a07', 'rar'],
  ['fd377a585a00', 'xz'],
  ['28b52ffd', 'zstd'],
  ['04224d18', 'lz4'],
  ['02214c18', 'lz4'],
  ['1f9d', 'compress'],
  ['4c5a4950', 'lzip'],
  ['424142594c204f5054494f4e533a', 'babyl'],
  ['213c617263683e0a64656269616e2d62696e617279', 'deb'],
  ['213c617263683e0a', 'ar'],
  ['edabeedb', 'rpm'],
  ['c771', 'cpio'],
  ['71c7', 'cpio'],
  ['4d534346', 'cab'],
  ['49536328', 'cab'],
  ['574152432f', 'warc'],
  ['60ea', 'arj'],
  ['5349542100', 'stuffIt'],
  ['5374756666497420', 'stuffIt'],
  ['455646090d0aff00', 'e01'],
  ['455646320d0a8100', 'e01'],
  ['4c5646090d0aff00', 'l01'],
  ['4c4546320d0a8100', 'l01'],
  ['41445345474d454e54454446494c45', 'ad1'],
  ['636f6e6563746978', 'vhd'],
  ['7668647866696c65', 'vhdx'],
  ['4b444d56', 'vmdk'],
  ['4d5a', 'exe'],
  ['7f454c46', 'elf'],
  ['feedface', 'machO'],
  ['feedfacf', 'machO'],
  ['cefaedfe', 'machO'],
  ['cffaedfe', 'machO'],
  ['4c0000000114020000000000c000000000000046', 'lnk'],
  ['72656766', 'registryHive'],
  ['456c6646696c6500', 'eventLog'],
  ['0000000142756431', 'dsStore'],
  ['0005160700', 'appleDouble'],
  ['0005160000', 'appleDouble'],
  ['62706c6973743030', 'plist'],
  ['0001000000', 'trueType'],
  ['7472756500', 'trueType'],
  ['4f54544f00', 'openType'],
  ['7474636600', 'fontCollection'],
  ['774f4646', 'woff'],
  ['774f4632', 'woff2'],
  ['49545346', 'chm'],
  ['20454d46', 'emf', 40],
  ['7573746172', 'tar', 257],
  ['4344303031', 'iso', 32769],
  ['4245413031', 'iso', 32769],
]

interface Magic {
  readonly bytes: Buffer
  readonly offset: number
  readonly name: KindName
  /** A text may begin with it by chance ("BZh", "MZ"). */
  readonly wordlike: boolean
}

const magics: readonly Magic[] = signatures.map(([hex, name, offset = 0]) => {
  const bytes = Buffer.from(hex, 'hex')
  const wordlike = bytes.length < 5 && bytes.every((byte) => byte >= 32 && byte < 127)
  return { bytes, offset, name, wordlike }
})
const elsewhere = magics.filter(({ offset }) => offset > 0)
/** By the first byte, so that few are compared. */
const atStart: readonly (readonly Magic[])[] = Array.from({ length: 256 }, (_, first) =>
  magics.filter(({ bytes, offset }) => offset === 0 && bytes[0] === first),
)

/** The kind by its signature, or null. `isText` says whether all of the head looks like text. */
export function bySignature(head: Buffer, extension: string, isText: () => boolean): Kind | null {
  const first = head[0]
  if (first === undefined) return null
  const stands = ({ bytes, offset, wordlike }: Magic): boolean =>
    head.length >= offset + bytes.length &&
    head.compare(bytes, 0, bytes.length, offset, offset + bytes.length) === 0 &&
    !(wordlike && isText())
  const name =
    atStart[first]?.find(stands)?.name ?? structured(head, isText) ?? elsewhere.find(stands)?.name ?? null
  return name === null ? null : kindOf(name, extension)
}
