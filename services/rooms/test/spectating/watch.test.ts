import { expect, test } from '@jest/globals'
import type { Refused } from '@kla/chassis'
import type { Command } from '../../src/seats/rules/command.js'
import type { Answer } from '../../src/seats/rules/outcome.js'
import { reduce } from '../../src/seats/rules/reduce.js'
import type { Room } from '../../src/shared/rules/room.js'
import { createWatching } from '../../src/spectating/watch.js'

const MOMENT = { nowMs: 1_000_000, graceMs: 15_000 }
const EVE = { accountId: 3, username: 'eve' }
const connection = { socketId: 'eve', gatewayId: 'gateway' }

/** The room of a tie in memory, in which both sit and consent. */
function tieRoom(): { execute(roomId: string, command: Command): Promise<Answer>; room(): Room | undefined } {
  let room: Room | undefined
  const apply = (command: Command): Answer => {
    const outcome = reduce(room, command, MOMENT)
    if ('room' in outcome) room = outcome.room
    return outcome
  }
  apply({
    kind: 'open',
    roomId: 'room',
    name: 'Final',
    mode: 'rush',
    category: 'default',
    origin: 'tie',
    tie: { cupId: 'cup', tieId: 'tie', cupName: 'Cup' },
    players: [1, 2].map((accountId) => ({
      person: { accountId, username: `player${accountId}`, discordId: '', avatar: '' },
      connection: { socketId: '', gatewayId: '' },
      claim: '',
    })),
  })
  for (const accountId of [1, 2]) {
    apply({ kind: 'resume', accountId, connection: { socketId: `s${accountId}`, gatewayId: 'g' } })
    apply({ kind: 'allow-spectators', accountId, allow: true })
  }
  return { execute: (_, command) => Promise.resolve(apply(command)), room: () => room }
}

test('a spectator blocked between the block check and the commit does not stay', async () => {
  const { execute, room } = tieRoom()
  let asked = 0
  const preview = async (_roomId: string, command: Command): Promise<{ readonly room: Room } | Refused> => {
    const current = room()
    const outcome = reduce(current, command, MOMENT)
    if (!current || 'refused' in outcome) return { refused: 'NOT_WATCHABLE' }
    return { room: current }
  }
  const watching = createWatching({
    rooms: { execute, preview },
    passes: { redeem: () => Promise.resolve(undefined), hash: () => '' },
    limit: { take: () => Promise.resolve(true) },
    findRefusal: () => Promise.resolve(undefined),
    recordBegin: () => Promise.resolve(),
    isBlocked: () => Promise.resolve((asked += 1) > 1),
  })
  expect(await watching.asSpectator({ roomId: 'room', connection, requestId: 'one' }, EVE)).toEqual({
    refused: 'NOT_WATCHABLE',
  })
  expect(room()?.watchers).toEqual([])
})

test('the block lists are queried even for a spectator who is refused because of a missing consent', async () => {
  const { execute, room } = tieRoom()
  let asked = 0
  const watching = createWatching({
    rooms: { execute, preview: async () => ({ refused: 'NOT_WATCHABLE' }) },
    passes: { redeem: () => Promise.resolve(undefined), hash: () => '' },
    limit: { take: () => Promise.resolve(true) },
    findRefusal: () => Promise.resolve(undefined),
    recordBegin: () => Promise.resolve(),
    isBlocked: () => Promise.resolve((asked += 1) > 1),
  })
  expect(await watching.asSpectator({ roomId: 'room', connection, requestId: 'one' }, EVE)).toEqual({
    refused: 'NOT_WATCHABLE',
  })
  expect(asked).toBe(1)
  expect(room()?.watchers).toEqual([])
})
