import { type RefObject, Suspense, useMemo, useState } from 'react'
import { isWrittenBy, unreadSince } from '../../../entities/room/chat-messages.js'
import { ChatLog } from '../../../entities/stage/chat-log.js'
import { newId } from '../../../shared/browser/new-id.js'
import { counted } from '../../../shared/format.js'
import { browserClock } from '../../../shared/realtime/clock.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { Icon } from '../../../shared/ui/icon.js'
import { toastError } from '../../../shared/ui/toast.js'
import { UnsentMessages } from '../later-parts.js'
import { useMe, useRoom } from '../state/use-room.js'
import { usePhone } from '../view-settings.js'
import styles from './chat.module.css'
import { ChatForm, QuickReplies } from './chat-form.js'
import { createOutgoing, type Unsent } from './outgoing.js'
import { useTypingName } from './use-typing.js'

function useOutgoing() {
  const { send } = useRealtime()
  const roomId = useRoom(({ roomId }) => roomId)
  const [unsent, show] = useState<readonly Unsent[]>([])
  const outgoing = useMemo(
    () =>
      createOutgoing({
        clock: browserClock,
        newId,
        show,
        refused: toastError,
        send: (message, id) => send('send-message', { roomId: roomId ?? '', message }, id),
      }),
    [send, roomId],
  )
  return { outgoing, unsent }
}

/** Chat that folds on phones and counts missed messages. */
export function Chat({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const phone = usePhone()
  const me = useMe()
  const lines = useRoom(({ lines }) => lines)
  const username = useRoom(({ players }) => players.find(({ id }) => id === me)?.username)
  const typing = useTypingName()
  const { outgoing, unsent } = useOutgoing()
  const [readTo, setReadTo] = useState<number | null>(null)
  const folded = phone && readTo !== null
  const unread = folded ? unreadSince(lines, readTo, { id: me, username }) : 0

  return (
    <section className={styles.chat} aria-label="Room Chat" data-folded={folded || undefined}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {phone ? (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={!folded}
              onClick={() => setReadTo(folded ? null : (lines.at(-1)?.key ?? 0))}
            >
              Room Chat <Icon name="chevron" size={16} />
            </button>
          ) : (
            'Room Chat'
          )}
        </h2>
        {!folded && <QuickReplies say={outgoing.say} />}
        <span role="status">
          {unread > 0 && <span className={styles.unread}>{counted(unread, 'new message')}</span>}
        </span>
      </div>
      {!folded && (
        <div className={styles.log}>
          <ChatLog
            lines={lines}
            sideOf={(line) => (isWrittenBy(line, { id: me, username }) ? 'you' : 'other')}
            empty="No messages yet. Say hello."
          />
          {typing !== null && <p className={styles.typing}>{typing} is typing…</p>}
        </div>
      )}
      <Suspense>{unsent.length > 0 && <UnsentMessages lines={unsent} outgoing={outgoing} />}</Suspense>
      <ChatForm field={field} hidden={folded} say={outgoing.say} />
    </section>
  )
}
