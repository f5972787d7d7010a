import { describe, expect, test } from '@jest/globals'
import type { Redis } from '@kla/chassis'
import type { Category } from '@kla/proto/web'
import { quietLogger } from '@kla/testkit'
import type { Rotation } from '../../src/battle/library-client.js'
import { createPoolStore, createRotationPools, type PoolStore } from '../../src/battle/rotation.js'
import type { RotationGif } from '../../src/battle/rules/battle.js'
import { gifs } from '../support/rules.js'

/** A library that answers what it is told to, and a memory that lasts. */
function world() {
  const asked: string[] = []
  const kept = new Map<Category, Rotation>()
  const state: { rotation: Rotation | undefined } = { rotation: { version: '1', gifs: gifs(3) } }
  const library = {
    listRotation: (_category: Category, knownVersion: string) => {
      asked.push(knownVersion)
      if (!state.rotation) return Promise.reject(new Error('the library is down'))
      return Promise.resolve(knownVersion === state.rotation.version ? undefined : state.rotation)
    },
    close: () => undefined,
  }
  const store: PoolStore = {
    read: (category) => Promise.resolve(kept.get(category)),
    write: async (category, rotation) => void kept.set(category, rotation),
  }
  return { asked, state, pools: () => createRotationPools({ library, store, log: quietLogger() }) }
}

describe('the rotation', () => {
  test('is requested once for concurrent callers', async () => {
    const { asked, pools } = world()
    const fresh = pools()
    const all = await Promise.all(Array.from({ length: 50 }, () => fresh.of('default')))
    expect(all.every((pool) => pool.length === 3)).toBe(true)
    expect(asked).toEqual([''])
  })

  test('is kept while unchanged, and replaced when it changes', async () => {
    const { asked, state, pools } = world()
    const known = pools()
    await known.of('gay')
    await known.refresh()
    expect(asked).toContain('1')
    expect(await known.of('gay')).toHaveLength(3)
    state.rotation = { version: '2', gifs: gifs(5) }
    await known.refresh()
    expect(await known.of('gay')).toHaveLength(5)
  })

  test('stays when the library is down, even for a process that starts then', async () => {
    const { state, pools } = world()
    const known = pools()
    await known.of('trans')
    state.rotation = undefined
    await known.refresh()
    expect(await known.of('trans')).toHaveLength(3)
    expect(await pools().of('trans')).toHaveLength(3)
    expect(await pools().of('hentai')).toEqual([])
  })

  test('treats GIFs that were stored without acts as unlabelled', async () => {
    const [{ id, gifUrl, thumbnail }] = gifs(1) as [RotationGif]
    const remembered = JSON.stringify({ version: '1', gifs: [{ id, gifUrl, thumbnail }] })
    const store = createPoolStore({ get: async () => remembered } as unknown as Redis, 'kla:')
    expect(await store.read('default')).toEqual({ version: '1', gifs: gifs(1) })
  })
})
