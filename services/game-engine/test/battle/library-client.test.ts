import { afterEach, describe, expect, test } from '@jest/globals'
import { type Call, createGrpcServer, createMetrics, type Handlers, KlaError } from '@kla/chassis'
import {
  type FindSavedGifRequest,
  type GetSaveRequest,
  LibraryServiceService as definition,
  type ListSavedGifsRequest,
  type SaveGifRequest,
  type UniteLimitsRequest,
} from '@kla/proto'
import type { Reason } from '@kla/proto/web'
import { quietLogger, testIdentity } from '@kla/testkit'
import { createLibraryClient } from '../../src/battle/library-client.js'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const gif = { gifUrl: 'https://gifs/1', thumbnail: 't/1' }
const context = { principal: 'of-a-player' }

/** A library that answers everything with one GIF, or refuses everything; and what it was asked, for whom. */
async function world(refused?: Reason) {
  const asked: unknown[] = []
  const answer = (request: unknown, call: Call) => {
    asked.push([request, call.principalToken])
    if (refused) throw new KlaError(refused)
    return Promise.resolve({ id: 1, ...gif, savedAtMs: 1, acts: { acts: ['kissing'] } })
  }
  const handlers = {
    findSavedGif: (request: FindSavedGifRequest, call: Call) => answer(request, call),
    saveGif: (request: SaveGifRequest, call: Call) => answer(request, call),
    getSave: (request: GetSaveRequest, call: Call) => answer(request, call),
    listSavedGifs: async (request: ListSavedGifsRequest, call: Call) => ({ gifs: [await answer(request, call)] }),
    listRotation: async () => ({
      gifs: [
        { id: 1, ...gif, acts: { acts: [] } },
        { id: 2, ...gif },
        { id: 2, ...gif },
      ],
      version: '1',
      unchanged: false,
    }),
    uniteLimits: async (request: UniteLimitsRequest, call: Call) => {
      await answer(request, call)
      return { no: ['groups'], soft: ['feet'], decoys: ['food', 'unlabelled'] }
    },
  } as unknown as Handlers<typeof definition>
  const server = createGrpcServer({
    definition,
    handlers,
    identity: testIdentity('library'),
    log: quietLogger(),
    metrics: createMetrics('library'),
  })
  const port = await server.listen('127.0.0.1:0')
  const client = createLibraryClient({
    address: `127.0.0.1:${port}`,
    identity: testIdentity('game-engine'),
    metrics: createMetrics('engine'),
  })
  closing.push(
    () => client.close(),
    () => server.close(100),
  )
  // Connected first: a connection takes its time on a busy machine, and a call that is late is asked again.
  await client.savedBy('connects', context).catch(() => undefined)
  asked.length = 0
  return { client, asked }
}

describe('the library client', () => {
  test("sends the caller's context and returns the GIF as players see it", async () => {
    const { client, asked } = await world()
    expect(await client.find(gif.gifUrl, context)).toEqual({ ...gif, acts: ['kissing'] })
    expect(await client.save('command', gif, context)).toEqual(gif)
    expect(await client.savedBy('command', context)).toEqual(gif)
    expect(asked).toEqual([
      [{ gifUrl: gif.gifUrl }, 'of-a-player'],
      [{ commandId: 'command', ...gif }, 'of-a-player'],
      [{ commandId: 'command' }, 'of-a-player'],
    ])
  })

  test('distinguishes a GIF that shows none of the acts from one without labels', async () => {
    const { client } = await world()
    expect(await client.listRotation('default', '')).toEqual({
      version: '1',
      gifs: [
        { id: 1, ...gif, acts: [] },
        { id: 2, ...gif, acts: null },
      ],
    })
  })

  test('lists saved GIFs and unites limits on behalf of the caller', async () => {
    const { client, asked } = await world()
    expect(await client.list(context)).toEqual([{ id: 1, ...gif, acts: ['kissing'] }])
    expect(await client.uniteLimits([7, 8], context)).toEqual({
      no: ['groups'],
      soft: ['feet'],
      decoys: ['food', 'unlabelled'],
    })
    expect(asked).toEqual([
      [{}, 'of-a-player'],
      [{ accountIds: [7, 8] }, 'of-a-player'],
    ])
  })

  test('returns undefined for a command that saved nothing, and rejects with its refusal', async () => {
    expect(await (await world('NOT_FOUND')).client.savedBy('command', context)).toBeUndefined()
    const { client } = await world('NO_GIF_SAVES')
    await expect(client.savedBy('command', context)).rejects.toMatchObject({ reason: 'NO_GIF_SAVES' })
    await expect(client.save('command', gif, context)).rejects.toMatchObject({ reason: 'NO_GIF_SAVES' })
  })
})
