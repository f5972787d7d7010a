import { KlaError } from '@kla/chassis'
import type { CupTie } from '@kla/proto'
import { TIE_FILTERS } from '@kla/proto/web'
import { playersOf, type Tie } from '../../domain/cups/cup.js'
import { areVerdictsOver } from '../../domain/cups/judge-tie.js'
import { pageAt } from '../../domain/cups/page.js'
import type { Room } from '../../domain/room.js'
import type { ListedTie } from '../../store/cups/tie-list.js'
import { accepted } from './accepted.js'
import { toEntryMessage, toTieMessage } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const listTies =
  ({ ties, rooms, now }: Pick<CupDependencies, 'ties' | 'rooms' | 'now'>): CupHandlers['listTies'] =>
  async ({ filter: given, page, pageSize }, call) => {
    await call.administrator('cups.read')
    const filter = TIE_FILTERS.find((known) => known === given)
    if (!filter) throw new KlaError('INVALID_FIELD')
    const { limit, offset } = accepted(pageAt(page, pageSize))
    const found = await ties.page(filter, limit, offset)
    // The rooms of one page are read at once; there are as many as ties run.
    const roomOf = async ({ listed, tie }: ListedTie): Promise<Room | undefined> =>
      listed === 'running' ? (await rooms.load(tie.roomId)).room : undefined
    const roomsOfTies = await Promise.all(found.ties.map(roomOf))
    const nowMs = now()
    return { ties: found.ties.map((tie, at) => toCupTie(tie, roomsOfTies[at], nowMs)), total: found.total }
  }

const bothConsent = (tie: Tie, { spectatorConsents }: Room): boolean =>
  playersOf(tie).every((player) => spectatorConsents.includes(player))

const toCupTie = (listed: ListedTie, room: Room | undefined, nowMs: number): CupTie => ({
  cupId: listed.cupId,
  cupName: listed.cupName,
  mode: listed.mode,
  category: listed.category,
  tie: toTieMessage(listed.tie, listed.openToVerdict && !areVerdictsOver(listed, nowMs)),
  playerA: listed.playerA ? toEntryMessage(listed.playerA) : undefined,
  playerB: listed.playerB ? toEntryMessage(listed.playerB) : undefined,
  spectatorsAllowed: room !== undefined && bothConsent(listed.tie, room),
  watchers: room?.watchers.length ?? 0,
})
