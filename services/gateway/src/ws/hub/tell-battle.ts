import type { BattleEvent, BattleNews } from '@kla/proto'
import type { ServerEventName, ServerEvents } from '@kla/proto/web'
import { dataText } from '../frame.js'
import { battleEvent } from '../views/battle-event.js'
import type { LiveRoom } from './live-room.js'
import type { Member } from './member.js'

/** Delivers one piece of battle news: each event to whom it is for. Answers the members that need a room-state. */
export function tellBattle(room: LiveRoom, news: BattleNews): Set<Member> {
  const needState = new Set<Member>()
  for (const event of news.events) {
    const view = battleEvent(event)
    if (view === undefined) continue
    const members = membersFor(room, news, event)
    if (view === 'room-state') {
      members.forEach((member) => needState.add(member))
      continue
    }
    const text = dataText<ServerEventName>(view.event, view.data as ServerEvents[ServerEventName])
    for (const member of members) member.deliverText(view.event, text)
  }
  return needState
}

const membersFor = (room: LiveRoom, { seq }: BattleNews, { recipient }: BattleEvent): Member[] =>
  [...room.members.values()].filter(
    (member) => seq > member.battleFloor && (recipient === 0 || recipient === member.accountId),
  )
