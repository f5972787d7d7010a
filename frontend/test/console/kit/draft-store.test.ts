import { describe, expect, test } from '@jest/globals'
import { createDraftStore, type DraftStorage, hasShapeOf } from '../../../src/console/kit/draft-store.js'

const ADA = 1
const BEA = 2
const NOTE = { kind: 'report', entry: 7, field: 'note' }
const ANSWER = { kind: 'ticket', entry: 7, field: 'answer' }

/** A tab's storage, of at most `room` characters. */
function tab(room = 1_000): DraftStorage & { keys: () => string[] } {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key) => void kept.delete(key),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
    keys: () => [...kept.keys()],
  }
}

describe('drafts', () => {
  test('survive a reload, each in its own field of its own entry', () => {
    const storage = tab()
    const before = createDraftStore(ADA, storage)
    before.write(NOTE, 'asked billing')
    before.write({ ...NOTE, entry: 8 }, 'another report')
    before.write(ANSWER, { text: 'Try again.' })
    const after = createDraftStore(ADA, storage)
    expect(after.read(NOTE)).toBe('asked billing')
    expect(after.read({ ...NOTE, entry: 8 })).toBe('another report')
    expect(after.read(ANSWER)).toEqual({ text: 'Try again.' })
    expect(after.count()).toBe(3)
  })

  test('do not mix entries whose ids contain the separator', () => {
    const drafts = createDraftStore(ADA, tab())
    drafts.write({ kind: 'tie', entry: 'a/b', field: 'c' }, 'one')
    expect(drafts.read({ kind: 'tie', entry: 'a', field: 'b/c' })).toBeUndefined()
  })

  test('are erased, not shown, when another administrator signs in on the same tab', () => {
    const storage = tab()
    createDraftStore(ADA, storage).write(NOTE, 'only for me')
    const other = createDraftStore(BEA, storage)
    expect(other.read(NOTE)).toBeUndefined()
    expect(other.count()).toBe(0)
    expect(storage.keys()).toEqual([])
    expect(createDraftStore(ADA, storage).read(NOTE)).toBeUndefined()
  })

  test('leave everything else in the storage alone', () => {
    const storage = tab()
    storage.setItem('adminToken', 'token')
    const drafts = createDraftStore(ADA, storage)
    drafts.write(NOTE, 'text')
    drafts.clearAll()
    expect(storage.keys()).toEqual(['adminToken'])
  })

  test('are gone once cleared, also after a reload', () => {
    const storage = tab()
    const drafts = createDraftStore(ADA, storage)
    drafts.write(NOTE, 'sent')
    drafts.clear(NOTE)
    expect([drafts.read(NOTE), drafts.count(), storage.keys()]).toEqual([undefined, 0, []])
    expect(createDraftStore(ADA, storage).read(NOTE)).toBeUndefined()
  })

  test('are restored unless their place was filled since', () => {
    const drafts = createDraftStore(ADA, tab())
    drafts.write(NOTE, 'old')
    drafts.clear(NOTE)
    expect([drafts.restore(NOTE, 'old'), drafts.read(NOTE)]).toEqual([true, 'old'])
    drafts.write(NOTE, 'newer')
    expect([drafts.restore(NOTE, 'old'), drafts.read(NOTE)]).toEqual([false, 'newer'])
  })

  test('last until the reload, and say so, when the storage is full or absent', () => {
    const full = createDraftStore(ADA, tab(5))
    expect(full.persists()).toBe(true)
    full.write(NOTE, 'longer than five')
    expect([full.read(NOTE), full.persists()]).toEqual(['longer than five', false])
    full.clear(NOTE)
    expect(full.persists()).toBe(true)
    const absent = createDraftStore(ADA, null)
    absent.write(NOTE, 'text')
    expect([absent.read(NOTE), absent.persists()]).toEqual(['text', false])
  })

  test('work when the browser throws at every use of its storage', () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 1 }
    const drafts = createDraftStore(ADA, blocked)
    drafts.write(NOTE, 'text')
    expect(drafts.read(NOTE)).toBe('text')
    drafts.clear(NOTE)
    expect(drafts.count()).toBe(0)
  })

  test('ignore what is not JSON', () => {
    const storage = tab()
    storage.setItem('console-draft/1/report/7/note', '{')
    expect(createDraftStore(ADA, storage).read(NOTE)).toBeUndefined()
    expect(storage.keys()).toEqual([])
  })

  test('notify their listeners of every change', () => {
    const drafts = createDraftStore(ADA, tab())
    const counts: number[] = []
    const unsubscribe = drafts.subscribe(() => counts.push(drafts.count()))
    drafts.write(NOTE, 'a')
    drafts.clear(NOTE)
    drafts.clear(NOTE)
    unsubscribe()
    drafts.write(NOTE, 'b')
    expect(counts).toEqual([1, 0])
  })

  test.each([
    ['text', '', true],
    [7, '', false],
    [{ name: 'Cup', mode: 'rush' }, { name: '' }, true],
    [{ mode: 'rush' }, { name: '' }, false],
    [[1, 2], [], true],
    [{ 0: 1 }, [], false],
    [{ acts: ['kiss'] }, { acts: null }, true],
    [null, '', false],
  ])('%j fits a field that begins with %j: %s', (value, initial, fits) => {
    expect(hasShapeOf(value, initial)).toBe(fits)
  })
})
