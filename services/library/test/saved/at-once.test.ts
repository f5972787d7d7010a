import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { ItemLedger } from '../support/item-ledger.js'
import { createPod, openSavingDatabase, type Pod, type SavingDatabase } from '../support/saving.js'

let saving: SavingDatabase
let ledger: ItemLedger
let pods: Pod[]
let accountId = 0

beforeAll(async () => {
  saving = await openSavingDatabase()
})
beforeEach(() => {
  accountId++
  ledger = new ItemLedger()
  pods = Array.from({ length: 4 }, () => createPod(saving.database, ledger.connect()))
})
afterAll(() => saving.close())

const address = (name: string): string => `https://cdn.kla.test/${name}.mp4`
/** Saves concurrently, spread over the pods, and returns the answers once settled. */
async function saveAtOnce(wanted: readonly { readonly commandId: string; readonly gifUrl: string }[]) {
  const answers = await Promise.all(
    wanted.map((each, at) => (pods[at % pods.length] as Pod).save({ accountId, thumbnail: '', ...each }, {})),
  )
  await Promise.all(pods.map((pod) => pod.settler.idle()))
  return answers.map((answer) => ('refused' in answer ? answer.refused : answer.id))
}
const spent = (): number => ledger.keys(accountId, 'committed').length

describe('concurrent saves', () => {
  test('save one address by different commands once, for one item', async () => {
    ledger.grant(accountId, 20)
    const wanted = Array.from({ length: 20 }, () => ({ commandId: newId(), gifUrl: address('one') }))
    const answers = await saveAtOnce(wanted)
    expect(answers.filter((answer) => answer !== 'ALREADY_SAVED')).toHaveLength(1)
    expect(spent()).toBe(1)
    expect(ledger.available(accountId)).toBe(19)
  })

  test('give one command on several pods one answer and spend one item', async () => {
    ledger.grant(accountId, 20)
    const commandId = newId()
    const answers = await saveAtOnce(Array.from({ length: 20 }, () => ({ commandId, gifUrl: address('one') })))
    expect(new Set(answers).size).toBe(1)
    expect(typeof answers[0]).toBe('number')
    expect(spent()).toBe(1)
    expect(ledger.available(accountId)).toBe(19)
  })

  test('save as many addresses as there are items', async () => {
    ledger.grant(accountId, 3)
    const wanted = Array.from({ length: 12 }, (_, at) => ({ commandId: newId(), gifUrl: address(String(at)) }))
    const answers = await saveAtOnce(wanted)
    expect(answers.filter((answer) => answer === 'NO_GIF_SAVES')).toHaveLength(9)
    expect(spent()).toBe(3)
    expect(ledger.available(accountId)).toBe(0)
  })
})

describe('a library', () => {
  const fill = (gifs: number) =>
    saving.database.query(
      `INSERT INTO saved_gifs (account_id, command_id, gif_url, thumbnail, state, saved_at, settled_at)
       SELECT $1, gen_random_uuid(), 'https://cdn.kla.test/old-' || n || '.mp4', '', 'saved', now() - interval '1 day', now()
       FROM generate_series(1, $2) AS n`,
      [accountId, gifs],
    )
  const wanted = (gifs: number) =>
    Array.from({ length: gifs }, () => ({ commandId: newId(), gifUrl: address(newId()) }))
  const library = () => (pods[0] as Pod).library

  test('takes its 2000th GIF once, however many are saved at once, and charges for no other', async () => {
    ledger.grant(accountId, 20)
    await fill(1_999)
    const answers = await saveAtOnce(wanted(8))
    expect(answers.filter((answer) => answer === 'LIBRARY_FULL')).toHaveLength(7)
    expect(await library().list(accountId)).toHaveLength(2_000)
    expect(spent()).toBe(1)
    expect(ledger.available(accountId)).toBe(19)
  })

  test('that is full refuses a save before it holds an item, until a GIF is deleted', async () => {
    ledger.grant(accountId, 1)
    await fill(2_000)
    expect(await saveAtOnce(wanted(1))).toEqual(['LIBRARY_FULL'])
    expect(ledger.calls).toEqual([])
    const [oldest] = await library().list(accountId)
    await library().hide(accountId, oldest!.id)
    expect(await saveAtOnce(wanted(1))).toEqual([expect.any(Number)])
    expect(spent()).toBe(1)
  })

  test('counts blocked GIFs, which may come back', async () => {
    ledger.grant(accountId, 1)
    await fill(2_000)
    await saving.database.query(
      'INSERT INTO blocked_addresses (gif_url, revision) VALUES ($1, 1) ON CONFLICT DO NOTHING',
      [address('old-1')],
    )
    expect(await library().list(accountId)).toHaveLength(1_999)
    expect(await saveAtOnce(wanted(1))).toEqual(['LIBRARY_FULL'])
  })
})

describe('concurrent sweeps', () => {
  test('settle each decision once', async () => {
    ledger.grant(accountId, 200)
    const deaf = createPod(saving.database, {
      ...ledger.connect(),
      settle: () => Promise.reject(new Error('commerce is away')),
    })
    const commands = Array.from({ length: 120 }, () => newId())
    await Promise.all(
      commands.map((commandId) => deaf.save({ accountId, commandId, gifUrl: address(commandId), thumbnail: '' }, {})),
    )
    await deaf.settler.idle()
    expect(ledger.keys(accountId, 'held')).toHaveLength(120)
    await saving.letTimePass()
    await Promise.all(pods.map((pod) => pod.sweep()))
    expect(spent()).toBe(120)
    expect(ledger.calls.filter((call) => call.startsWith('commit'))).toHaveLength(120)
  })
})
