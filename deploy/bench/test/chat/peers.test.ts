import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from '@jest/globals'
import { createDatabase, createLogger } from '@kla/chassis'
import { ChatRoom } from '../../src/chat/chat-room.js'
import { Latencies, NO_FAULTS } from '../../src/chat/messages.js'
import { findPeer, type PeerName } from '../../src/chat/peers/programs.js'
import { sitAtCentrifugo, sitAtNakama } from '../../src/chat/peers/seats.js'
import { type PeerPlace, startCentrifugo, startNakama } from '../../src/chat/peers/servers.js'
import type { TakeSeat } from '../../src/chat/seat.js'
import type { ChatTarget } from '../../src/chat/targets.js'

const logDirectory = await mkdtemp(join(tmpdir(), 'kla-peers-'))
afterAll(() => rm(logDirectory, { recursive: true, force: true }))

const { NATS_URL: natsUrl = '', POSTGRES_URL: postgresUrl = '' } = process.env
const place: PeerPlace = { natsUrl, postgresUrl, logDirectory, processes: { nats: 1, postgres: 2 } }

async function testWith(name: PeerName) {
  const program = await findPeer(name)
  if (program === undefined)
    console.warn(`SKIPPED: ${name} is not here. Build it (minutes, once): npm run bench -- chat`)
  return { program: program ?? '', testIfBuilt: program === undefined ? test.skip : test }
}

const MESSAGES = 20

/** Two players write to each other, each on the other's first server if there are two. */
async function exchange({ servers: [first = '', second = first], stop }: ChatTarget, takeSeat: TakeSeat) {
  const troubles: string[] = []
  let deliveries = 0
  const room = new ChatRoom(
    { number: 1, protocol: 'kla', players: [first, second].map((server) => ({ server, headers: {} })) as never },
    {
      latencies: new Latencies(),
      onDelivery: () => void (deliveries += 1),
      onSettled: () => undefined,
      onTrouble: (what) => troubles.push(what),
    },
  )
  try {
    await room.enter(takeSeat)
    await room.whenMet
    for (let message = 0; message < MESSAGES; message++) {
      room.say(0)
      room.say(1)
      await sleep(10)
    }
    for (let wait = 0; wait < 100 && !room.isQuiet; wait++) await sleep(50)
    const faults = room.finish()
    await room.leave()
    return { faults, troubles, deliveries }
  } finally {
    await stop()
  }
}

const whole = { faults: NO_FAULTS, troubles: [], deliveries: MESSAGES * 2 * 2 }

const centrifugo = await testWith('centrifugo')
centrifugo.testIfBuilt.each([1, 2])('players of %d Centrifugo get each message once', async (count) => {
  const target = await startCentrifugo(place, centrifugo.program, count)
  expect(Object.keys(target.processes)).toEqual(
    count === 1 ? ['centrifugo-1'] : ['centrifugo-1', 'centrifugo-2', 'nats'],
  )
  expect(await exchange(target, sitAtCentrifugo)).toEqual(whole)
})

const nakama = await testWith('nakama')
nakama.testIfBuilt.each([
  ['nakama', 0],
  ['nakama-kept', MESSAGES * 2],
] as const)('players of %s get each message once, and it keeps %d', async (protocol, kept) => {
  const target = await startNakama(place, nakama.program, protocol)
  const before = await countKept()
  expect(Object.keys(target.processes)).toEqual(['nakama', 'postgres'])
  expect(await exchange(target, sitAtNakama(protocol === 'nakama-kept'))).toEqual(whole)
  expect((await countKept()) - before).toBe(kept)
})

async function countKept(): Promise<number> {
  const url = new URL('/nakama', postgresUrl).href
  const log = createLogger({ service: 'bench', level: 'warn' })
  const database = createDatabase({ url, schema: 'public', log, max: 1, timeoutMs: 10_000 })
  try {
    const { rows } = await database.query<{ kept: number }>('SELECT count(*)::int AS kept FROM message')
    return rows[0]?.kept ?? NaN
  } finally {
    await database.end()
  }
}
