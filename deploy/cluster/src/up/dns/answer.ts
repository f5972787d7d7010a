/** Addresses of a full name, without the last dot; undefined: there is no such name. */
export type Lookup = (name: string) => readonly string[] | undefined

const HEADER_BYTES = 12
const TYPE_A = 1
const TTL_SECONDS = 5
const AUTHORITATIVE_RESPONSE = 0x85
const RECURSION_AVAILABLE = 0x80
const NO_SUCH_NAME = 3

/** Answers a DNS question of IPv4. Returns undefined if it is no question. */
export function answerOf(query: Buffer, lookup: Lookup): Buffer | undefined {
  const question = readQuestion(query)
  if (question === undefined) return undefined
  const { name, type, end } = question
  const known = lookup(name)
  const addresses = type === TYPE_A ? (known ?? []) : []
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header[2] = AUTHORITATIVE_RESPONSE
  header[3] = RECURSION_AVAILABLE | (known === undefined ? NO_SUCH_NAME : 0)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...addresses.map(record)])
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } | undefined {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (;;) {
    const length = query[at]
    if (length === undefined || length > 63) return undefined
    if (length === 0) break
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const end = at + 5
  if (labels.length === 0 || end > query.length) return undefined
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end }
}

function record(address: string): Buffer {
  const bytes = Buffer.alloc(16)
  // A pointer to the name in the question.
  bytes.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
  bytes.writeUInt16BE(TYPE_A, 2)
  bytes.writeUInt16BE(1, 4)
  bytes.writeUInt32BE(TTL_SECONDS, 6)
  bytes.writeUInt16BE(4, 10)
  address.split('.').forEach((part, index) => (bytes[12 + index] = Number(part)))
  return bytes
}
