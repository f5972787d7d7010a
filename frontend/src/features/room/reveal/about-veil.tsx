import { type ReactNode, useState } from 'react'
import { SealedNote } from '../../../entities/reports/sealed-note.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import type { IconName } from '../../../shared/ui/icon.js'
import { REVEAL_BAR } from '../../../texts/room-reveal.js'
import styles from './reveal-bar.module.css'

interface AboutVeilProps {
  icon: IconName
  who: string
  children: ReactNode
}

/** Shows what a phone's one row has no place for. */
export default function AboutVeil({ icon, who, children }: AboutVeilProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={icon} label={REVEAL_BAR.about} className={styles.about} onClick={() => setOpen(true)} />
      <Dialog title={REVEAL_BAR.aboutTitle} open={open} onClose={() => setOpen(false)}>
        <p>{children}</p>
        <SealedNote who={who} className={styles.more} />
      </Dialog>
    </>
  )
}
