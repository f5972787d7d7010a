import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import fc from 'fast-check'
import type { WantedSave } from '../../src/saved/rules.js'
import { type Fate, ItemLedger } from '../support/item-ledger.js'
import { type Death, Died, mortal } from '../support/mortal.js'
import { createPod, openSavingDatabase, type SavingDatabase } from '../support/saving.js'

/** Any order of saves, sweeps and deaths, on pods that know nothing of each other, over a bad network. */
const fate = fc.constantFrom<Fate>('fine', 'fine', 'fine', 'lost', 'answer lost', 'late', 'late twice', 'twice')
const death = fc.option(
  fc.record<Death>({ step: fc.integer({ min: 1, max: 8 }), when: fc.constantFrom('before', 'after') }),
)
const fates = { holds: fate, settles: fate, death }
const save = fc.record({
  kind: fc.constant('save' as const),
  account: fc.nat(1),
  command: fc.nat(4),
  address: fc.nat(2),
  ...fates,
})
const event = fc.oneof(
  { weight: 8, arbitrary: save },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const), ...fates }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hide' as const), account: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('buy' as const), account: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'time passes' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'late calls arrive' as const }) },
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never
type Fates = { readonly holds: Fate; readonly settles: Fate; readonly death: Death | null }

/** What happens in a row, and within each step at once. */
const history = fc.array(fc.array(event, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 })

let saving: SavingDatabase
let lastAccount = 0

beforeAll(async () => {
  saving = await openSavingDatabase()
})
afterAll(() => saving.close())

/** A world of two accounts that no other history knows. */
function createWorld(items: readonly number[]) {
  const ledger = new ItemLedger()
  const accounts = items.map(() => ++lastAccount)
  const commands = Array.from({ length: 5 }, () => newId())
  const answers = new Map<string, Set<string>>()
  items.forEach((count, at) => ledger.grant(accounts[at] ?? 0, count))

  const podOf = ({ holds, settles, death }: Fates) => {
    const items = ledger.connect((call) => (call === 'hold' ? holds : settles))
    const life = mortal(death ?? undefined)
    return { ...createPod(saving.database, items, life.between), ...life }
  }

  async function save(wanted: WantedSave, fates: Fates): Promise<void> {
    const pod = podOf(fates)
    try {
      const answer = await pod.save(wanted, {})
      if (pod.isDead()) return
      const key = `${wanted.accountId}:${wanted.commandId}`
      const answered = 'refused' in answer ? answer.refused : String(answer.id)
      answers.set(key, (answers.get(key) ?? new Set()).add(answered))
    } catch (error) {
      if (!(error instanceof Died)) throw error
    } finally {
      await pod.settler.idle()
    }
  }

  async function happen(event: Event): Promise<void> {
    switch (event.kind) {
      case 'save': {
        const { account, command, address } = event
        const gifUrl = `https://cdn.kla.test/${address}.mp4`
        return save(
          { accountId: accounts[account] ?? 0, commandId: commands[command] ?? '', gifUrl, thumbnail: '' },
          event,
        )
      }
      case 'sweep':
        // It rejects when it has left something for the next round, and when it died.
        return podOf(event)
          .sweep()
          .catch(() => undefined)
      case 'hide': {
        const accountId = accounts[event.account] ?? 0
        const { library } = podOf({ holds: 'fine', settles: 'fine', death: null })
        const [gif] = await library.list(accountId)
        if (gif) await library.hide(accountId, gif.id)
        return
      }
      case 'buy':
        return ledger.grant(accounts[event.account] ?? 0, 1)
      case 'time passes':
        return saving.letTimePass()
      case 'late calls arrive':
        return ledger.deliver()
    }
  }

  /** Whatever was broken off is brought to its end by pods that live. */
  async function end(lateCallsFirst: boolean): Promise<void> {
    const { sweep } = podOf({ holds: 'fine', settles: 'fine', death: null })
    await saving.letTimePass()
    if (lateCallsFirst) ledger.deliver()
    await sweep()
    ledger.deliver()
  }

  return { ledger, accounts, answers, happen, end }
}

interface Row {
  readonly id: number
  readonly state: string
  readonly refused: string | null
  readonly account_id: number
  readonly command_id: string
  readonly gif_url: string
  readonly hidden_at: Date | null
}

describe('after any history', () => {
  test(
    'a GIF is saved exactly if one item was spent, and no item stays held',
    () =>
      fc.assert(
        fc.asyncProperty(fc.tuple(fc.nat(3), fc.nat(3)), history, fc.boolean(), async (items, steps, lateFirst) => {
          const { ledger, accounts, answers, happen, end } = createWorld(items)
          for (const step of steps) await Promise.all(step.map(happen))
          await end(lateFirst)

          const { rows } = await saving.database.query<Row>('SELECT * FROM saved_gifs WHERE account_id = ANY ($1)', [
            accounts,
          ])
          expect(rows.filter(({ state }) => state === 'pending')).toEqual([])
          for (const account of accounts) {
            const saved = rows.filter((row) => row.account_id === account && row.state === 'saved')
            const keys = saved.map((row) => `save:${account}:${row.command_id}`)
            expect(ledger.keys(account, 'committed').sort()).toEqual(keys.sort())
            expect(ledger.keys(account, 'held')).toEqual([])
            expect(ledger.available(account)).toBeGreaterThanOrEqual(0)
            const visible = saved.filter((row) => row.hidden_at === null).map((row) => row.gif_url)
            expect(new Set(visible).size).toBe(visible.length)
          }
          for (const row of rows) {
            const given = answers.get(`${row.account_id}:${row.command_id}`)
            // Every answer is the row's.
            if (given) expect([...given]).toEqual([row.refused ?? String(row.id)])
          }
        }),
        { numRuns: 150 },
      ),
    120_000,
  )
})
