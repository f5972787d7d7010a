import { useRef } from 'react'
import { Announcer } from './announce/announcer.js'
import { PhasePanel } from './battle/phase-panel.js'
import type { RoomServices } from './call/services.js'
import { useCallEvents } from './call/use-call-events.js'
import { useDrum } from './call/use-drum.js'
import { Chat } from './chat/chat.js'
import { ShortcutHint } from './controls/shortcut-hint.js'
import { ThumbBar } from './controls/thumb-bar.js'
import { useShortcuts } from './controls/use-shortcuts.js'
import { usePick } from './hand/use-pick.js'
import { useBelongings } from './items/use-belongings.js'
import { RoomHeader } from './header/room-header.js'
import { Entering } from './entering.js'
import styles from './room-screen.module.css'
import { Stage } from './stage/stage.js'
import { useMe } from './state/use-me.js'
import { useOverdue } from './state/use-overdue.js'
import { useTakeSeat } from './state/use-take-seat.js'
import { useRoom } from './state/use-room.js'
import { usePhone } from './use-phone.js'
import { WatchingBar } from './watching/watching-bar.js'
import { useTray } from './wild-card/use-tray.js'

/** Header, stage, and below it what there is to do and to say. */
export function RoomScreen({ services }: { services: RoomServices }) {
  const phone = usePhone()
  const known = useRoom(({ about }) => about !== null)
  const tie = useRoom(({ tie }) => tie)
  const round = useRoom(({ round }) => round)
  const picking = usePick()
  const tray = useTray(round, !picking.locked)
  const chatField = useRef<HTMLInputElement>(null)
  const { media } = services

  useCallEvents(services, useMe())
  useDrum(services)
  // After everything that listens, as it makes the server tell how the room stands.
  useTakeSeat()
  useOverdue()
  useBelongings()
  useShortcuts({
    mic: () => media.setMic(!media.get().mic),
    cam: () => media.setCam(!media.get().cam),
    chat: () => chatField.current?.focus(),
    wildCard: tray.toggle,
    // The numbers are the saved GIFs' while those are open.
    pick: (index) => void (tray.isOpen || picking.pick(index)),
  })

  if (!known) return <Entering />
  return (
    <div className={styles.room} data-tie={tie || undefined}>
      <div>
        <RoomHeader phone={phone} />
        {tie && <WatchingBar />}
      </div>
      <Stage phone={phone} />
      <div className={styles.dock}>
        <PhasePanel phone={phone} picking={picking} tray={tray} />
        <Chat field={chatField} />
      </div>
      {phone ? <ThumbBar /> : <ShortcutHint trayOpen={tray.isOpen} />}
      <Announcer />
    </div>
  )
}
