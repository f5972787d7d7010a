import type { PlayerEntry } from '@kla/proto/web'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { stillRing } from '../../../entities/reports/ring.js'
import { Blank, Pane } from '../../../entities/stage/pane.js'
import styles from '../../../entities/stage/pane.module.css'
import { Picture } from '../../../entities/stage/picture.js'
import { useClientConfig } from '../../../shared/api/client-config.js'
import { useRemembered } from '../../../shared/browser/remembered.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { OTHER_PANE } from '../../../texts/room-stage.js'
import { useCall, useVeiled } from '../call/services.js'
import { OwnLookButton } from '../controls/device-menu.js'
import { FinishButton, FloatButton, Late, LinkNote, OpponentAway, ShownSize } from '../later-parts.js'
import { InviteButton, NextButton } from '../leaving/leave-buttons.js'
import { BlockButton } from '../safety/blocking.js'
import { useReporting } from '../safety/reporting-context.js'
import { ReportButton } from '../safety/reporting.js'
import { selectOpponent, useMe, usePlaying, useRoom } from '../state/use-room.js'
import { opponentVolume } from '../view-settings.js'
import { MediaNotes, ReadyNote, ShownNote, usePaneStatus } from './pane-notes.js'

export function OtherPane({ phone }: { phone: boolean }) {
  const opponent = useSelector(selectOpponent(useMe()))
  const remote = useCall((view) => view.remote)
  const measured = useCall(({ link }) => link.band !== null)
  const met = useMet(opponent)
  const awaited = useAwaited(opponent, met)
  const absence = useAbsence(met)
  const playing = usePlaying()
  const status = usePaneStatus(opponent?.id ?? null)

  if (opponent === null) {
    return (
      <Pane
        side="other"
        fillsPhone={phone}
        label={OTHER_PANE.label}
        caption={<span className={styles.name}>{OTHER_PANE.freeCorner}</span>}
        controls={<OtherActions />}
      >
        <Said>{absence}</Said>
        <FreeCorner>{absence}</FreeCorner>
      </Pane>
    )
  }
  return (
    <Pane
      side="other"
      fillsPhone={phone}
      label={opponent.username}
      status={status}
      caption={
        <>
          <strong className={styles.name}>{opponent.username}</strong>
          <ReadyNote id={opponent.id} />
          <ShownNote id={opponent.id}>{OTHER_PANE.readyToBeSeen}</ShownNote>
          {remote && <MediaNotes state={remote} />}
          <Suspense>{measured && <LinkNote name={opponent.username} />}</Suspense>
        </>
      }
      controls={
        <>
          <Suspense>{phone && playing && <FinishButton />}</Suspense>
          <OtherActions />
        </>
      }
      veil={<Suspense>{!opponent.connected && <OpponentAway name={opponent.username} awaited={awaited} />}</Suspense>}
    >
      <Said />
      {!awaited && <OtherPicture id={opponent.id} name={opponent.username} />}
    </Pane>
  )
}

const OtherActions = () => (
  <>
    <Suspense>
      <FloatButton />
    </Suspense>
    <BlockButton />
    <ReportButton />
  </>
)

function OtherPicture({ id, name }: { id: number; name: string }) {
  const volume = useRemembered(opponentVolume)
  const stream = useCall((view) => view.stream)
  const live = useCall((view) => view.live)
  const connection = useCall((view) => view.connection)
  const pictured = useCall(({ remote }) => remote === null || (remote.cam && remote.source === 'camera'))
  const veiled = useVeiled()
  const standIn = useCall(({ remote }) => remote?.cam && remote.source === 'stand-in')
  const picture = useRef<HTMLVideoElement>(null)
  useStills(picture, id, live && pictured && !veiled)

  return (
    <>
      {!live && (
        <Blank name={name}>
          {connection !== 'impossible' && (
            <>
              <Spinner />
              <p>{OTHER_PANE.connecting({ name })}</p>
            </>
          )}
          <Late wait="picture" name={name} />
        </Blank>
      )}
      {stream && (
        <Picture
          element={picture}
          stream={stream}
          label={OTHER_PANE.video({ name })}
          volume={volume}
          floats={!veiled}
          veiled={veiled}
        />
      )}
      <Suspense>{stream && <ShownSize picture={picture} stream={stream} veiled={veiled} />}</Suspense>
      {live && !pictured && (
        <Blank name={name}>
          <p>{(standIn ? OTHER_PANE.noCamera : OTHER_PANE.cameraOff)({ name })}</p>
        </Blank>
      )}
      {connection === 'recovering' && (
        <div className={styles.recovering}>
          <Spinner size={16} /> {OTHER_PANE.interrupted}
          <Late wait="interrupted" name={name} />
        </div>
      )}
    </>
  )
}

/** Films what is really shown here, for a report. */
function useStills(picture: RefObject<HTMLVideoElement | null>, personId: number, shown: boolean): void {
  const taken = Boolean(useClientConfig()?.evidenceKey)
  useEffect(() => {
    stillRing.about(personId)
    if (!shown || !taken) return undefined
    stillRing.film(picture.current)
    return () => stillRing.film(null)
  }, [picture, personId, shown, taken])
}

/** Live region of the pane, there before anyone leaves: readers announce only what changes in one. */
const Said = ({ children }: { children?: string }) => (
  <p className="visually-hidden" role="status">
    {children}
  </p>
)

/** Says why the corner is free. */
function useAbsence(met: number | null): string {
  const { about: opponent } = useReporting()
  const origin = useRoom(({ about }) => about?.origin)
  const hasPlayed = useRoom(({ battlePlayers }) => opponent !== null && battlePlayers.includes(opponent.id))
  if (origin === undefined) return ''
  if (origin === 'lobby') return OTHER_PANE.waiting
  if (opponent === null) return OTHER_PANE.notHere
  const { username: name } = opponent
  return opponent.id === met || hasPlayed ? OTHER_PANE.left({ name }) : OTHER_PANE.didNotCome({ name })
}

function FreeCorner({ children: absence }: { children: string }) {
  const open = useRoom(({ about }) => about?.origin === 'lobby')
  // The result offers what to do next.
  const over = useRoom(({ phase }) => phase === 'result')
  if (open) {
    return (
      <Blank>
        <p aria-hidden="true">{absence}</p>
        {!over && (
          <>
            <InviteButton variant="primary" />
            <OwnLookButton />
          </>
        )}
      </Blank>
    )
  }
  return (
    <Blank>
      <p aria-hidden="true">{absence}</p>
      {!over && <NextButton variant="primary" />}
    </Blank>
  )
}

/** The last opponent who was connected. */
function useMet(opponent: PlayerEntry | null): number | null {
  const [met, setMet] = useState<number | null>(null)
  if (opponent?.connected && opponent.id !== met) setMet(opponent.id)
  return met
}

/** True if the opponent was never here: matches and cups reserve seats. */
function useAwaited(opponent: PlayerEntry | null, met: number | null): boolean {
  const kept = useRoom(({ about }) => about !== null && about.origin !== 'lobby')
  return kept && opponent !== null && !opponent.connected && opponent.id !== met
}
