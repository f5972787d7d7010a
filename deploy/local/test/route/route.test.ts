import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { chooseBy, type Gateway, startRoute } from '../../src/route/route.js'

const gateways = ['gateway-1', 'gateway-2', 'gateway-3'].map((name) => ({ name }))
const keys = Array.from({ length: 3_000 }, (_, index) => `room ${index}`)

describe('chooseBy', () => {
  test('returns the same target for the same key and spreads keys over all targets', () => {
    const shares = gateways.map((gateway) => keys.filter((key) => chooseBy(key, gateways) === gateway).length)
    expect(keys.every((key) => chooseBy(key, [...gateways].reverse()) === chooseBy(key, gateways))).toBe(true)
    for (const share of shares) expect(Math.abs(share - 1_000)).toBeLessThan(150)
  })

  test('moves only the keys of a target that leaves', () => {
    const [gone, ...rest] = gateways
    for (const key of keys) {
      const before = chooseBy(key, gateways)
      if (before !== gone) expect(chooseBy(key, rest)).toBe(before)
    }
  })

  test('returns none when there are no targets', () => {
    expect(chooseBy('room', [])).toBeUndefined()
  })
})

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server that says which gateway it stands for. */
async function gateway(name: string): Promise<Gateway & { readonly server: Server }> {
  const server = createServer((request, response) => response.end(`${name} ${request.url}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  const { port } = server.address() as AddressInfo
  return { name, http: port, realtime: port, health: port, server }
}

async function route(...gateways: readonly Gateway[]) {
  const ready = new Set(gateways)
  const later: Gateway[] = []
  const failed: string[] = []
  const started = await startRoute(0, {
    list: () => [...ready],
    failed: (one) => {
      failed.push(one.name)
      ready.delete(one)
    },
    probeAll: async () => later.splice(0).forEach((one) => ready.add(one)),
  })
  closing.push(() => started.close())
  const ask = async (path: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${started.port}${path}`, { headers: { connection: 'close' } })
    return response.ok ? response.text() : String(response.status)
  }
  return { ask, failed, later }
}

describe('the local route', () => {
  test('sends all connections of a room to one gateway and others in turn', async () => {
    const { ask } = await route(await gateway('a'), await gateway('b'))
    const rooms = await Promise.all(['/realtime?room=7', '/realtime?room=7', '/realtime?room=7'].map(ask))
    expect(new Set(rooms).size).toBe(1)
    const others = await Promise.all(['/', '/', '/', '/'].map(ask))
    expect(new Set(others)).toEqual(new Set(['a /', 'b /']))
  })

  test('skips a gateway that refuses connections, unnoticed by clients', async () => {
    const gone = await gateway('gone')
    const here = await gateway('here')
    const { ask, failed } = await route(gone, here)
    gone.server.close()
    expect(await Promise.all(['/', '/', '/', '/'].map(ask))).toEqual(Array(4).fill('here /'))
    expect(new Set(failed)).toEqual(new Set(['gone']))
  })

  test('finds the first gateway that starts', async () => {
    const { ask, later } = await route()
    later.push(await gateway('first'))
    expect(await ask('/')).toBe('first /')
  })

  test('answers with an error when there is no gateway', async () => {
    const { ask } = await route()
    expect(await ask('/realtime')).toBe('503')
  })
})
