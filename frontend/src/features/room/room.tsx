import { Suspense, useDeferredValue, useEffect } from 'react'
import { stillRing } from '../../entities/reports/ring.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { useFirstInput } from '../../shared/browser/use-first-input.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { holdPage } from '../../shared/loading/load-part.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { isCamOn } from '../../shared/rtc/index.js'
import { ErrorBoundary } from '../../shared/ui/error-boundary.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { ROOM } from '../../texts/room.js'
import { PhasePanel } from './battle/phase-panel.js'
import { BrokenRoom } from './broken/broken-room.js'
import { useCallEvents, useDrum } from './call/call-hooks.js'
import { type RoomServices, ServicesContext, useRoomServices } from './call/services.js'
import { Chat } from './chat/chat.js'
import { useDrawer } from './chat/drawer.js'
import { endsTheStay } from './connection.js'
import { useShortcuts } from './controls/shortcuts.js'
import { ExitPage } from './exit/exit-page.js'
import { PanicExit } from './exit/panic-exit.js'
import { usePick } from './hand/use-pick.js'
import { loadLater, ThumbBar } from './later-panels.js'
import { Announcer, ConnectionEnded, Late, LeaveDialog, ShortcutHint, WatchingBar } from './later-parts.js'
import { LeaveButton } from './leaving/leave-buttons.js'
import { useAskBeforeUnload, useRoomClosed } from './leaving/leave-room.js'
import { RevealBar } from './reveal/reveal-bar.js'
import { RoomHeader } from './room-header.js'
import styles from './room.module.css'
import { BlockingProvider } from './safety/blocking.js'
import { ReportingProvider } from './safety/reporting.js'
import { Stage } from './stage/stage.js'
import { useIncident, useMe, useOverdue, useRoom, useRoomEvents, useTakeSeat } from './state/use-room.js'
import { useItemsCache } from './use-items-cache.js'
import { usePhone } from './view-settings.js'
import { useTray } from './wild-card/use-tray.js'

export function Room() {
  const { closedBy } = useRealtime()
  const panicExit = useRoom(({ panicExit }) => panicExit)
  useEffect(holdPage, [])
  if (panicExit) return <ExitPage panicExit={panicExit} />
  if (!endsTheStay(closedBy)) {
    return (
      <ErrorBoundary instead={<BrokenRoom />}>
        <LiveRoom />
      </ErrorBoundary>
    )
  }
  return (
    <Suspense>
      <ConnectionEnded closedBy={closedBy} />
    </Suspense>
  )
}

function LiveRoom() {
  const services = useRoomServices()
  const asksToLeave = useRoom(({ leaveAsked, leavingHeld }) => leaveAsked || leavingHeld !== null)
  // Rendered in short tasks; the panic exit has the services at once.
  const shown = useDeferredValue(services)
  useTitle(ROOM.pageTitle)
  useRoomEvents()
  useIncident()
  useRoomClosed(services)
  // Loaded before a panic exit, when there may be no connection.
  useClientConfig()
  useEffect(() => stillRing.dropLater, [])

  return (
    <>
      <PanicExit services={services} />
      {shown && (
        <ServicesContext value={shown}>
          <ReportingProvider>
            <BlockingProvider>
              <RoomScreen services={shown} />
              <Suspense>{asksToLeave && <LeaveDialog />}</Suspense>
            </BlockingProvider>
          </ReportingProvider>
        </ServicesContext>
      )}
    </>
  )
}

function RoomScreen({ services }: { services: RoomServices }) {
  const phone = usePhone()
  const known = useRoom(({ about }) => about !== null)
  const drawn = useDeferredValue(known)
  const tie = useRoom(({ tie }) => tie)
  const picking = usePick()
  const tray = useTray(!picking.locked)
  const drawer = useDrawer()
  const { media, reveal } = services

  useCallEvents(services, useMe())
  useDrum(services)
  // Last, because it requests what others subscribe to.
  useTakeSeat()
  useOverdue()
  useItemsCache()
  useFirstInput(loadLater)
  useAskBeforeUnload()
  useShortcuts({
    mic: () => media.setMic(!media.get().mic),
    cam: () => media.setCam(!isCamOn(media.get())),
    chat: () => (phone ? drawer.write() : drawer.field.current?.focus()),
    show: reveal.show,
    blur: reveal.withdraw,
    wildCard: tray.toggle,
    // The number keys belong to the saved GIFs while the tray is open.
    pick: (index) => void (tray.isOpen || picking.pick(index)),
  })

  if (!(known && drawn)) return <Entering />
  return (
    <div className={styles.screen} data-phone={phone || undefined}>
      <div className={styles.room} data-tie={tie || undefined} data-chat={drawer.isOpen || undefined}>
        <div className={styles.bars}>
          <RoomHeader phone={phone} />
          <RevealBar phone={phone} />
          <Suspense>{tie && <WatchingBar />}</Suspense>
        </div>
        <Stage phone={phone} />
        <div className={styles.dock}>
          <PhasePanel phone={phone} picking={picking} tray={tray} />
          <Chat phone={phone} drawer={drawer} />
        </div>
        <Suspense>{phone ? <ThumbBar drawer={drawer} /> : <ShortcutHint trayOpen={tray.isOpen} />}</Suspense>
        <Suspense>
          <Announcer />
        </Suspense>
      </div>
    </div>
  )
}

function Entering() {
  return (
    <div className={styles.entering}>
      <p className={styles.words} role="status">
        <Spinner /> {ROOM.entering}
      </p>
      <Late wait="entering" />
      <LeaveButton compact={false} />
    </div>
  )
}
