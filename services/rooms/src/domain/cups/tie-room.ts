import type { CupMoment, RoomCommand } from './command.js'
import { tieOf, withTie, type Cup, type Tie } from './cup.js'

/** What became of a tie's room. News of another room than the one chosen now is old. */
export function heedRoom(cup: Cup, command: RoomCommand, moment: CupMoment): Cup {
  const tie = tieOf(cup, command.tieId)
  if (cup.phase !== 'running' || !tie || tie.roomId !== command.roomId) return cup
  const next = nextOf(tie, command, moment)
  return next === tie ? cup : withTie(cup, next)
}

function nextOf(tie: Tie, command: RoomCommand, moment: CupMoment): Tie {
  switch (command.kind) {
    case 'room-opened':
      return tie.state === 'called' ? openedTie(tie, moment) : tie
    case 'room-closed':
      return closedTie(tie, moment)
  }
}

/** Both have a seat; a battle is to begin. */
export const openedTie = (tie: Tie, { nowMs, rules }: CupMoment): Tie => ({
  ...tie,
  state: 'playing',
  deadlineMs: nowMs + rules.readyMs,
})

// The result of a battle travels on its own and may be the later one.
function closedTie(tie: Tie, { nowMs, rules }: CupMoment): Tie {
  if (tie.roomClosed || (tie.state !== 'called' && tie.state !== 'playing')) return tie
  return { ...tie, state: 'playing', roomClosed: true, deadlineMs: nowMs + rules.resultMs }
}
