import type { BattleEvent, BattleNews } from '@kla/proto'
import type { ServerEventName, ServerEvents } from '@kla/proto/web'
import { dataText } from '../frame.js'
import { battleEvent } from '../views/battle-event.js'
import type { LiveRoom } from './live-room.js'
import type { Member } from './member.js'

/**
 * Delivers one piece of battle news: each event to whom it is for. Of what is for one player, who watches gets what is
 * shown to it. Answers the members that need a room-state.
 */
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
    if (view.event === 'receive-gif') tellWatchers(room, news, { ...view.data, playerId: event.recipient })
    const text = dataText<ServerEventName>(view.event, view.data as ServerEvents[ServerEventName])
    for (const member of members) member.deliverText(view.event, text, { news: news.seq })
  }
  return needState
}

function tellWatchers(room: LiveRoom, news: BattleNews, shown: ServerEvents['receive-gif']): void {
  const text = dataText('receive-gif', shown)
  for (const member of room.members.values()) {
    if (member.watching && isNewsTo(member, news)) member.deliverText('receive-gif', text, { news: news.seq })
  }
}

const membersFor = (room: LiveRoom, news: BattleNews, { recipient }: BattleEvent): Member[] =>
  [...room.members.values()].filter(
    (member) => isNewsTo(member, news) && (recipient === 0 || recipient === member.accountId),
  )

const isNewsTo = ({ battleFloor }: Member, { seq }: BattleNews): boolean => seq > battleFloor
