import { useState } from 'react'
import { isWrittenBy, unreadSince } from '../../../entities/room/chat-messages.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { CHAT_BUTTON } from '../../../texts/room-chat-late.js'
import { CHAT } from '../../../texts/room-chat.js'
import { useMe, useRoom } from '../state/use-room.js'
import styles from './chat.module.css'
import { CHAT_ID, type Drawer } from './drawer.js'

/** Opens a phone's chat, and counts and announces what arrives meanwhile. */
export function ChatButton({ drawer: { isOpen, opener, open, close } }: { drawer: Drawer }) {
  const me = useMe()
  const lines = useRoom(({ lines }) => lines)
  const username = useRoom(({ players }) => players.find(({ id }) => id === me)?.username)
  const [readTo, setReadTo] = useState(0)
  const latest = lines.at(-1)?.key ?? 0
  if (isOpen && readTo !== latest) setReadTo(latest)
  const unread = isOpen ? 0 : unreadSince(lines, readTo, { id: me, username })
  const last = lines.findLast((line) => line.username !== null && !isWrittenBy(line, { id: me, username }))
  return (
    <span className={styles.opener}>
      <IconButton
        ref={opener}
        icon="chat"
        label={unread > 0 ? CHAT_BUTTON.unread({ unread }) : CHAT.title}
        aria-expanded={isOpen}
        aria-controls={CHAT_ID}
        onClick={isOpen ? close : open}
      />
      {unread > 0 && (
        <span className={styles.unread} aria-hidden="true">
          {unread}
        </span>
      )}
      <span className="visually-hidden" role="status">
        {unread > 0 && last?.username && CHAT_BUTTON.latest({ unread, username: last.username, text: last.text })}
      </span>
    </span>
  )
}
