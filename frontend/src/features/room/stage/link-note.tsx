import { LINK_BANDS, type LinkBand } from '@kla/proto/web'
import { type ReactNode, useState } from 'react'
import { sideWords } from '../../../shared/rtc/adaptation/words.js'
import type { Link } from '../../../shared/rtc/index.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { Icon } from '../../../shared/ui/icon.js'
import { LINK_BAND } from '../../../texts/link.js'
import { LINK_FACTS, LINK_NOTE, LINK_PATH, LINK_SUMMARY, LINK_VALUES } from '../../../texts/room-link-note.js'
import { useCall } from '../call/services.js'
import styles from './pane-notes.module.css'

const hidden = (text: ReactNode) => <span className="visually-hidden">{text}</span>
const shown = (text: ReactNode) => <span className={styles.band}>{text}</span>

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
        {LINK_NOTE.open({ band: LINK_BAND[band], hidden, shown })}
      </button>
      <span role="status" className={styles.status}>
        {whose && (
          <span className={styles.note} data-weak>
            <Icon name="alert" size={16} /> {whose}
          </span>
        )}
      </span>
      {link.theirSoundOnly && <span className={styles.note}>{LINK_NOTE.theirSoundOnly}</span>}
      <Dialog title={LINK_NOTE.title} open={open} onClose={() => setOpen(false)}>
        <p className={styles.summary}>
          {whose ? LINK_NOTE.weak({ band: LINK_BAND[band], whose }) : LINK_SUMMARY[band]}
        </p>
        <dl className={styles.facts}>
          {factsOf(link).map(([fact, value]) => (
            <div key={fact} className={styles.fact}>
              <dt>{fact}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ))}
        </dl>
        {link.side === 'yours' && <p>{LINK_NOTE.improve}</p>}
        {link.soundOnly && <p>{LINK_NOTE.soundOnly}</p>}
      </Dialog>
    </>
  )
}

const inMs = (ms: number | null) => (ms === null ? LINK_VALUES.unknown : LINK_VALUES.milliseconds({ ms }))
const inPercent = (percent: number) => LINK_VALUES.percent({ percent: Math.round(percent) })

function factsOf({ reading }: Link): readonly (readonly [string, string])[] {
  if (reading === null) return []
  const { fps, route } = reading
  return [
    [LINK_FACTS.roundTrip, inMs(reading.rttMs)],
    [LINK_FACTS.lostIn, inPercent(reading.lossInPercent)],
    [LINK_FACTS.lostOut, inPercent(reading.lossOutPercent)],
    [LINK_FACTS.jitter, inMs(reading.jitterMs)],
    [LINK_FACTS.video, fps === null ? LINK_VALUES.unknown : LINK_VALUES.frames({ fps })],
    [LINK_FACTS.standstill, inPercent(reading.frozenPercent)],
    [LINK_FACTS.path, route === null ? LINK_VALUES.unknown : LINK_PATH[route]],
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
