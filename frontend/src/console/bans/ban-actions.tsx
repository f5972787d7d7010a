import type { BanView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { banStatus } from '../banning/ban-status.js'
import { HoldSection } from '../holds/hold-section.js'
import { useNow } from '../kit/text/use-now.js'

interface BanActionsProps {
  ban: BanView
  /** Null for who may not. */
  lift: ((ban: BanView) => void) | null
  remove: ((ban: BanView) => void) | null
}

/** What can be done with one ban, always at the same place. */
export function BanActions({ ban, lift, remove }: BanActionsProps) {
  const active = banStatus(ban, useNow()) === 'active'
  return (
    <>
      {lift && active && (
        <Button wide onClick={() => lift(ban)}>
          Lift
        </Button>
      )}
      <HoldSection kind="ban" id={ban.id} held={ban.held} />
      {remove && (
        <Button variant="danger" wide onClick={() => remove(ban)}>
          Delete
        </Button>
      )}
    </>
  )
}
