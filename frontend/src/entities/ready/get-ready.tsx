import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useClientConfig } from '../../shared/api/client-config.js'
import { canConnect } from '../../shared/rtc/can-connect.js'
import type { DeviceControl, LocalMediaView } from '../../shared/rtc/index.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Checkbox } from '../../shared/ui/fields.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import { Icon } from '../../shared/ui/icon.js'
import { GET_READY, GET_READY_BLUR } from '../../texts/get-ready.js'
import { NoWebRtc } from '../connection/no-webrtc.js'
import { BlurSwitch, DeviceMenus, SoundSwitches, TestSound } from '../devices/device-fields.js'
import { dropHandedOver, handOver } from '../devices/handover.js'
import { LevelMeter } from '../devices/level-meter.js'
import { useOwnControl } from '../devices/own-control.js'
import { OwnView } from '../devices/own-view.js'
import { ProblemNotes } from '../devices/problem-notes.js'
import { RelayCard } from '../devices/relay-card.js'
import { useRawMedia } from '../devices/use-control.js'
import { LimitsGlance } from '../limits/limits-glance.js'
import { HowOthersSeeYou } from '../names/how-others-see-you.js'
import { useUnchosen } from '../names/use-name-first.js'
import { userAvatarUrl } from '../player/player.js'
import type { SessionUser } from '../session/session-api.js'
import { useSession } from '../session/use-session.js'
import styles from './get-ready.module.css'
import { HELD_MS, type ReadyRequest } from './ready-request.js'
import { readyShown } from './shown-before.js'

/** How the player pressed the button. */
export interface Readiness {
  /** True if the player agrees to be seen at once. */
  readonly agreed: boolean
  /** True if this screen has asked for the camera. */
  readonly asked: boolean
}

interface GetReadyProps extends Omit<ReadyRequest, 'act'> {
  /** False where another site may have opened the page. */
  opensCamera: boolean
  notNow: ReactNode
  onGo: (readiness: Readiness) => unknown
  children?: ReactNode
}

/** The one screen before a room: video, sound, name and limits. It takes no seat before the press. */
export function GetReady(props: GetReadyProps) {
  const control = useOwnControl()
  return control && <Ready control={control} {...props} />
}

const isUntried = ({ asking, opening, source, sound, problems }: LocalMediaView): boolean =>
  !asking && !opening && source === 'stand-in' && sound === 'stand-in' && !problems?.camera && !problems?.microphone

function Ready({
  control,
  go,
  veiled,
  leadsTo,
  opensCamera,
  notNow,
  onGo,
  children,
}: GetReadyProps & { control: DeviceControl }) {
  const { user } = useSession()
  const unchosen = useUnchosen()
  const formId = useId()
  const [connects] = useState(canConnect)
  const [always, setAlways] = useState(() => readyShown.get() === 'always')
  const [going, setGoing] = useState(false)
  const [name, setName] = useState<{ name: string | null; busy: boolean }>({ name: null, busy: false })
  const [nameKept, setNameKept] = useState(false)
  const opened = useRawMedia(control, ({ source, sound }) => source === 'camera' || sound === 'microphone')
  const { raw } = control

  useEffect(() => {
    if (opensCamera && isUntried(raw.get())) void raw.request()
  }, [raw, opensCamera])

  const leave = async () => {
    const asked = !isUntried(raw.get())
    readyShown.set(always ? 'always' : 'skipped')
    if (asked && HELD_MS[leadsTo] > 0) handOver(control, HELD_MS[leadsTo])
    if ((await onGo({ agreed: veiled === false, asked })) === false) dropHandedOver()
  }
  // Only then do all screens know the name.
  const leaveNamed = useEffectEvent(() => void leave())
  useEffect(() => {
    if (nameKept && !unchosen) leaveNamed()
  }, [nameKept, unchosen])

  const press = () => {
    if (!unchosen) {
      setGoing(true)
      void leave()
      return
    }
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }
  return (
    <>
      <div className={styles.body}>
        <div className={styles.seen}>
          {children}
          {!connects && <NoWebRtc />}
          <OwnView control={control} />
          <div className={styles.sound}>
            {opened && <Switches control={control} />}
            <LevelMeter control={control} bare={opened} />
          </div>
          <ProblemNotes control={control} joining />
        </div>
        <div className={styles.about}>
          <VeilHint veiled={veiled} own={leadsTo === 'own-room'} />
          {user && !unchosen && <OwnName user={user} />}
          <HowOthersSeeYou
            className={styles.card}
            host={{ formId, onChange: setName }}
            onKept={() => setNameKept(true)}
          />
          {user && (
            <section className={styles.limits} aria-labelledby={`${formId}-limits`}>
              <h2 id={`${formId}-limits`} className={styles.heading}>
                {GET_READY.limits}
              </h2>
              <LimitsGlance />
            </section>
          )}
        </div>
        <div className={styles.devices}>
          <DeviceMenus control={control} />
          <BlurSwitch control={control} />
          <details className={styles.more}>
            <summary>{GET_READY.test}</summary>
            <div className={styles.checks}>
              <TestSound />
              <SoundSwitches control={control} />
              <RelayCard />
            </div>
          </details>
          <Checkbox checked={always} onChange={(event) => setAlways(event.target.checked)}>
            {GET_READY.everyTime}
          </Checkbox>
        </div>
      </div>
      <footer className={styles.foot}>
        {leadsTo === 'search' && <p className={styles.small}>{GET_READY.searching}</p>}
        <div className={styles.actions}>
          {notNow}
          {/* A new button when its meaning changes, so that a press for the old one does not count. */}
          <DeliberateButton
            key={String(veiled)}
            className={styles.go}
            variant="primary"
            size="l"
            busy={going || nameKept || name.busy}
            onClick={press}
          >
            {unchosen && name.name !== null ? GET_READY.goAs({ go, name: name.name }) : go}
          </DeliberateButton>
        </div>
      </footer>
    </>
  )
}

function Switches({ control }: { control: DeviceControl }) {
  const { raw } = control
  const heard = useRawMedia(control, ({ mic, sound }) => mic && sound === 'microphone')
  const cam = useRawMedia(control, (view) => view.cam)
  const open = useRawMedia(control, ({ source }) => source === 'camera')
  const seen = cam && open
  return (
    <>
      <IconButton
        icon={heard ? 'mic' : 'mic-off'}
        label={heard ? GET_READY.mute : GET_READY.unmute}
        onClick={() => raw.setMic(!heard)}
      />
      <IconButton
        icon={seen ? 'camera' : 'camera-off'}
        label={seen ? GET_READY.cameraOff : GET_READY.cameraOn}
        onClick={() => (cam && !open ? void raw.reopen('camera') : raw.setCam(!cam))}
      />
    </>
  )
}

const strong = (content: ReactNode) => <strong>{content}</strong>

function VeilHint({ veiled, own }: { veiled: boolean | undefined; own: boolean }) {
  if (veiled === undefined) return null
  return (
    <p className={styles.veil} data-plain={!veiled || undefined}>
      <Icon name={veiled ? 'eye-off' : 'eye'} />
      <span>{GET_READY_BLUR[veiled ? 'blurred' : own ? 'ownNotBlurred' : 'notBlurred']({ strong })}</span>
    </p>
  )
}

function OwnName({ user }: { user: SessionUser }) {
  const config = useClientConfig()
  return (
    <p className={styles.name}>
      <Avatar name={user.displayName} src={userAvatarUrl(config?.avatarBaseUrl, user)} />
      <span>{GET_READY.seenAs({ name: user.displayName, strong })}</span>
    </p>
  )
}
