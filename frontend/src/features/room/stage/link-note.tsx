import { LINK_BANDS, type LinkBand } from '@kla/proto/web'
import { useState } from 'react'
import { sideWords } from '../../../shared/rtc/adaptation/words.js'
import type { Link } from '../../../shared/rtc/index.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { Icon } from '../../../shared/ui/icon.js'
import { LINK_BAND } from '../../../texts/link.js'
import { useCall } from '../call/services.js'
import styles from './pane-notes.module.css'

export default function LinkNote({ name }: { name: string }) {
  const link = useCall((view) => view.link)
  const [open, setOpen] = useState(false)
  const { band } = link
  if (band === null) return null
  const whose = sideWords(link.side, name)
  return (
    <>
      <button type="button" className={styles.link} data-band={band} onClick={() => setOpen(true)}>
        <Bars band={band} />
        <span className="visually-hidden">Connection: </span>
        <span className={styles.band}>{LINK_BAND[band]}</span>
      </button>
      <span role="status" className={styles.status}>
        {whose && (
          <span className={styles.note} data-weak>
            <Icon name="alert" size={16} /> {whose}
          </span>
        )}
      </span>
      {link.theirSoundOnly && <span className={styles.note}>Sound only for now</span>}
      <Dialog title="The connection" open={open} onClose={() => setOpen(false)}>
        <p className={styles.summary}>
          {LINK_BAND[band]}. {whose ? `${whose}.` : ADVICE[band]}
        </p>
        <dl className={styles.facts}>
          {factsOf(link).map(([fact, value]) => (
            <div key={fact} className={styles.fact}>
              <dt>{fact}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ))}
        </dl>
        {link.side === 'yours' && <p>Come closer to your Wi-Fi, or pause other downloads.</p>}
        {link.soundOnly && <p>Your video is paused so that your sound gets through. It comes back automatically.</p>}
      </Dialog>
    </>
  )
}

const ADVICE: Readonly<Record<LinkBand, string>> = {
  excellent: 'Nothing to do.',
  good: 'Nothing to do.',
  fair: 'You may notice a delay now and then.',
  poor: "We're sending lighter video until it improves.",
  lost: "We're getting the video back.",
}

const inMs = (ms: number | null) => (ms === null ? 'not known' : `${ms} ms`)
const inPercent = (percent: number) => `${Math.round(percent)} %`

function factsOf({ reading }: Link): readonly (readonly [string, string])[] {
  if (reading === null) return []
  return [
    ['There and back', inMs(reading.rttMs)],
    ['Lost on the way to you', inPercent(reading.lossInPercent)],
    ['Lost on the way to them', inPercent(reading.lossOutPercent)],
    ['Jitter of the sound', inMs(reading.jitterMs)],
    ['Video', reading.fps === null ? 'not known' : `${reading.fps} frames a second`],
    ['Standstill', inPercent(reading.frozenPercent)],
    ['Path', reading.route === null ? 'not known' : reading.route],
  ]
}

const STRENGTHS = LINK_BANDS.length - 1

/** Four bars for an excellent link, a cross for a lost one. */
function Bars({ band }: { band: LinkBand }) {
  const strength = STRENGTHS - LINK_BANDS.indexOf(band)
  return (
    <svg className={styles.bars} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {[1, 2, 3, 4].map((bar) => (
        <rect
          key={bar}
          className={bar <= strength ? styles.bar : styles.missingBar}
          x={bar * 4 - 4}
          y={14 - bar * 3}
          width="3"
          height={bar * 3}
          rx="1"
        />
      ))}
      {strength === 0 && <path className={styles.cross} d="M3 3l10 10M13 3L3 13" />}
    </svg>
  )
}
