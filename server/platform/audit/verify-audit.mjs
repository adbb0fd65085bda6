#!/usr/bin/env node
/**
 * Verifies an audit trail that Affiant exported. It needs Node 18 or newer and nothing else: no network, no package, no
 * Affiant. Read it before you trust it; it is short for that reason.
 *
 *   node verify-audit.mjs audit.ndjson [--key FINGERPRINT-OR-FILE]… [--heads FILE-OR-FOLDER]…
 *
 * The file has one JSON text a line, in UTF-8, each ended by a line feed:
 *   1. {"format":"affiant audit export 1","keys":{FINGERPRINT:PUBLIC KEY…}}: the key as hex of its DER (SPKI); its
 *      fingerprint is the SHA-256 of that
 *   2. the signed checkpoints: {"head":{"at":…,"chain":…,"hash":…,"key":FINGERPRINT,"seq":N},"signature":HEX}. A head says
 *      which hash row N had at that time. The Ed25519 signature is over the exact bytes of the object after "head":. The
 *      last head is that of the export and covers all of its rows.
 *   3. the rows, from the first on: {"hash":HEX,"erasable":OBJECT-OR-NULL,"row":TEXT}.
 *
 * What is checked:
 *   - hash of row i = SHA-256(hash of row i-1, as 64 hex digits, followed by the exact bytes of TEXT); before row 1: 64 zeros
 *   - rows are numbered 1, 2, 3 … without a gap and belong to the chain
 *   - values that may have to be erased by law stand beside TEXT with a salt: SHA-256(salt + the value as JSON with sorted
 *     names) is what TEXT says in "erasable". One that was erased is null or missing; a later row says so:
 *     {"action":"audit.valuesErased","facts":{"erased":[{"names":[NAME…],"seq":N}…]}…}
 *   - every signed head is truly signed, and the chain has at row N the hash that the head says
 *
 * Exit code: 0 it holds, 1 it does not (the first line that does not is named), 2 wrong usage.
 */
import crypto from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const format = 'affiant audit export 1'
const firstHash = '0'.repeat(64)
const [headMark, rowMark] = [Buffer.from('{"head":'), Buffer.from('{"hash":')]
const foreign = 'this is neither a row nor a signed head: the line is foreign, damaged or cut off'
const longestLine = 256 * 1024 * 1024

/** What does not hold: the line, the row (null in what stands before the rows), and the reason, for people. */
class Fault extends Error {
  constructor(line, row, reason) {
    super(reason)
    Object.assign(this, { line, row })
  }
}
/** Wrong words, or files that cannot be used: nothing has been verified. */
export class Usage extends Error {}

/**
 * Verifies one file (its path, or its bytes in pieces). `keys`: fingerprints or files of public keys that you had from
 * elsewhere; `heads`: files or folders of signed checkpoints that were kept elsewhere. `onProgress` hears how many rows hold.
 */
export async function verifyAudit(file, { keys = [], heads = [], onProgress = () => {} } = {}) {
  const state = {
    chain: '',
    rows: 0,
    total: 0,
    head: firstHash,
    line: 0,
    signed: [],
    gone: new Map(),
    known: new Map(),
    fitting: null,
  }
  const pinned = keys.map(fingerprintGiven)
  const result = (fault) => ({
    holds: fault === null,
    chain: state.chain,
    rows: state.rows,
    head: state.head,
    line: fault?.line ?? null,
    row: fault?.row ?? null,
    reason: fault?.message ?? null,
    heads: state.signed.length,
    firstHeadAt: state.signed[0]?.at ?? null,
    lastHeadAt: state.signed.at(-1)?.at ?? null,
    keys: [...state.known.keys()],
    keyGiven: pinned.length > 0,
  })
  try {
    await eachLine(file, state, (line) => {
      if (state.line === 1) return readHeader(line, state)
      if (line.subarray(0, 8).equals(headMark)) return readHead(line, state)
      if (!line.subarray(0, 8).equals(rowMark)) throw new Fault(state.line, rowIn(state), foreign)
      state.fitting ??= headsBySeq(state, pinned, heads)
      readRow(line, state)
      if (state.rows % 10000 === 0) onProgress(state.rows, state.total)
    })
    state.line += 1
    if (state.line === 1) throw new Fault(1, null, 'the file is empty')
    state.fitting ??= headsBySeq(state, pinned, heads)
    if (state.rows < state.total)
      throw new Fault(
        state.line,
        state.rows + 1,
        `the file ends after row ${state.rows}, but the head signed at ${state.signed.at(-1).at} knows ${state.total} rows: the end is missing`,
      )
    for (const [row, { line, names }] of state.gone)
      throw new Fault(
        line,
        row,
        `the value "${[...names].join(', ')}" that stood beside the row is gone, and no row records its erasure`,
      )
    return result(null)
  } catch (error) {
    if (error instanceof Fault) return result(error)
    throw error
  }
}

/** The row that is looked for; null before the rows begin. */
const rowIn = (state) => (state.fitting === null ? null : state.rows + 1)

/** Hands over the lines of a file as bytes, one after the other, whatever its size. */
async function eachLine(file, state, take) {
  let parts = []
  let length = 0
  const chunks = typeof file === 'string' ? createReadStream(file, { highWaterMark: 1024 * 1024 }) : file
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const rest = chunk.subarray(start, end)
      state.line += 1
      take(parts.length === 0 ? rest : Buffer.concat([...parts, rest]))
      parts = []
      length = 0
      start = end + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > longestLine)
      throw new Fault(state.line + 1, rowIn(state), 'this is no line of an audit export: it never ends')
  }
  if (parts.length > 0)
    throw new Fault(state.line + 1, rowIn(state), 'the file ends in the middle of this line: it was cut off')
}

/** The value of a line; it must stand there exactly as the export writes it, so that no byte escapes the eye. */
function parsed(line, what, fault) {
  const text = line.toString('utf8')
  let value
  try {
    value = JSON.parse(text)
  } catch {
    throw fault(`this is no ${what}: the line is foreign, damaged or cut off`)
  }
  if (typeof value !== 'object' || value === null) throw fault(`this is no ${what}`)
  return { value, text }
}

function readHeader(line, state) {
  const fault = (reason) => new Fault(1, null, reason)
  const { value, text } = parsed(line, 'first line of an audit export', fault)
  if (value.format !== format || JSON.stringify({ format, keys: value.keys }) !== text)
    throw fault(`this is no first line of an audit export of the format "${format}"`)
  for (const [fingerprint, hex] of Object.entries(value.keys ?? {})) {
    const key = publicKey(Buffer.from(String(hex), 'hex'), 'der')
    if (key === null || key.hex !== hex || key.fingerprint !== fingerprint)
      throw fault(`the public key ${fingerprint} is damaged`)
    state.known.set(fingerprint, key.key)
  }
}

function readHead(line, state) {
  const fault = (reason) => new Fault(state.line, null, reason)
  if (state.rows > 0)
    throw new Fault(state.line, state.rows + 1, 'a row should stand here, not a signed head')
  const signed = headOf(line, state.known, fault)
  state.chain ||= signed.chain
  if (signed.chain !== state.chain)
    throw fault(`the signed head is that of ${signed.chain}, not of ${state.chain}`)
  if (signed.seq < state.total) throw fault('the signed checkpoints are not in order')
  state.signed.push(signed)
  state.total = signed.seq
}

/** A head whose signature is right. */
function headOf(line, known, fault) {
  const { value, text } = parsed(line, 'signed head', fault)
  const { at, chain, hash, key, seq } = value.head ?? {}
  const exact = JSON.stringify({ at, chain, hash, key, seq })
  if (JSON.stringify({ head: JSON.parse(exact), signature: value.signature }) !== text)
    throw fault('the signed head is not as it was written')
  if (!Number.isSafeInteger(seq) || !/^[0-9a-f]{128}$/.test(value.signature))
    throw fault('the signed head is damaged')
  const signer = known.get(key)
  if (signer === undefined) throw fault(`the head is signed by the key ${key}, which nobody knows here`)
  if (!crypto.verify(null, Buffer.from(exact), signer, Buffer.from(value.signature, 'hex')))
    throw fault(`the signature is wrong: the head of row ${seq} was not signed like this`)
  return { at, chain, hash, key, seq }
}

/** All heads that the rows have to fit, by row; called when the last head of the file has been read. */
function headsBySeq(state, pinned, elsewhere) {
  const fault = (reason) => new Fault(state.line, null, reason)
  const last = state.signed.at(-1)
  if (last === undefined) throw fault('there is no signed head before the rows')
  for (const fingerprint of state.known.keys())
    if (!state.signed.some(({ key }) => key === fingerprint))
      throw new Fault(1, null, 'a public key signed nothing here')
  if (pinned.length > 0 && !pinned.includes(last.key))
    throw fault(`the export is signed by the key ${last.key}, which is not the key that you named`)
  for (const { path, text } of elsewhere.flatMap(headFiles)) {
    for (const [i, line] of text.split('\n').entries()) {
      if (line === '' || !line.includes(`"chain":${JSON.stringify(state.chain)}`)) continue
      const head = headOf(Buffer.from(line), state.known, (reason) =>
        fault(`in ${path}, line ${i + 1}: ${reason}`),
      )
      // What was signed after the export may know more rows than the export has.
      if (head.seq <= last.seq) state.signed.push(head)
      else if (head.at <= last.at)
        throw fault(
          `${path} has a head of row ${head.seq}, signed at ${head.at}, before the export: its end is missing`,
        )
    }
  }
  state.signed.sort((a, b) => a.seq - b.seq || (a.at < b.at ? -1 : 1))
  const bySeq = new Map()
  for (const head of state.signed) bySeq.set(head.seq, [...(bySeq.get(head.seq) ?? []), head])
  checkHeads({ ...state, rows: 0, fitting: bySeq })
  return bySeq
}

function readRow(line, state) {
  const seq = state.rows + 1
  const fault = (reason) => new Fault(state.line, seq, reason)
  if (seq > state.total)
    throw fault(`this row stands past the end: the signed head knows ${state.total} rows`)
  const { value } = parsed(line, `row of an audit export`, fault)
  const { row, erasable, hash } = value
  const before = Buffer.from(`{"hash":${JSON.stringify(hash)},"erasable":${JSON.stringify(erasable)},"row":`)
  if (typeof row !== 'object' || row === null || !before.equals(line.subarray(0, before.length)))
    throw fault('this is no row as the export writes it: the line is foreign or was altered')
  if (row.seq !== seq)
    throw fault(
      `row ${seq} should stand here, but the line says row ${row.seq}: rows are missing, moved or altered`,
    )
  const link = sha256(Buffer.concat([Buffer.from(state.head), line.subarray(before.length, -1)]))
  if (link !== hash || line.at(-1) !== 125) throw fault('the text of the row or its hash was altered')
  if (row.chain !== undefined && row.chain !== state.chain)
    throw fault(`the row belongs to ${row.chain}, not to ${state.chain}`)
  for (const [name, kept] of Object.entries(erasable ?? {}))
    if (sha256(kept?.salt + canonical(kept?.value)) !== row.erasable?.[name])
      throw fault(`the value "${name}" beside the row is not the one that was committed to`)
  noteErased(state, row, erasable ?? {})
  state.rows = seq
  state.head = hash
  checkHeads(state)
}

/** Keeps account of the values that are gone, until a later row records that they were erased. */
function noteErased(state, row, kept) {
  const names = Object.keys(row.erasable ?? {}).filter((name) => !(name in kept))
  if (names.length > 0) state.gone.set(row.seq, { line: state.line, names: new Set(names) })
  if (row.action !== 'audit.valuesErased') return
  for (const one of row.facts?.erased ?? []) {
    const left = state.gone.get(one.seq)?.names
    for (const name of one.names ?? []) left?.delete(name)
    if (left?.size === 0) state.gone.delete(one.seq)
  }
}

/** Compares the chain with the heads that were signed at this row. */
function checkHeads(state) {
  for (const { at, hash } of state.fitting.get(state.rows) ?? []) {
    if (hash === state.head) continue
    const before = [...state.fitting.keys()].filter((seq) => seq < state.rows).at(-1) ?? 0
    throw new Fault(
      state.line,
      state.rows,
      `the head signed at ${at} says that row ${state.rows} had another hash: the chain was written anew somewhere in rows ${before + 1} to ${state.rows}`,
    )
  }
}

/** Newer versions of Node have it in one step, which is quicker. */
const sha256 = (data) =>
  crypto.hash?.('sha256', data) ?? crypto.createHash('sha256').update(data).digest('hex')

/** JSON with the names of every object in order (RFC 8785). */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

function publicKey(bytes, kind) {
  try {
    const key = crypto.createPublicKey(kind === 'der' ? { key: bytes, format: 'der', type: 'spki' } : bytes)
    const der = key.export({ format: 'der', type: 'spki' })
    return { key, hex: der.toString('hex'), fingerprint: sha256(der) }
  } catch {
    return null
  }
}

function fingerprintGiven(text) {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  const key = publicKey(bytesOf(text), 'pem')
  if (key === null)
    throw new Usage(`${text} is neither a fingerprint (64 hex digits) nor a file with a public key (PEM).`)
  return key.fingerprint
}

function headFiles(path) {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const names = isFolder ? readdirSync(path).filter((name) => name.endsWith('.ndjson')) : ['']
  return names.sort().map((name) => ({ path: join(path, name), text: String(bytesOf(join(path, name))) }))
}

function bytesOf(path) {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Usage(`${path} cannot be read (${error.code}).`)
  }
}

/** What was found, for people. */
export function report(found) {
  const { chain, rows, row, line } = found
  if (!found.holds) {
    const held = row === null ? rows : Math.min(rows, row - 1)
    const before = held === 0 ? [] : [`Rows 1 to ${held} before it are linked as they should be.`]
    return [`DOES NOT HOLD. Line ${line}${row === null ? '' : `, row ${row}`}: ${found.reason}.`, ...before]
  }
  return [
    `HOLDS. ${chain}: ${rows} row${rows === 1 ? '' : 's'}, each linked to the one before it.`,
    `Head: ${found.head}`,
    `Signed heads that fit: ${found.heads}, from ${found.firstHeadAt} to ${found.lastHeadAt}.`,
    ...found.keys.map((key) => `Key: ${key}`),
    found.keyGiven
      ? 'The export is signed by the key that you named: these are the rows that the holder of that key exported.'
      : 'The key came with the file. This proves that the file is whole and was not altered after it was signed; it does not ' +
        'prove by whom. Compare the key with the fingerprint that the firm gave you on another way, or name it with --key.',
  ]
}

async function main(words) {
  const files = []
  const options = { keys: [], heads: [] }
  while (words.length > 0) {
    const word = words.shift()
    if (word !== '--key' && word !== '--heads') files.push(word)
    else if (words.length === 0) throw new Usage(`${word} needs a word after it.`)
    else options[word === '--key' ? 'keys' : 'heads'].push(words.shift())
  }
  if (files.length !== 1 || files[0].startsWith('-')) throw new Usage('Name one file.')
  if (!statSync(files[0], { throwIfNoEntry: false })?.isFile())
    throw new Usage(`There is no file ${files[0]}.`)
  const began = Date.now()
  const onProgress = (rows, total) => {
    if (process.stderr.isTTY && rows % 100000 === 0)
      console.error(`${rows} of ${total} rows, ${Math.round(rows / ((Date.now() - began) / 1000))} a second`)
  }
  const result = await verifyAudit(files[0], { ...options, onProgress })
  for (const line of report(result)) console.log(line)
  return result.holds ? 0 : 1
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Usage ? error.message : error)
    console.error(
      'Usage: node verify-audit.mjs audit.ndjson [--key FINGERPRINT-OR-FILE]… [--heads FILE-OR-FOLDER]…',
    )
    return 2
  })
}
