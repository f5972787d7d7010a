import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type CallContext, newId } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import { ItemLedger } from '../support/item-ledger.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

let library: Library
let pod: Pod
let ledger: ItemLedger
let accountId = 100
let me: CallContext
const contexts: CallContext[] = []

beforeAll(async () => {
  library = await createLibrary()
  ledger = new ItemLedger()
  const connection = ledger.connect()
  const items = {
    ...connection,
    hold: (key: string, context: CallContext) => {
      contexts.push(context)
      return connection.hold(key, context)
    },
  }
  const mediaAllowedHosts = ['cdn.kla.test', 'pics.kla.test:8443']
  pod = await library.startPod({ mediaAllowedHosts, saveSweepMs: 20 }, { items })
})
beforeEach(async () => {
  me = { principal: await library.principals.sign({ accountId: ++accountId }) }
  ledger.grant(accountId, 3)
})
afterAll(() => library.close())

const url = (name: string): string => `https://cdn.kla.test/${name}.mp4`
const request = (gifUrl: string, commandId = newId()) => ({
  commandId,
  gifUrl,
  thumbnail: 'https://pics.kla.test:8443/a.jpg',
})
const save = (gifUrl: string, commandId?: string) => pod.client.saveGif(request(gifUrl, commandId), me)
const list = async (): Promise<string[]> => (await pod.client.listSavedGifs({}, me)).gifs.map(({ gifUrl }) => gifUrl)
const block = (gifUrl: string) =>
  library.database.query('INSERT INTO blocked_addresses (gif_url, revision) VALUES ($1, 1)', [gifUrl])
const refused = (reason: string) => ({ reason })

describe('saveGif', () => {
  test('saves for one item, held on behalf of the caller', async () => {
    const before = Date.now()
    const saved = await save(url('a'))
    expect(saved).toMatchObject({ gifUrl: url('a'), thumbnail: 'https://pics.kla.test:8443/a.jpg' })
    expect(Math.abs(saved.savedAtMs - before)).toBeLessThan(5_000)
    expect(ledger.available(accountId)).toBe(2)
    // No signal: a caller that goes away does not break off what has begun.
    expect(contexts.at(-1)).toEqual({ principal: me.principal, requestId: expect.any(String) })
    expect(await pod.client.findSavedGif({ gifUrl: url('a') }, me)).toEqual(saved)
  })

  test('answers a repeat like the first call, whatever has happened to the GIF', async () => {
    const commandId = newId()
    const saved = await save(url('a'), commandId)
    await pod.client.hideSavedGif({ id: saved.id }, me)
    expect(await save(url('a'), commandId.toUpperCase())).toEqual(saved)
    expect(ledger.available(accountId)).toBe(2)
    expect(await list()).toEqual([])
  })

  test('answers a repeat of a refused command with the first refusal', async () => {
    const saved = await save(url('a'))
    const commandId = newId()
    await expect(save(url('a'), commandId)).rejects.toMatchObject(refused('ALREADY_SAVED'))
    await pod.client.hideSavedGif({ id: saved.id }, me)
    await expect(save(url('a'), commandId)).rejects.toMatchObject(refused('ALREADY_SAVED'))
    expect(ledger.available(accountId)).toBe(2)
  })

  test('refuses without an item, and keeps refusing that command when there is one', async () => {
    for (const name of ['a', 'b', 'c']) await save(url(name))
    const commandId = newId()
    await expect(save(url('d'), commandId)).rejects.toMatchObject(refused('NO_GIF_SAVES'))
    ledger.grant(accountId, 1)
    await expect(save(url('d'), commandId)).rejects.toMatchObject(refused('NO_GIF_SAVES'))
    expect((await save(url('d'))).gifUrl).toBe(url('d'))
  })

  test('saves a visible address once, and a hidden one again for another item', async () => {
    const first = await save(url('a'))
    await expect(save('https://CDN.kla.test:443/a.mp4#t=1')).rejects.toMatchObject(refused('ALREADY_SAVED'))
    expect(ledger.available(accountId)).toBe(2)
    await pod.client.hideSavedGif({ id: first.id }, me)
    const second = await save(url('a'))
    expect(second.id).not.toBe(first.id)
    expect(ledger.available(accountId)).toBe(1)
  })

  test('refuses blocked content', async () => {
    await block(url('blocked-before'))
    await expect(save(url('blocked-before'))).rejects.toMatchObject(refused('MEDIA_BLOCKED'))
    expect(ledger.available(accountId)).toBe(3)
    expect(ledger.keys(accountId, 'released')).toEqual([])
  })

  test.each([
    'http://elsewhere.kla.test/a.mp4',
    'ftp://cdn.kla.test/a.mp4',
    'javascript:alert(1)',
    'https://user@cdn.kla.test/a.mp4',
    '',
    '/media?u=https://cdn.kla.test/a.mp4',
    `https://cdn.kla.test/${'a'.repeat(2_048)}`,
    `https://cdn.kla.test/${'ü'.repeat(500)}`,
  ])('rejects the address %s', async (gifUrl) => {
    await expect(save(gifUrl)).rejects.toMatchObject(refused('INVALID_FIELD'))
    expect(ledger.available(accountId)).toBe(3)
  })

  test('accepts the longest allowed address', async () => {
    const stem = 'https://cdn.kla.test/'
    const gifUrl = stem + 'a'.repeat(2_048 - stem.length)
    expect((await save(gifUrl)).gifUrl).toBe(gifUrl)
  })

  test.each(['', 'x', '{0190a0de-7e3b-7c3a-9d5e-0123456789ab}', '0190a0de7e3b7c3a9d5e0123456789ab'])(
    'rejects the command id %j',
    async (commandId) => {
      await expect(save(url('a'), commandId)).rejects.toMatchObject(refused('INVALID_FIELD'))
    },
  )

  test('drops a thumbnail that may not be shown', async () => {
    const saved = await pod.client.saveGif({ ...request(url('a')), thumbnail: 'https://elsewhere.kla.test/a.jpg' }, me)
    expect(saved.thumbnail).toBe('')
  })
})

describe('getSave', () => {
  test('returns what the caller saved by a command, and nothing of other players', async () => {
    const commandId = newId()
    const saved = await save(url('a'), commandId)
    await pod.client.hideSavedGif({ id: saved.id }, me)
    expect(await pod.client.getSave({ commandId: commandId.toUpperCase() }, me)).toEqual(saved)
    const someone = { principal: await library.principals.sign({ accountId: 1 }) }
    await expect(pod.client.getSave({ commandId }, someone)).rejects.toMatchObject(refused('NOT_FOUND'))
  })

  test('finds nothing for a refused, pending or unknown command', async () => {
    await save(url('a'))
    const commandId = newId()
    await expect(save(url('a'), commandId)).rejects.toMatchObject(refused('ALREADY_SAVED'))
    await expect(pod.client.getSave({ commandId }, me)).rejects.toMatchObject(refused('NOT_FOUND'))
    const pending = newId()
    await library.database.query(
      "INSERT INTO saved_gifs (account_id, command_id, gif_url, thumbnail, state) VALUES ($1, $2, $3, '', 'pending')",
      [accountId, pending, url('b')],
    )
    await expect(pod.client.getSave({ commandId: pending }, me)).rejects.toMatchObject(refused('NOT_FOUND'))
    await expect(pod.client.getSave({ commandId: newId() }, me)).rejects.toMatchObject(refused('NOT_FOUND'))
    await expect(pod.client.getSave({ commandId: 'x' }, me)).rejects.toMatchObject(refused('NOT_FOUND'))
  })
})

describe('the library of a player', () => {
  test("lists the player's own GIFs newest first, without hidden and blocked ones", async () => {
    for (const name of ['a', 'b', 'listed-then-blocked']) await save(url(name))
    expect(await list()).toEqual([url('listed-then-blocked'), url('b'), url('a')])
    await block(url('listed-then-blocked'))
    expect(await list()).toEqual([url('b'), url('a')])
    const { id } = await pod.client.findSavedGif({ gifUrl: url('a') }, me)
    await pod.client.hideSavedGif({ id }, me)
    expect(await list()).toEqual([url('b')])
    for (const name of ['a', 'listed-then-blocked', 'never']) {
      const find = pod.client.findSavedGif({ gifUrl: url(name) }, me)
      await expect(find).rejects.toMatchObject(refused('NOT_IN_LIBRARY'))
    }
    const someone = { principal: await library.principals.sign({ accountId: 1 }) }
    expect((await pod.client.listSavedGifs({}, someone)).gifs).toEqual([])
    const find = pod.client.findSavedGif({ gifUrl: url('b') }, someone)
    await expect(find).rejects.toMatchObject(refused('NOT_IN_LIBRARY'))
  })

  test('finds an address however it is written', async () => {
    const saved = await save(url('a'))
    expect(await pod.client.findSavedGif({ gifUrl: 'HTTPS://cdn.KLA.test:443/x/../a.mp4#t=0' }, me)).toEqual(saved)
    await expect(pod.client.findSavedGif({ gifUrl: 'no address' }, me)).rejects.toMatchObject(refused('NOT_IN_LIBRARY'))
  })

  test('hides only its own GIFs, and hiding again changes nothing', async () => {
    const { id } = await save(url('a'))
    const someone = { principal: await library.principals.sign({ accountId: 1 }) }
    await expect(pod.client.hideSavedGif({ id }, someone)).rejects.toMatchObject(refused('NOT_IN_LIBRARY'))
    await expect(pod.client.hideSavedGif({ id: id + 1_000_000 }, me)).rejects.toMatchObject(refused('NOT_IN_LIBRARY'))
    expect(await list()).toEqual([url('a')])
    const row = () => library.database.query('SELECT * FROM saved_gifs WHERE id = $1', [id])
    await pod.client.hideSavedGif({ id }, me)
    const { rows } = await row()
    await pod.client.hideSavedGif({ id }, me)
    expect((await row()).rows).toEqual(rows)
    expect(await list()).toEqual([])
  })

  test('lists at most 2000', async () => {
    await library.database.query(
      `INSERT INTO saved_gifs (account_id, command_id, gif_url, thumbnail, state, saved_at, settled_at)
       SELECT $1, gen_random_uuid(), 'https://cdn.kla.test/' || at, '', 'saved', now() + at * interval '1 ms', now()
       FROM generate_series(1, 2001) AS at`,
      [accountId],
    )
    const gifs = await list()
    expect(gifs).toHaveLength(2_000)
    expect(gifs.at(-1)).toBe('https://cdn.kla.test/2')
  })
})

test('requires a caller for every method', async () => {
  const { client } = pod
  const calls = [
    () => client.saveGif(request(url('a'))),
    () => client.getSave({ commandId: newId() }),
    () => client.listSavedGifs({}),
    () => client.findSavedGif({ gifUrl: url('a') }),
    () => client.hideSavedGif({ id: 1 }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject(refused('NOT_SIGNED_IN'))
})

test('sweeps what another pod left while running', async () => {
  ledger.grant(accountId, 1)
  const commandId = newId()
  await ledger.connect().hold(`save:${accountId}:${commandId}`, {})
  await library.database.query(
    `INSERT INTO saved_gifs (account_id, command_id, gif_url, thumbnail, state, created_at)
     VALUES ($1, $2, $3, '', 'pending', now() - interval '2 minutes')`,
    [accountId, commandId, url('a')],
  )
  await eventually(() => ledger.keys(accountId, 'held').length === 0)
  expect(ledger.available(accountId)).toBe(4)
})
