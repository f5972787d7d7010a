import { Suspense, useMemo, useState } from 'react'
import { isWrittenBy } from '../../../entities/room/chat-messages.js'
import { ChatLog } from '../../../entities/stage/chat-log.js'
import { useEscape } from '../../../shared/browser/keys.js'
import { newId } from '../../../shared/browser/new-id.js'
import { browserClock } from '../../../shared/realtime/clock.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { toastError } from '../../../shared/ui/toast.js'
import { CHAT } from '../../../texts/room-chat.js'
import { QuickReplies, UnsentMessages } from '../later-parts.js'
import { useMe, useRoom } from '../state/use-room.js'
import { ChatForm } from './chat-form.js'
import styles from './chat.module.css'
import { CHAT_ID, type Drawer } from './drawer.js'
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

interface ChatProps {
  phone: boolean
  drawer: Drawer
}

/** A panel at a desk, a drawer on phones. Closing keeps it mounted, with what was being written. */
export function Chat({ phone, drawer: { isOpen, panel, field, close } }: ChatProps) {
  const me = useMe()
  const lines = useRoom(({ lines }) => lines)
  const username = useRoom(({ players }) => players.find(({ id }) => id === me)?.username)
  const typing = useTypingName()
  const { outgoing, unsent } = useOutgoing()

  return (
    <section
      ref={panel}
      id={CHAT_ID}
      className={styles.chat}
      aria-label={CHAT.title}
      tabIndex={-1}
      hidden={phone && !isOpen}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{CHAT.title}</h2>
        <div className={styles.quick}>
          <Suspense>
            <QuickReplies say={outgoing.say} />
          </Suspense>
        </div>
        {phone && <IconButton icon="close" label={CHAT.close} className={styles.button} onClick={close} />}
      </div>
      <div className={styles.log}>
        <ChatLog
          lines={lines}
          sideOf={(line) => (isWrittenBy(line, { id: me, username }) ? 'you' : 'other')}
          empty={CHAT.empty}
        />
        {typing !== null && <p className={styles.typing}>{CHAT.typing({ name: typing })}</p>}
      </div>
      <Suspense>
        {unsent.length > 0 && (
          // On a phone the focus would open the keyboard.
          <UnsentMessages lines={unsent} outgoing={outgoing} onActed={() => phone || field.current?.focus()} />
        )}
      </Suspense>
      <ChatForm field={field} say={outgoing.say} />
      {phone && isOpen && <ClosesOnEscape close={close} />}
    </section>
  )
}

/** Closes by a press that counts for the panic exit, too, so that the chat does not delay it. */
function ClosesOnEscape({ close }: Pick<Drawer, 'close'>) {
  useEscape(close)
  return null
}
