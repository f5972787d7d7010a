import { KlaError } from '@kla/chassis'
import { playersOf, tieOf } from '../../domain/cups/cup.js'
import { isOpenToVerdict } from '../../domain/cups/judge-tie.js'
import { personOf } from '../person.js'
import { adultRoomGoer } from '../room-goer.js'
import { toTieMessage } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

type Dependencies = Pick<CupDependencies, 'store' | 'presence' | 'openTie' | 'now'>

/** Whoever makes it two opens the room. */
export const bePresent =
  ({ store, presence, openTie, now }: Dependencies): CupHandlers['bePresent'] =>
  async ({ cupId, tieId }, call) => {
    const person = personOf(await adultRoomGoer(call, now()))
    const cup = await store.find(cupId)
    if (!cup) throw new KlaError('CUP_NOT_FOUND')
    const tie = tieOf(cup, tieId)
    if (!tie) throw new KlaError('TIE_NOT_FOUND')
    const players = playersOf(tie)
    if (!players.includes(person.accountId)) throw new KlaError('NOT_YOUR_TIE')

    await presence.renew({ cupId, tieId }, person)
    const found = await presence.find(players.map((accountId) => ({ cupId, tieId, accountId })))
    const people = found.filter((one) => one !== undefined)
    const ready = cup.phase === 'running' && tie.state === 'called' && people.length === 2
    const cupNow = ready ? await openTie(cup, tie, people) : cup
    const tieNow = tieOf(cupNow, tieId) ?? tie
    return {
      tie: toTieMessage(tieNow, isOpenToVerdict(cupNow, tieNow, now())),
      present: people.map(({ accountId }) => accountId),
      roomId: cupNow.phase === 'running' && tieNow.state === 'playing' && !tieNow.roomClosed ? tieNow.roomId : '',
    }
  }
