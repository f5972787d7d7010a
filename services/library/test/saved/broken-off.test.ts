import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError, newId } from '@kla/chassis'
import type { ItemHolds } from '../../src/saved/commerce-client.js'
import { type Fate, ItemLedger } from '../support/item-ledger.js'
import { mortal } from '../support/mortal.js'
import { createPod, openSavingDatabase, type Pod, type SavingDatabase } from '../support/saving.js'

let saving: SavingDatabase
let ledger: ItemLedger
let accountId = 0

beforeAll(async () => {
  saving = await openSavingDatabase()
})
beforeEach(async () => {
  await saving.database.query('DELETE FROM saved_gifs')
  accountId++
  ledger = new ItemLedger()
  ledger.grant(accountId, 1)
})
afterAll(() => saving.close())

const wanted = (commandId = newId()) => ({
  accountId,
  commandId,
  gifUrl: 'https://cdn.kla.test/a.mp4',
  thumbnail: 'https://cdn.kla.test/a.jpg',
})
const podWith = (holds: Fate, settles: Fate): Pod =>
  createPod(
    saving.database,
    ledger.connect((call) => (call === 'hold' ? holds : settles)),
  )
/** Saves on a pod that dies after so many steps outwards. */
const saveAndDie = async (command: ReturnType<typeof wanted>, step: number): Promise<void> => {
  const { between } = mortal({ step, when: 'after' })
  const pod = createPod(saving.database, ledger.connect(), between)
  await pod.save(command, {}).catch(() => undefined)
  await pod.settler.idle()
}
const valueOf = async (gauge: { get(): Promise<{ values: { value: number }[] }> }): Promise<number | undefined> =>
  (await gauge.get()).values[0]?.value

describe('a save whose pod died before it was decided', () => {
  test('continues when its command is repeated', async () => {
    const command = wanted()
    await saveAndDie(command, 3)
    expect(ledger.keys(accountId, 'held')).toHaveLength(1)
    const pod = podWith('fine', 'fine')
    expect(await pod.save(command, {})).toMatchObject({ gifUrl: command.gifUrl })
    await pod.settler.idle()
    expect(ledger.keys(accountId, 'committed')).toHaveLength(1)
  })

  test('is left alone by the sweep while it may still continue', async () => {
    await saveAndDie(wanted(), 3)
    await podWith('fine', 'fine').sweep()
    expect(ledger.keys(accountId, 'held')).toHaveLength(1)
  })

  test('is abandoned by the sweep later and stays abandoned', async () => {
    const command = wanted()
    await saveAndDie(command, 3)
    await saving.letTimePass()
    const pod = podWith('fine', 'fine')
    await pod.sweep()
    expect(ledger.available(accountId)).toBe(1)
    expect(await pod.save(command, {})).toEqual({ refused: 'UNAVAILABLE' })
    expect(ledger.available(accountId)).toBe(1)
    expect(await pod.save(wanted(), {})).toMatchObject({ gifUrl: command.gifUrl })
  })

  test('is not saved once it is too old, even before a sweep: its hold may have expired', async () => {
    const command = wanted()
    await saveAndDie(command, 3)
    await saving.letTimePass()
    const pod = podWith('fine', 'fine')
    expect(await pod.save(command, {})).toEqual({ refused: 'UNAVAILABLE' })
    await pod.settler.idle()
    expect(ledger.available(accountId)).toBe(1)
  })
})

describe('a save whose principal commerce no longer accepts', () => {
  const refusing = (): Pod =>
    createPod(saving.database, {
      ...ledger.connect(),
      hold: () => Promise.reject(new KlaError('NOT_SIGNED_IN')),
    })

  test('stays pending and continues when its command is repeated with a new one', async () => {
    const command = wanted()
    await expect(refusing().save(command, {})).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    const pod = podWith('fine', 'fine')
    expect(await pod.save(command, {})).toMatchObject({ gifUrl: command.gifUrl })
    await pod.settler.idle()
    expect(ledger.keys(accountId, 'committed')).toHaveLength(1)
  })

  test('is abandoned by the sweep if its command is never repeated', async () => {
    const command = wanted()
    await refusing()
      .save(command, {})
      .catch(() => undefined)
    await saving.letTimePass()
    const pod = podWith('fine', 'fine')
    await pod.sweep()
    expect(await pod.save(command, {})).toEqual({ refused: 'UNAVAILABLE' })
    expect(ledger.available(accountId)).toBe(1)
  })
})

describe('a save for which commerce does not answer', () => {
  test.each<Fate>(['lost', 'answer lost', 'late', 'late twice'])('(%s) is given up at no cost', async (fate) => {
    const command = wanted()
    const pod = podWith(fate, 'fine')
    expect(await pod.save(command, {})).toEqual({ refused: 'UNAVAILABLE' })
    await pod.settler.idle()
    ledger.deliver()
    expect(ledger.available(accountId)).toBe(1)
    expect(await podWith('fine', 'fine').save(command, {})).toEqual({ refused: 'UNAVAILABLE' })
  })

  test('is answered as saved if only the acknowledgement is missing, and the sweep obtains it', async () => {
    const pod = podWith('fine', 'lost')
    expect(await pod.save(wanted(), {})).toMatchObject({ gifUrl: 'https://cdn.kla.test/a.mp4' })
    await pod.settler.idle()
    expect(ledger.keys(accountId, 'held')).toHaveLength(1)
    await saving.letTimePass()
    await podWith('fine', 'fine').sweep()
    expect(ledger.keys(accountId, 'committed')).toHaveLength(1)
  })
})

describe('the sweep', () => {
  /** Leaves decided saves that commerce has not acknowledged. */
  async function leaveUnsettled(count: number): Promise<void> {
    const pod = podWith('lost', 'lost')
    for (let at = 0; at < count; at++) await pod.save(wanted(), {})
    await pod.settler.idle()
    await saving.letTimePass()
  }

  test('rejects while something is left, measures the oldest and waits longer each time', async () => {
    await leaveUnsettled(1)
    const pod = podWith('fine', 'lost')
    await expect(pod.sweep()).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    expect(await valueOf(pod.metrics.unsettled)).toBe(1)
    expect(await valueOf(pod.metrics.unsettledOldest)).toBeGreaterThanOrEqual(3_600)
    // Its turn has not come again.
    await podWith('fine', 'fine').sweep()
    expect(await valueOf(pod.metrics.unsettled)).toBe(1)
    await saving.letTimePass()
    await pod.sweep().catch(() => undefined)
    const { rows } = await saving.database.query<{ pause: number }>(
      'SELECT extract(epoch FROM settle_at - now())::float8 AS pause FROM saved_gifs',
    )
    expect(rows[0]?.pause).toBeGreaterThan(8)
  })

  test('ignores settled saves', async () => {
    await leaveUnsettled(60)
    const pod = podWith('fine', 'fine')
    await pod.sweep()
    expect(await valueOf(pod.metrics.unsettled)).toBe(0)
    expect(await valueOf(pod.metrics.unsettledOldest)).toBe(0)
    expect(ledger.calls).toHaveLength(60)
  })

  test('settles the others when one cannot be settled', async () => {
    await leaveUnsettled(60)
    const [first] = (await saving.database.query<{ command_id: string }>('SELECT command_id FROM saved_gifs')).rows
    const good = ledger.connect()
    const items: ItemHolds = {
      ...good,
      settle: (key, outcome) =>
        key.endsWith(String(first?.command_id)) ? Promise.reject(new Error('no')) : good.settle(key, outcome),
    }
    const pod = createPod(saving.database, items)
    await expect(pod.sweep()).rejects.toThrow('no')
    expect(await valueOf(pod.metrics.unsettled)).toBe(1)
  })

  test('accepts that commerce has settled the opposite and counts the contradiction', async () => {
    await podWith('fine', 'lost').save(wanted(), {})
    const items = { ...ledger.connect(), settle: () => Promise.reject(new KlaError('CONFLICT')) }
    await saving.letTimePass()
    const pod = createPod(saving.database, items)
    await pod.sweep()
    const counted = (await pod.metrics.contradicted.get()).values.map(({ value, labels }) => [labels.outcome, value])
    expect(Object.fromEntries(counted)).toEqual({ commit: 1, release: 0 })
    expect(await valueOf(pod.metrics.unsettled)).toBe(0)
    expect(await pod.library.list(accountId)).toHaveLength(1)
  })

  test('forgets old refusals, and a later repeat gets nothing for free', async () => {
    const command = wanted()
    const pod = podWith('answer lost', 'fine')
    await pod.save(command, {})
    await pod.settler.idle()
    await saving.database.query("UPDATE saved_gifs SET settled_at = settled_at - interval '2 days'")
    const healthy = podWith('fine', 'fine')
    await healthy.sweep()
    expect((await saving.database.query('SELECT FROM saved_gifs')).rowCount).toBe(0)
    expect(await healthy.save(command, {})).toEqual({ refused: 'CONFLICT' })
    expect(ledger.available(accountId)).toBe(1)
  })

  test('never forgets saved GIFs', async () => {
    const pod = podWith('fine', 'fine')
    await pod.save(wanted(), {})
    await pod.settler.idle()
    await saving.database.query("UPDATE saved_gifs SET settled_at = settled_at - interval '9 days'")
    await pod.sweep()
    expect(await pod.library.list(accountId)).toHaveLength(1)
  })
})
