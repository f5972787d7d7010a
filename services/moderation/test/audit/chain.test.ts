import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  type AuditEntry,
  beforeFirst,
  type ChainedEntry,
  checkEnd,
  checkLinks,
  type FaultKind,
} from '../../src/audit/rules/chain.js'
import { anEntry, chained, sha256 } from '../support/audit-entries.js'

const open = beforeFirst('open')
const check = (entries: readonly ChainedEntry[], after = open) => checkLinks(entries, after, sha256)
const faultOf = (entries: readonly ChainedEntry[]) => check(entries).fault

const someEntries = fc.array(
  fc.record({
    atMs: fc.nat(),
    actorId: fc.nat(),
    actor: fc.string({ unit: 'binary', maxLength: 8 }),
    action: fc.constantFrom('reports.list', 'bans.create'),
    subjectKind: fc.constantFrom('', 'report', 'ban'),
    subjectId: fc.string({ maxLength: 4 }),
    details: fc.json({ maxDepth: 1 }),
    requestId: fc.string({ maxLength: 8 }),
    restricted: fc.constant(false),
    eventId: fc.string({ maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
)

test('checkLinks accepts a chain, whole and in parts', () => {
  fc.assert(
    fc.property(someEntries, fc.nat(), (entries, cut) => {
      const chain = chained(entries)
      const first = check(chain.slice(0, cut % entries.length))
      expect(first.fault).toBeUndefined()
      const rest = check(chain.slice(cut % entries.length), first.last)
      expect(rest).toEqual({ last: { seq: entries.length, hash: chain.at(-1)?.hash } })
    }),
  )
})

test('checkLinks names the entry with a changed field', () => {
  const texts = ['actor', 'action', 'subjectKind', 'subjectId', 'details', 'requestId', 'eventId'] as const
  const numbers = ['atMs', 'actorId'] as const
  const hashes = ['previous', 'hash'] as const
  const change = fc.oneof(
    fc.record({ field: fc.constantFrom(...texts), to: fc.string({ maxLength: 12 }) }),
    fc.record({ field: fc.constantFrom(...numbers), to: fc.maxSafeInteger() }),
    fc.record({ field: fc.constantFrom(...hashes), to: fc.uint8Array({ minLength: 32, maxLength: 32 }) }),
    fc.record({ field: fc.constant('restricted' as const), to: fc.constant(true) }),
  )
  fc.assert(
    fc.property(someEntries, fc.nat(), change, (entries, index, { field, to }) => {
      const chain = chained(entries)
      const at = index % chain.length
      const entry = chain[at] as ChainedEntry
      fc.pre(Buffer.compare(Buffer.from(String(entry[field])), Buffer.from(String(to))) !== 0)
      chain[at] = { ...entry, [field]: to }
      expect(faultOf(chain)).toEqual({ seq: entry.seq, kind: 'altered' })
    }),
  )
})

describe('checkLinks on a chain of five entries', () => {
  const entries: readonly AuditEntry[] = [1, 2, 3, 4, 5].map((id) => anEntry({ subjectId: String(id) }))
  const chain = () => chained(entries)
  const at = (seq: number): ChainedEntry => chain()[seq - 1] as ChainedEntry
  const forged = (seq: number): ChainedEntry =>
    chained([...entries.slice(0, seq - 1), anEntry()])[seq - 1] as ChainedEntry

  test.each<[string, ChainedEntry[], { seq: number; kind: FaultKind }]>([
    ['one that was taken out', [at(1), at(2), at(4), at(5)], { seq: 3, kind: 'missing' }],
    ['the first that was taken out', [at(2), at(3)], { seq: 1, kind: 'missing' }],
    ['one that was hashed anew', [at(1), forged(2), at(3)], { seq: 3, kind: 'unlinked' }],
    ['two that changed places', [at(1), at(3), at(2), at(4)], { seq: 2, kind: 'missing' }],
    ['one that comes twice', [at(1), at(2), at(2)], { seq: 2, kind: 'altered' }],
    ['one with another number', [at(1), at(2), { ...at(3), seq: 9 }], { seq: 3, kind: 'missing' }],
    ['one with a number before all others', [{ ...at(3), seq: -3 }, at(1)], { seq: -3, kind: 'altered' }],
  ])('detects %s', (_, entries, fault) => expect(faultOf(entries)).toEqual(fault))

  test('detects a truncated or rewritten end by a kept head', () => {
    const anchors = new Map([[4, at(4).hash]])
    const cut = checkLinks([at(1), at(2), at(3)], open, sha256, anchors)
    expect(cut.fault).toBeUndefined()
    expect(checkEnd(cut.last, anchors)).toEqual({ seq: 4, kind: 'missing' })

    const anew = chained([...entries.slice(0, 2), anEntry(), anEntry(), anEntry()])
    expect(faultOf(anew)).toBeUndefined()
    expect(checkLinks(anew, open, sha256, anchors).fault).toEqual({ seq: 4, kind: 'altered' })

    const whole = checkLinks(chain(), open, sha256, anchors)
    expect(whole.fault).toBeUndefined()
    expect(checkEnd(whole.last, anchors)).toBeUndefined()
  })

  test('ignores a kept head of the other chain', () => {
    const [restricted] = chained([anEntry({ restricted: true })]) as [ChainedEntry]
    const anchors = new Map([[restricted.seq, restricted.hash]])
    expect(checkEnd(open, anchors)).toBeUndefined()
    expect(checkEnd(beforeFirst('restricted'), anchors)).toEqual({ seq: restricted.seq, kind: 'missing' })
  })
})

test('chainOnto puts restricted entries into a separate chain', () => {
  const ordinary = [anEntry({ subjectId: '1' }), anEntry({ subjectId: '2' })]
  const [first, second] = ordinary as [AuditEntry, AuditEntry]
  const grave = anEntry({ restricted: true })
  const both = chained([grave, first, grave, second, grave])
  expect(both.filter((entry) => !entry.restricted)).toEqual(chained(ordinary))
  const restricted = both.filter((entry) => entry.restricted)
  expect(check(restricted, beforeFirst('restricted')).fault).toBeUndefined()
})
